import { type CsvColumn, csvColumn, csvOf } from "../../answers/csv-table.ts";
import type { Coverage, PublicationCoverage, TableCoverage } from "../../coverage/coverage.ts";

/** A table of a state, or one that states share; or a state that the release does not hold, of which there is none. */
interface CoveredTable {
  readonly state: string | null;
  readonly isHeld: boolean;
  readonly table: TableCoverage | null;
}

const ofTable = (heading: keyof TableCoverage) => csvColumn<CoveredTable>(heading, ({ table }) => table?.[heading]);

/** Of every publication of a table, in one order in all columns. */
const ofPublications = (heading: string, key: keyof PublicationCoverage) =>
  csvColumn<CoveredTable>(heading, ({ table }) => table?.publications.map((publication) => publication[key]));

const COLUMNS: readonly CsvColumn<CoveredTable>[] = [
  csvColumn("state", ({ state }) => state),
  csvColumn("held", ({ isHeld }) => isHeld),
  ofTable("table"),
  ofTable("settings"),
  ofTable("rows"),
  ofTable("built_in"),
  ofTable("keys"),
  ofTable("first_day"),
  ofTable("last_day"),
  ofTable("rows_in_force"),
  csvColumn("keys_with_gaps", ({ table }) => table?.gaps?.keys),
  ofPublications("publications", "publication"),
  ofPublications("newest_editions", "newest"),
  ofPublications("editions_in_use", "in_use"),
  ofPublications("edition_ages_months", "age_months"),
  ofTable("stale"),
  ofTable("synthetic"),
];

/** Coverage: one row for each table of each state, then those that states share, then the states that are not held. */
export function coverageCsv({ release, date, stale_after_months, states, common, not_held }: Coverage): string {
  const rows: readonly CoveredTable[] = [
    ...states.flatMap(({ state, tables }) => tables.map((table) => ({ state, isHeld: true, table }))),
    ...common.map((table) => ({ state: null, isHeld: true, table })),
    ...not_held.map((state) => ({ state, isHeld: false, table: null })),
  ];
  const whole: readonly CsvColumn<CoveredTable>[] = [
    csvColumn("date", () => date),
    csvColumn("stale_after_months", () => stale_after_months),
    csvColumn("release_version", () => release.version),
    csvColumn("release_content_hash", () => release.content_hash),
  ];
  return csvOf([...COLUMNS, ...whole], rows);
}
