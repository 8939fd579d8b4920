import { choice, day } from "../pricing/request/kinds.ts";
import { requestReader } from "../pricing/request/read.ts";
import { COVERAGE_PATH } from "../pricing/state/api-paths.ts";
import { answerKind } from "./answer.ts";
import { coverageOf } from "./coverage/cover.ts";
import { type Coverage, coverageSchema, type PublicationCoverage, type TableCoverage } from "./coverage/schema.ts";
import { type CsvColumn, type CsvTable, csvColumn, csvTable, memberColumns, terminalTable } from "./csv-table.ts";

/** What the loaded data covers. */
export const coverage = answerKind({
  about: "release",
  name: "coverage",
  path: COVERAGE_PATH,
  noun: "coverage",
  summary: "What the loaded data covers",
  description: () =>
    "Per state: which kinds of providers can be priced on the date. Per setting and table: rows, periods, editions and their age, what is made up and what is not loaded. Only states that the key is enabled for.",
  counts: "one lookup",
  examples: () => [],
  command: {
    description: "tell what a release covers: rows, periods and editions",
    parameters: "",
    example: "ratebook coverage rates.db --date 2026-10-01",
  },
  rows: "One row for each table.",
  parameters: (codes) => {
    const parameters = coverageParameters(codes);
    return { parameters, read: requestReader(parameters).fromQuery };
  },
  schema: () => coverageSchema,
  answer: async ({ state, date }, { release, states, staleAfterMonths }) => {
    const requested = state === null ? states : [state];
    return { value: await coverageOf(release, { states: requested, date, staleAfterMonths }), lookups: 0, results: [] };
  },
  table: ({ value }) => coverageTable(value),
  text: ({ value }) => ({ text: coverageText(value), remarks: [] }),
});

function coverageParameters(codes: readonly string[]) {
  return {
    state: choice(codes, { description: "One state alone; all of the key when absent." }),
    date: day({ description: "The day to report on; today when absent." }),
  };
}

/** A table of a state or of several states; null for a state that the release does not hold. */
interface CoveredTable {
  readonly state: string | null;
  readonly isHeld: boolean;
  readonly table: TableCoverage | null;
}

const ofTable = (...names: readonly (keyof TableCoverage)[]) =>
  memberColumns(({ table }: CoveredTable) => table, names);

/** One value for each publication of a table, in the same order in all columns. */
const ofPublications = (heading: string, key: keyof PublicationCoverage) =>
  csvColumn<CoveredTable>(heading, ({ table }) => table?.publications.map((publication) => publication[key]));

const COLUMNS: readonly CsvColumn<CoveredTable>[] = [
  csvColumn("state", ({ state }) => state),
  csvColumn("held", ({ isHeld }) => isHeld),
  ...ofTable("table", "settings", "rows", "built_in", "first_day", "last_day", "rows_in_force"),
  ofPublications("publications", "publication"),
  ofPublications("newest_editions", "newest"),
  ofPublications("editions_in_use", "in_use"),
  ofPublications("edition_ages_months", "age_months"),
  ...ofTable("stale", "synthetic"),
];

/** One row for each table: those of each state, then shared tables. Then one row for each state that is not held. */
function coverageTable(coverage: Coverage): CsvTable {
  const { release, date, stale_after_months } = coverage;
  const whole: readonly CsvColumn<CoveredTable>[] = [
    csvColumn("date", () => date),
    csvColumn("stale_after_months", () => stale_after_months),
    csvColumn("release_version", () => release.version),
    csvColumn("release_content_hash", () => release.content_hash),
  ];
  return csvTable([...COLUMNS, ...whole], coveredTables(coverage));
}

function coveredTables({ states, common, not_held }: Coverage): readonly CoveredTable[] {
  return [
    ...states.flatMap(({ state, tables }) => tables.map((table) => ({ state, isHeld: true, table }))),
    ...common.map((table) => ({ state: null, isHeld: true, table })),
    ...not_held.map((state) => ({ state, isHeld: false, table: null })),
  ];
}

const KINDS = ["setting", "providers", "priced", "newest_edition", "synthetic"] as const;

/** Coverage for a terminal: who can be priced, then what the tables hold. */
function coverageText(coverage: Coverage): string {
  const { release, date, states } = coverage;
  const kinds = states.flatMap(({ state, provider_kinds }) => provider_kinds.map((kind) => ({ state, kind })));
  const kindColumns: readonly CsvColumn<(typeof kinds)[number]>[] = [
    csvColumn("state", ({ state }) => state),
    ...memberColumns(({ kind }: (typeof kinds)[number]) => kind, KINDS),
  ];
  const head = `${release.name}, version ${release.version}, on ${date}`;
  return [head, terminalTable(kindColumns, kinds), terminalTable(COLUMNS, coveredTables(coverage))].join("\n\n");
}
