import { Grouped } from "../../../imports/declaring/grouped.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { providers } from "../tables.ts";
import type { ProviderType } from "../values.ts";

/** A line of the listing: a provider with one profession at one address. */
export interface Enrollment {
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

/** Gathers the lines of each provider: one row per Medicaid ID, NPI and type, with the first address that is listed. */
export class Enrollments {
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

  /** What a provider is, by type; what has none is under null. */
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
 * Professions of no type go with the first type that the provider has: a row of their own would get its type from the
 * taxonomy, which may be the very same.
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
