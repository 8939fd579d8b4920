import type { NppesRecord } from "./nppes-record.ts";

/** A provider as the registry knows it. */
export interface Registrant {
  readonly npi: string | null;
  readonly entityType: string | null;
  /** An organization's name; or a person's last name with its suffix, first and middle name, and credential. */
  readonly nameParts: readonly string[];
  readonly streetAddress: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  /** The taxonomy that is marked as primary, or the only one; null where several are listed and none is marked. */
  readonly primaryTaxonomy: string | null;
  readonly taxonomies: readonly string[];
  /** The Medicaid ID in the state of practice, of the shape that the state's IDs have; null when several are listed. */
  medicaidId(shape: RegExp): string | null;
}

/** What the current record says; to be used during the call, since the next record takes its place. */
export function registrantOf(record: NppesRecord): Registrant {
  const { npi, entityType, city, state } = record;
  const taxonomies = [...new Set(present(record.taxonomies))];
  return {
    npi,
    entityType,
    nameParts: nameParts(record),
    streetAddress: joined([record.addressLine1, record.addressLine2], ", "),
    city,
    state,
    zipCode: record.postalCode?.replace(/^([0-9]{5})([0-9]{4})$/, "$1-$2") ?? null,
    primaryTaxonomy: markedPrimary(record) ?? (taxonomies.length === 1 ? (taxonomies[0] as string) : null),
    taxonomies,
    medicaidId: (shape) => medicaidId(record, shape),
  };
}

function present(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}

function joined(parts: readonly (string | null)[], separator: string): string | null {
  return present(parts).join(separator) || null;
}

/** People are known by their last names first, as state listings print them; credentials read `MD`, not `M.D.` */
function nameParts(record: NppesRecord): string[] {
  if (record.entityType === "Organization") return present([record.organizationName]);
  return present([
    joined([record.lastName, record.suffix], " "),
    joined([record.firstName, record.middleName], " "),
    record.credential?.replaceAll(".", "") || null,
  ]);
}

/** Taxonomies are listed in any order; a switch says which one is primary. */
function markedPrimary({ primarySwitches, taxonomies }: NppesRecord): string | null {
  return taxonomies[primarySwitches.indexOf("Y")] ?? null;
}

/** The type of the registry's other identifiers that are Medicaid's; its zero gets lost in spreadsheets. */
const MEDICAID = /^0?5$/;

/** IDs are what registrants typed: an NPI, another state's or an outdated one among them. */
function medicaidId(record: NppesRecord, shape: RegExp): string | null {
  const types = record.identifierTypes;
  if (!types.some((type) => type !== null && MEDICAID.test(type))) return null;
  const { identifiers, identifierStates, state, npi } = record;
  const ids = new Set<string>();
  for (const [index, type] of types.entries()) {
    const id = identifiers[index] ?? null;
    if (type === null || !MEDICAID.test(type) || identifierStates[index] !== state || id === null) continue;
    if (id !== npi && shape.test(id)) ids.add(id);
  }
  const [only, ...others] = ids;
  return only === undefined || others.length > 0 ? null : only;
}

/** What all say alike, where no taxonomy is marked as primary but all listed ones lead to one type. */
export function agreed<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}
