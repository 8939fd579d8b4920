import type { Table } from "../dataset/table.ts";
import { type Conversion, legend, upperCase } from "../imports/declaring/conversions.ts";
import { heading, numbered, optional, type RecordOf } from "../imports/declaring/fields.ts";
import type { Intake, Opening } from "../imports/declaring/intake.ts";
import {
  type Feed,
  type Publication,
  publication,
  type RecordReader,
  section,
} from "../imports/declaring/publication.ts";
import { failure } from "../runtime/failure.ts";
import { type Registrant, registrantOf } from "./nppes-registrant.ts";

const WITHHELD = "<UNAVAIL>";
const unlessWithheld: Conversion = (cell) => (cell === WITHHELD ? null : cell);

const TAXONOMIES = 15;
const IDENTIFIERS = 50;

/** Of 330 columns, those that say who a provider is and where it practises. */
const fields = {
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

export type NppesRecord = RecordOf<typeof fields>;

/** The day before which the registry has nothing, and with which the name of a whole file therefore begins. */
const FIRST_DAY = "20050523";

/** `npidata_pfile_20050523-20260208.csv` is as of 2026-02-08. */
function asOf(fileName: string): string | null {
  const [, year, month, day] = /npidata_pfile_[0-9]{8}-([0-9]{4})([0-9]{2})([0-9]{2})/i.exec(fileName) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** A weekly file has only what changed; taken for the registry, it would drop nearly everybody. */
function refuseWeekly(fileName: string): void {
  const [, firstDay = FIRST_DAY] = /npidata_pfile_([0-9]{8})-/i.exec(fileName) ?? [];
  if (firstDay === FIRST_DAY && !/weekly/i.test(fileName)) return;
  throw failure("a weekly update has only the registrants that changed; import the full monthly file instead");
}

const about = {
  folder: "federal",
  name: "nppes",
  title: "NPPES Data Dissemination",
  publisher: "Centers for Medicare & Medicaid Services",
  published: "on the NPI files page of CMS, monthly",
  page: "https://download.cms.gov/nppes/NPI_Files.html",
  form: "ZIP with npidata_pfile_20050523-{date}.csv, or that CSV",
  confidence: "seen",
  asOf,
} as const;

const layout = { member: new RegExp(`npidata_pfile_${FIRST_DAY}-[0-9]{8}(?:_v[0-9]+)?\\.csv$`, "i"), fields };

export const nppes: Publication = publication({ ...about, sections: [section(layout)] });

/** What a state takes from the registry: the providers that practise in it. */
export function nppesFor(
  state: string,
  feeds: readonly (Table | Feed)[],
  take: (registrant: Registrant, intake: Intake) => void,
): Publication {
  const reader: RecordReader<typeof fields> = {
    record(record, intake) {
      if (record.state === state) take(registrantOf(record), intake);
      // Of a deactivated NPI the registry keeps the number and the date only.
      else intake.leaveOut(record.entityType === null ? "deactivated NPIs" : "practice outside the state");
    },
  };
  const read = ({ fileName }: Opening) => {
    refuseWeekly(fileName);
    return reader;
  };
  return publication({ ...about, sections: [section({ ...layout, feeds, read })] });
}
