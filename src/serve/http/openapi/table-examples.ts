import type { TableCoverage } from "../../../answers/coverage/schema.ts";
import { coverageTable } from "../../../answers/coverage.ts";
import { csvOf } from "../../../answers/csv-table.ts";
import type { Day } from "../../../core/calendar/day.ts";
import { changeJson } from "../../../diff/wire.ts";
import type { ListedJob } from "../../../reprice/jobs/repricing-job.ts";
import { jobsCsv, newJobCsv } from "../csv/job.ts";
import { changesTable, releasesCsv } from "../csv/releases.ts";

/*
 * What the tables look like that no example of a state shows, written by what writes the answers.
 */

const HASH = "5f0c2a9b1e7d".padEnd(64, "0");
const RELEASE = { name: "Rates", version: "2026.11", content_hash: HASH };

export function releasesExample(): string {
  return releasesCsv({ releases: [{ ...RELEASE, in_service: true }], unreadable_files: 0 });
}

export function changesExample(): string {
  const amounts = { before: "24.00", after: "25.20", difference: "1.20", percent: "5.00" };
  const figure = { column: "fee", ...amounts };
  const change = changeJson({
    table: "fl/practitioner_fees",
    kind: "raised",
    key: { procedure_code: "99213" },
    from: "2026-01-01" as Day,
    to: null,
    beforeUntil: null,
    figure,
    cells: [figure],
  });
  const page = { head: { changes_listed: 1, offset: 0 }, changes: [JSON.stringify(change)] };
  const { columns, rows } = changesTable(page);
  return csvOf(columns, rows);
}

export function coverageExample(): string {
  const edition = { publication: "ca/medi-cal-rates", newest: "2026-10-15", in_use: "2026-10-15" };
  const table: TableCoverage = {
    table: "ca/outpatient_rates",
    settings: ["outpatient"],
    rows: 21_360,
    built_in: false,
    keys: 11_204,
    first_day: "2015-01-01",
    last_day: null,
    rows_in_force: 10_871,
    gaps: { keys: 12, examples: [] },
    publications: [{ ...edition, age_months: 1, stale: false }],
    stale: false,
    synthetic: "none",
  };
  const states = [{ state: "ca", name: "California", settings: [], tables: [table], counterparts: [] }];
  const whole = { release: RELEASE, date: "2026-11-15", stale_after_months: 18 };
  const { columns, rows } = coverageTable({ ...whole, states, not_held: ["ny"], common: [] });
  return csvOf(columns, rows);
}

const JOB: ListedJob = {
  id: HASH.slice(0, 32),
  status: "running",
  state: "ca",
  setting: "outpatient",
  created_at: "2026-11-15T09:30:00.000Z",
  ended_at: null,
  deleted_at: null,
  release: RELEASE,
  lines_done: 12_000,
  bytes_done: 640_000,
  bytes_total: 2_100_000,
  reason: null,
  results: null,
  workbook: null,
  faults: null,
};

export function jobsExample(): string {
  return jobsCsv([JOB]);
}

export function jobExample(): string {
  return newJobCsv(JOB, ["NPI is npi", "DOS is date_of_service"]);
}
