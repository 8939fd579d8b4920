import type { Table } from "../dataset/table.ts";
import type { Intake, Opening } from "../imports/declaring/intake.ts";
import {
  type Feed,
  type Publication,
  publication,
  type RecordReader,
  section,
} from "../imports/declaring/publication.ts";
import { failure } from "../runtime/failure.ts";
import { nppesFields } from "./nppes-record.ts";
import { type Registrant, registrantOf } from "./nppes-registrant.ts";

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

const layout = {
  member: new RegExp(`npidata_pfile_${FIRST_DAY}-[0-9]{8}(?:_v[0-9]+)?\\.csv$`, "i"),
  fields: nppesFields,
};

export const nppes: Publication = publication({ ...about, sections: [section(layout)] });

/** What a state takes from the registry: the providers that practise in it. */
export function nppesFor(
  state: string,
  feeds: readonly (Table | Feed)[],
  take: (registrant: Registrant, intake: Intake) => void,
): Publication {
  const reader: RecordReader<typeof nppesFields> = {
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
