import { failure } from "../../core/runtime/failure.ts";
import { listed } from "../../dataset/published.ts";
import type { Table } from "../../dataset/table.ts";
import { type Conversion, legend, upperCase } from "../declaring/conversions.ts";
import { heading, numbered, optional, type RecordOf } from "../declaring/fields.ts";
import type { Intake, Opening } from "../declaring/intake.ts";
import { type Feed, type Publication, publication, type RecordReader, section } from "../declaring/publication.ts";

const WITHHELD = "<UNAVAIL>";
const unlessWithheld: Conversion = (cell) => (cell === WITHHELD ? null : cell);

const TAXONOMIES = 15;
const IDENTIFIERS = 50;

/** Of 330 columns, those that identify a provider and its practice location. */
const nppesFields = {
  npi: heading("NPI"),
  entityType: heading("Entity Type Code", legend({ 1: "Individual", 2: "Organization" })),
  organizationName: heading("Provider Organization Name (Legal Business Name)", unlessWithheld),
  lastName: heading("Provider Last Name (Legal Name)", unlessWithheld),
  firstName: heading("Provider First Name", unlessWithheld),
  middleName: optional(heading("Provider Middle Name", unlessWithheld)),
  suffix: optional(heading("Provider Name Suffix Text", unlessWithheld)),
  credential: optional(heading("Provider Credential Text", unlessWithheld)),
  addressLine1: heading("Provider First Line Business Practice Location Address", unlessWithheld),
  addressLine2: optional(heading("Provider Second Line Business Practice Location Address", unlessWithheld)),
  city: heading("Provider Business Practice Location Address City Name", unlessWithheld),
  state: heading("Provider Business Practice Location Address State Name", upperCase),
  postalCode: heading("Provider Business Practice Location Address Postal Code", unlessWithheld),
  taxonomies: numbered("Healthcare Provider Taxonomy Code_#", TAXONOMIES, upperCase),
  primarySwitches: numbered("Healthcare Provider Primary Taxonomy Switch_#", TAXONOMIES, upperCase),
  identifiers: optional(numbered("Other Provider Identifier_#", IDENTIFIERS, upperCase)),
  identifierTypes: optional(numbered("Other Provider Identifier Type Code_#", IDENTIFIERS)),
  identifierStates: optional(numbered("Other Provider Identifier State_#", IDENTIFIERS, upperCase)),
};

type NppesRecord = RecordOf<typeof nppesFields>;

/** The registry's first day; the name of a full file begins with it. */
const FIRST_DAY = "20050523";

/** `npidata_pfile_20050523-20260208.csv` is as of 2026-02-08. */
function asOf(fileName: string): string | null {
  const [, year, month, day] = /npidata_pfile_[0-9]{8}-([0-9]{4})([0-9]{2})([0-9]{2})/i.exec(fileName) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** A weekly file has only changes; imported as the registry, it would drop nearly all providers. */
function refuseWeekly(fileName: string): void {
  const [, firstDay = FIRST_DAY] = /npidata_pfile_([0-9]{8})-/i.exec(fileName) ?? [];
  if (firstDay === FIRST_DAY && !/weekly/i.test(fileName)) return;
  throw failure("a weekly update has only the registrants that changed; import the full monthly file instead");
}

const about = {
  ...listed("federal/nppes"),
  asOf,
} as const;

const layout = {
  member: new RegExp(`npidata_pfile_${FIRST_DAY}-[0-9]{8}(?:_v[0-9]+)?\\.csv$`, "i"),
  fields: nppesFields,
};

export const nppes: Publication = publication({ ...about, sections: [section(layout)] });

/** A state's part of the registry: the providers that practise in it. */
export function nppesFor(
  state: string,
  feeds: readonly (Table | Feed)[],
  take: (registrant: Registrant, intake: Intake) => void,
): Publication {
  const reader: RecordReader<typeof nppesFields> = {
    record(record, intake) {
      if (record.state === state) take(registrantOf(record), intake);
      // For a deactivated NPI the registry keeps only the number and the date.
      else intake.leaveOut(record.entityType === null ? "deactivated NPIs" : "practice outside the state");
    },
  };
  const read = ({ fileName }: Opening) => {
    refuseWeekly(fileName);
    return reader;
  };
  return publication({ ...about, sections: [section({ ...layout, feeds, read })] });
}

export interface Registrant {
  readonly npi: string | null;
  readonly entityType: string | null;
  /** An organization's name; or a person's last name with its suffix, first and middle name, and credential. */
  readonly nameParts: readonly string[];
  readonly streetAddress: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  /** The taxonomy marked as primary, or the only one; null when several are listed and none is marked. */
  readonly primaryTaxonomy: string | null;
  readonly taxonomies: readonly string[];
  /** The Medicaid ID in the state of practice, in the format of the state's IDs; null when several are listed. */
  medicaidId(shape: RegExp): string | null;
}

/** The current record's registrant; use it during the call, since the next record replaces it. */
function registrantOf(record: NppesRecord): Registrant {
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

/** Last names first, as state listings print them; credentials are `MD`, not `M.D.` */
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

/** The registry's identifier type of Medicaid IDs; its zero gets lost in spreadsheets. */
const MEDICAID = /^0?5$/;

/** Registrants typed these IDs: an NPI, another state's or an outdated one may be among them. */
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

/** The common value of all listed taxonomies when none is marked as primary; null when they differ. */
export function agreed<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}
