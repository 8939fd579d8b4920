import type { Intake } from "../../../imports/declaring/intake.ts";
import { providers } from "../tables.ts";
import type { ProviderType } from "../values.ts";

/** An enrollment row of the master list. */
interface EnrollmentRow {
  readonly providerType: ProviderType;
  readonly providerId: string | null;
  readonly name: string | null;
  readonly doingBusinessAs: string | null;
  readonly typeCode: string | null;
  readonly specialtyCode: string | null;
  readonly taxonomy: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly npiType: string | null;
  readonly npi: string | null;
  readonly npiStatus: string | null;
  readonly individualOrOrganization: string | null;
}

interface Enrollment {
  readonly row: EnrollmentRow;
  readonly place: string;
  readonly npis: string[];
}

/** NPIs start with 1 or 2. */
const NPI_SHAPE = /^[12][0-9]{9}$/;

/**
 * The enrollments of one provider at a time: the list is in the order of provider IDs. It repeats an enrollment for
 * each NPI and taxonomy, and once more without an NPI; that is one row with a primary NPI and alternate ones.
 */
export class Enrollments {
  #providerId: string | null = null;
  readonly #byTypeAndSpecialty = new Map<string, Enrollment>();

  add(row: EnrollmentRow, intake: Intake): void {
    if (row.providerId !== this.#providerId) this.end(intake);
    this.#providerId = row.providerId;
    const key = `${row.typeCode} ${row.specialtyCode}`;
    const known = this.#byTypeAndSpecialty.get(key);
    const enrollment = known ?? { row, place: intake.place, npis: [] };
    if (known === undefined) this.#byTypeAndSpecialty.set(key, enrollment);
    else intake.leaveOut("an enrollment listed again, for another NPI, taxonomy or location");
    const npi = npiOf(row, intake);
    if (npi !== null && !enrollment.npis.includes(npi)) enrollment.npis.push(npi);
  }

  end(intake: Intake): void {
    for (const enrollment of this.#byTypeAndSpecialty.values()) takeProvider(enrollment, intake);
    this.#byTypeAndSpecialty.clear();
  }
}

/** An NPI that the state no longer accepts may belong to another enrollment by now. */
function npiOf({ npi, npiStatus, providerId }: EnrollmentRow, intake: Intake): string | null {
  if (npi === null) return null;
  const example = `${npi} of ${providerId}`;
  if (!NPI_SHAPE.test(npi)) intake.find({ title: "no NPI by its shape, not kept", example });
  else if (npiStatus === "I") intake.find({ title: "NPI is inactive, not kept", example });
  else return npi;
  return null;
}

function takeProvider({ row, place, npis }: Enrollment, intake: Intake): void {
  const [npi, ...alternateNpis] = npis;
  const streetAddress = [row.address1, row.address2].filter((line) => line !== null).join(" ");
  intake.take(
    providers,
    {
      npi,
      stateProviderId: row.providerId,
      alternateNpis: alternateNpis.join("|"),
      providerName: row.name ?? row.doingBusinessAs,
      providerType: row.providerType,
      flProviderTypeCode: row.typeCode,
      flSpecialtyCode: row.specialtyCode,
      entityType: row.individualOrOrganization ?? row.npiType,
      primaryTaxonomy: row.taxonomy,
      streetAddress,
      city: row.city,
      state: row.state,
      zipCode: row.zipCode,
    },
    place,
  );
}
