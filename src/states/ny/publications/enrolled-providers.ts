import { foldName } from "../../../core/text/folding.ts";
import { oneOf } from "../../../dataset/column.ts";
import { listed } from "../../../dataset/published.ts";
import { code, oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { Grouped } from "../../../imports/declaring/grouped.ts";
import { type Intake, type Legend, legendOf } from "../../../imports/declaring/intake.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { providers } from "../tables.ts";
import { PROVIDER_TYPES, type ProviderType } from "../values.ts";

/**
 * The type of provider by profession or service. A mapping file may correct and extend it; otherwise the taxonomy
 * decides (ny 3.5).
 */
const PROFESSIONS: Legend = {
  Hospital: "HOSPITAL",
  "Diagnostic And Treatment Center": "OUTPATIENT_CLINIC_ASC",
  Clinic: "OUTPATIENT_CLINIC_ASC",
  "Free-Standing Clinic": "OUTPATIENT_CLINIC_ASC",
  "Ambulatory Surgery Center": "OUTPATIENT_CLINIC_ASC",
  Laboratory: "LABORATORY",
  "Clinical Laboratory": "LABORATORY",
  "Independent Laboratory": "LABORATORY",
  Physician: "PHYSICIAN",
  "Physician Group": "PHYSICIAN",
  "Physician Assistant": "PHYSICIAN",
  "Nurse Practitioner": "PHYSICIAN",
  Midwife: "PHYSICIAN",
  Podiatrist: "PHYSICIAN",
  Optometrist: "PHYSICIAN",
  Chiropractor: "PHYSICIAN",
  Dentist: "PHYSICIAN",
  "Clinical Psychologist": "PHYSICIAN",
  "Clinical Social Worker": "PHYSICIAN",
  Audiologist: "PHYSICIAN",
  "Occupational Therapist": "PHYSICIAN",
  "Physical Therapist": "PHYSICIAN",
  "Speech Language Pathologist": "PHYSICIAN",
};

/** The open data portal ends the names of its downloads with their day: `..._20260131.csv`. */
export function dayOfDownload(fileName: string): string | null {
  const found = /_([0-9]{4})([0-9]{2})([0-9]{2})\.[a-z]+$/i.exec(fileName);
  return found === null ? null : `${found[1]}-${found[2]}-${found[3]}`;
}

const MEDICAID_ID_LENGTH = 8;

/**
 * The providers of New York. The listing has no provider types, so a legend maps its professions. Other providers get
 * their type from the taxonomy (federal/nppes).
 */
export const enrolledProviders = publication({
  ...listed("ny/enrolled-providers"),
  asOf: dayOfDownload,
  legends: { professions: PROFESSIONS },
  sections: [
    section({
      fields: {
        medicaidId: heading(["MEDICAID PROVIDER ID", "Provider ID", "MMIS ID"], code(MEDICAID_ID_LENGTH)),
        npi: heading("NPI"),
        name: heading(["PROVIDER OR FACILITY NAME", "MMIS Name", "Provider Name", "Name"], oneLine),
        profession: heading(["PROFESSION OR SERVICE", "Profession"], oneLine),
        specialty: optional(heading(["PROVIDER SPECIALTY", "Specialty"], oneLine)),
        street: optional(heading(["SERVICE ADDRESS", "Address", "Street Address"], oneLine)),
        city: optional(heading("CITY", oneLine)),
        state: optional(heading("STATE")),
        zipCode: optional(heading(["ZIP CODE", "ZIP"])),
        county: optional(heading("COUNTY", oneLine)),
      },
      feeds: [providers],
      read: ({ legends }) => {
        const types = legendOf(legends, "professions", oneOf(PROVIDER_TYPES));
        const typeByWords = new Map([...types].map(([words, type]) => [foldName(words), type]));
        const enrollments = new Enrollments((profession) => typeByWords.get(foldName(profession)) ?? null);
        return {
          record(fields, intake) {
            const { npi, medicaidId, name } = fields;
            if (npi === null || !/^[0-9]{10}$/.test(npi)) return intake.leaveOut("no NPI", medicaidId ?? "");
            if (name === null) return intake.leaveOut("no name", npi);
            enrollments.add({ ...fields, npi, name, place: intake.place });
          },
          end: (intake) => enrollments.takeAll(intake),
        };
      },
    }),
  ],
});

/** A line of the listing: a provider with one profession at one address. */
interface Enrollment {
  readonly medicaidId: string | null;
  readonly npi: string;
  readonly name: string;
  readonly profession: string | null;
  readonly specialty: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly county: string | null;
  readonly place: string;
}

/** What a provider is in one of its types. */
interface Role {
  readonly professions: Set<string>;
  readonly specialties: Set<string>;
}

type Roles = ReadonlyMap<ProviderType | null, Role>;

/** Collects the lines of each provider: one row per Medicaid ID, NPI and type, with the first listed address. */
class Enrollments {
  readonly #typeOf: (profession: string) => ProviderType | null;
  readonly #lines = new Grouped<Enrollment>();

  constructor(typeOf: (profession: string) => ProviderType | null) {
    this.#typeOf = typeOf;
  }

  add(enrollment: Enrollment): void {
    this.#lines.add(`${enrollment.npi} ${enrollment.medicaidId ?? ""}`, enrollment);
  }

  takeAll(intake: Intake): void {
    for (const lines of this.#lines.groups()) {
      for (const [providerType, role] of typedRoles(this.#rolesOf(lines))) {
        take(lines[0] as Enrollment, providerType, role, intake);
      }
    }
  }

  /** The roles of a provider by type; null: without a type. */
  #rolesOf(lines: readonly Enrollment[]): Roles {
    const roles = new Map<ProviderType | null, Role>();
    for (const { profession, specialty } of lines) {
      const type = profession === null ? null : this.#typeOf(profession);
      const role = roles.get(type) ?? { professions: new Set(), specialties: new Set() };
      if (profession !== null) role.professions.add(titleCase(profession));
      if (specialty !== null) role.specialties.add(titleCase(specialty));
      roles.set(type, role);
    }
    return roles;
  }
}

/**
 * Professions without a type are added to the provider's first type: a separate row could get that same type from the
 * taxonomy.
 */
function typedRoles(roles: Roles): Roles {
  const untyped = roles.get(null);
  const [first] = [...roles.keys()].filter((type) => type !== null);
  if (untyped === undefined || first === undefined) return roles;
  const typed = new Map([...roles].filter(([type]) => type !== null));
  const { professions, specialties } = roles.get(first) as Role;
  return typed.set(first, {
    professions: new Set([...professions, ...untyped.professions]),
    specialties: new Set([...specialties, ...untyped.specialties]),
  });
}

function take(
  listed: Enrollment,
  providerType: ProviderType | null,
  { professions, specialties }: Role,
  intake: Intake,
): void {
  const { npi, medicaidId, name, street, city, state, zipCode, county, place } = listed;
  const row = {
    npi,
    stateProviderId: medicaidId,
    providerName: name,
    providerType,
    nyProfessionOrService: [...professions].join(", "),
    nyProviderSpecialty: [...specialties].join(", "),
    streetAddress: street,
    city,
    county,
    state,
    zipCode,
  };
  intake.take(providers, row, place);
}

/** `DIAGNOSTIC AND TREATMENT CENTER` is `Diagnostic And Treatment Center`, as the contract shows professions. */
function titleCase(text: string): string {
  return text.toLowerCase().replace(/(?<![a-z'])[a-z]/g, (letter) => letter.toUpperCase());
}
