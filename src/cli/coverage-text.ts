import type { Day } from "../calendar/day.ts";
import { monthsAfter } from "../calendar/months.ts";
import type {
  CounterpartCoverage,
  Coverage,
  GapExample,
  PublicationCoverage,
  SettingCoverage,
  StateCoverage,
  TableCoverage,
} from "../coverage/coverage.ts";
import { tableLines, wrapped } from "../text/terminal.ts";

/** Enough to look into one; JSON has more. */
const EXAMPLES_SHOWN = 3;

/** Coverage for a terminal: a table per state, and below it what deserves a look. */
export function coverageText(coverage: Coverage): string {
  const { release, date, states, common } = coverage;
  return [
    `${release.name}, version ${release.version}, on ${date}`,
    ...states.map((state) => stateText(state, date)),
    ["Shared by all states", ...tablesText(common, date)].join("\n"),
  ].join("\n\n");
}

function stateText({ name, settings, tables, counterparts }: StateCoverage, date: string): string {
  const remarks = [...tables.flatMap(tableRemarks), ...counterparts.flatMap(counterpartRemarks)].map((remark) =>
    wrapped("  - ", remark),
  );
  return [
    [name, ...settings.map(settingText)].join("\n"),
    tablesText(tables, date).join("\n"),
    ...(remarks.length === 0 ? [] : [["Worth a look", ...remarks].join("\n")]),
  ].join("\n\n");
}

function settingText({ setting, loaded, not_loaded_tables, stale_tables }: SettingCoverage): string {
  const parts = [
    not_loaded_tables.length === 0 ? null : `without rows: ${not_loaded_tables.join(", ")}`,
    stale_tables.length === 0 ? null : `stale: ${stale_tables.join(", ")}`,
  ].filter((part) => part !== null);
  return wrapped("  ", [`${setting}: ${loaded ? "loaded" : "not loaded"}`, ...parts].join("; "));
}

const HEADER = ["TABLE", "ROWS", "KEYS", "IN FORCE", "FIRST DAY", "LAST DAY", "EDITION", "AGE", "SYNTHETIC"];

function tablesText(tables: readonly TableCoverage[], date: string): readonly string[] {
  return tableLines(
    HEADER,
    tables.flatMap((table) => tableCells(table, date)),
  );
}

/** A line per table; where several publications feed it, one below it for each of them. */
function tableCells(table: TableCoverage, date: string): string[][] {
  const { publications } = table;
  const [only] = publications;
  const isFedByOne = publications.length === 1 && only !== undefined;
  return [
    [
      table.table,
      table.rows > 0 ? String(table.rows) : table.built_in ? "built-in values" : "not loaded",
      String(table.keys),
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

/** Whole months; days beyond them are not dropped silently, since a limit is passed with the first of them. */
function ageText({ in_use, age_months, newest, stale }: PublicationCoverage, date: string): string {
  if (in_use === null || age_months === null) return "later";
  const of = in_use === newest ? "" : ` of ${in_use}`;
  const isMore = monthsAfter(in_use as Day, age_months) < date;
  const months = `${isMore ? "more than " : ""}${age_months} ${age_months === 1 ? "month" : "months"}`;
  return `${months}${of}${stale ? ", stale" : ""}`;
}

function tableRemarks({ table, gaps }: TableCoverage): readonly string[] {
  if (gaps === null || gaps.keys === 0) return [];
  const keys = gaps.keys === 1 ? "1 key has" : `${gaps.keys} keys have`;
  return [
    `${table}: ${keys} days without a row between two periods, such as ${gaps.examples.slice(0, EXAMPLES_SHOWN).map(gapText).join("; ")}`,
  ];
}

function gapText({ key, from, to }: GapExample): string {
  const cells = Object.entries(key).map(([name, value]) => `${name}=${value ?? ""}`);
  return `${cells.join(" ")} (${from} to ${to})`;
}

function counterpartRemarks({ what, of, needs, loaded, checked, lacking, examples }: CounterpartCoverage): string[] {
  if (!loaded) return checked === 0 ? [] : [`${what}: not compared, since ${needs.join(", ")} has none`];
  if (lacking === 0) return [];
  const shown = examples.slice(0, EXAMPLES_SHOWN);
  const more = lacking > shown.length ? ` and ${lacking - shown.length} more` : "";
  return [`${what} (${of}): ${lacking} of ${checked}: ${shown.join(", ")}${more}`];
}
