import { type Day, monthsAfter } from "../core/calendar/day.ts";
import { plainCountText } from "../core/text/plural.ts";
import { tableLines, wrapped } from "../core/text/terminal.ts";
import { choice, day } from "../pricing/request/kinds.ts";
import { requestReader } from "../pricing/request/read.ts";
import { COVERAGE_PATH } from "../pricing/state/api-paths.ts";
import { answerKind } from "./answer.ts";
import { coverageOf } from "./coverage/cover.ts";
import {
  type Coverage,
  coverageSchema,
  type ProviderKindCoverage,
  type PublicationCoverage,
  type SettingCoverage,
  type StateCoverage,
  type TableCoverage,
} from "./coverage/schema.ts";
import { type CsvColumn, type CsvTable, csvColumn, csvTable, memberColumns } from "./csv-table.ts";

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
export function coverageTable({ release, date, stale_after_months, states, common, not_held }: Coverage): CsvTable {
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
  return csvTable([...COLUMNS, ...whole], rows);
}

/** Coverage for a terminal: a table per state. */
function coverageText(coverage: Coverage): string {
  const { release, date, states, common } = coverage;
  return [
    `${release.name}, version ${release.version}, on ${date}`,
    ...states.map((state) => stateText(state, date)),
    ["Shared by all states", ...tablesText(common, date)].join("\n"),
  ].join("\n\n");
}

function stateText({ name, settings, provider_kinds, tables }: StateCoverage, date: string): string {
  return [
    [name, ...settings.map(settingText)].join("\n"),
    ...(provider_kinds.length === 0 ? [] : [kindsText(provider_kinds, date).join("\n")]),
    tablesText(tables, date).join("\n"),
  ].join("\n\n");
}

function settingText({ setting, loaded, not_loaded_tables, stale_tables }: SettingCoverage): string {
  const parts = [
    not_loaded_tables.length === 0 ? null : `without rows: ${not_loaded_tables.join(", ")}`,
    stale_tables.length === 0 ? null : `stale: ${stale_tables.join(", ")}`,
  ].filter((part) => part !== null);
  return wrapped("  ", [`${setting}: ${loaded ? "loaded" : "not loaded"}`, ...parts].join("; "));
}

/** Which kinds of providers can be priced on the day. */
function kindsText(kinds: readonly ProviderKindCoverage[], date: string): readonly string[] {
  return tableLines(
    ["SETTING", "PROVIDERS", `PRICED ON ${date}`, "NEWEST EDITION", "SYNTHETIC"],
    kinds.map(({ setting, providers, priced, newest_edition, synthetic }) => [
      setting,
      providers,
      priced ? "yes" : "no",
      newest_edition ?? "unknown",
      synthetic ?? "",
    ]),
  );
}

const HEADER = ["TABLE", "ROWS", "IN FORCE", "FIRST DAY", "LAST DAY", "EDITION", "AGE", "SYNTHETIC"];

function tablesText(tables: readonly TableCoverage[], date: string): readonly string[] {
  return tableLines(
    HEADER,
    tables.flatMap((table) => tableCells(table, date)),
  );
}

/** A line per table. A table from several publications also has a line for each of them. */
function tableCells(table: TableCoverage, date: string): string[][] {
  const { publications } = table;
  const [only] = publications;
  const isFedByOne = publications.length === 1 && only !== undefined;
  return [
    [
      table.table,
      table.rows > 0 ? String(table.rows) : table.built_in ? "built-in values" : "not loaded",
      table.rows_in_force === null ? "always" : String(table.rows_in_force),
      table.first_day ?? "",
      table.first_day === null ? "" : (table.last_day ?? "open"),
      isFedByOne ? only.newest : only === undefined ? "unknown" : `of ${publications.length}:`,
      isFedByOne ? ageText(only, date) : table.stale ? "stale" : "",
      table.synthetic ?? "not said",
    ],
    ...(isFedByOne ? [] : publications.map((each) => publicationCells(each, date))),
  ];
}

const COLUMNS_BEFORE_EDITION = HEADER.indexOf("EDITION") - 1;

function publicationCells(publication: PublicationCoverage, date: string): string[] {
  const name = `  ${publication.publication ?? "not named"}`;
  return [name, ...Array(COLUMNS_BEFORE_EDITION).fill(""), publication.newest, ageText(publication, date), ""];
}

/** `18 months`, or `more than 18 months`: an edition passes the limit on the first further day. */
function ageText({ in_use, age_months, newest, stale }: PublicationCoverage, date: string): string {
  if (in_use === null || age_months === null) return "later";
  const of = in_use === newest ? "" : ` of ${in_use}`;
  const isMore = monthsAfter(in_use as Day, age_months) < date;
  const months = `${isMore ? "more than " : ""}${plainCountText(age_months, "month")}`;
  return `${months}${of}${stale ? ", stale" : ""}`;
}
