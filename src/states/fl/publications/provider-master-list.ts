import { listed } from "../../../dataset/published.ts";
import { type Conversion, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { providers } from "../tables.ts";
import { isPricedByEapg, type ProviderType, providerTypeOf } from "../values.ts";

/** `1` or `I` is a person, `2` or `O` an organization; the list also says that it does not know. */
const entityType: Conversion = (cell) => {
  if (/^(?:1|i)/i.test(cell)) return "Individual";
  return /^(?:2|o)/i.test(cell) ? "Organization" : null;
};

/** `33143-6636`; without the four digits if they are missing or zero. */
const zipCode: Conversion = (cell) => {
  const [, five, four] = /^([0-9]{5})[- ]*([0-9]{4})?$/.exec(cell) ?? [];
  if (five === undefined) return cell;
  return four === undefined || four === "0000" ? five : `${five}-${four}`;
};

const PAID_BY_THE_STATE = /^(?:limited )?enrollment$/i;

/**
 * fl 8.8. Hospitals and surgical centers stay after their enrollment ends: their rates have dates, so old claims can be
 * priced. Other providers are paid by statewide schedules, and would look enrolled forever.
 */
export const providerMasterList = publication({
  ...listed("fl/provider-master-list"),
  sections: [
    section({
      fields: {
        providerId: heading("Florida Medicaid Provider ID"),
        name: heading("Provider Name", oneLine),
        doingBusinessAs: optional(heading("DBA Name", oneLine)),
        typeCode: heading("Provider Type Code"),
        specialtyCode: optional(heading("Provider Specialty Code")),
        taxonomy: optional(heading("Taxonomy Code", upperCase)),
        address1: optional(heading("Service Location Address 1", oneLine)),
        address2: optional(heading("Service Location Address 2", oneLine)),
        city: optional(heading("Service Location Address City", oneLine)),
        state: optional(heading("Service Location Address State", upperCase)),
        zipCode: optional(heading("Service Location Address zip+4", zipCode)),
        enrollmentType: heading("Enrollment Type", oneLine),
        npiType: optional(heading(/^npi type\b/, entityType)),
        npi: heading("NPI"),
        npiStatus: optional(heading(/^npi status\b/, upperCase)),
        individualOrOrganization: optional(heading(/^individual or organization/, entityType)),
        status: heading(["Current Medicaid Enrollment Status", /^current medicaid enrollment status\b/], upperCase),
      },
      feeds: [rowsOf(providers, { repeats: "first" })],
      read: () => {
        const enrollments = new Enrollments();
        return {
          record(fields, intake) {
            const { status, typeCode } = fields;
            if (status === null) return intake.leaveOut("further service locations of a provider");
            if (!PAID_BY_THE_STATE.test(fields.enrollmentType ?? "")) {
              const reason = "enrollment type is neither Enrollment nor Limited Enrollment";
              return intake.leaveOut(reason, fields.enrollmentType ?? "none");
            }
            const providerType = providerTypeOf(typeCode, fields.taxonomy);
            if (providerType === null) {
              return intake.leaveOut("provider types that have no rates here", typeCode ?? undefined);
            }
            if (status !== "A") {
              if (!isPricedByEapg(providerType)) return intake.leaveOut("enrollment has ended");
              intake.find({ title: "hospitals and surgical centers kept although their enrollment has ended" });
            }
            enrollments.add({ ...fields, providerType }, intake);
          },
          end: (intake) => enrollments.end(intake),
        };
      },
    }),
  ],
});

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
 * Collects the enrollments of one provider: the list is ordered by provider ID. It repeats an enrollment for each NPI
 * and taxonomy, and once without an NPI. That becomes one row with a primary NPI and alternates.
 */
class Enrollments {
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
