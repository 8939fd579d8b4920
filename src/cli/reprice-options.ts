import { availableParallelism } from "node:os";
import { type Day, parseIsoDay } from "../core/calendar/day.ts";
import { Refusal } from "../core/text/refusal.ts";
import { NO_TOLERANCE, readTolerance, type Tolerance } from "../reprice/pricing/payment-comparison.ts";
import type { ClaimsStream } from "../reprice/reading/open-stream.ts";
import { readGroupingNames } from "../reprice/report/grouping.ts";
import { STANDARD_INPUT, STANDARD_OUTPUT } from "../reprice/repricing.ts";
import { databaseSetting, releaseSetting, serverSettings } from "../serve/operations/configuration.ts";
import { type OperatorSetting, readPath, readWhole } from "../serve/operations/setting.ts";
import { commandIo, wrongUsage } from "./command-io.ts";

export const repricedSetting: OperatorSetting<string | null> = {
  flags: "--out <file>",
  variable: "RATEBOOK_REPRICE_OUT",
  description: "the CSV to write, which appears under this name only when it is complete; - for standard output",
  fallback: null,
  fallbackText: "none: needed unless --dry-run is given",
  read: (text) => (text === STANDARD_OUTPUT ? text : readPath(text)),
};

export const sheetSetting: OperatorSetting<string | null> = {
  flags: "--sheet <name>",
  variable: "RATEBOOK_REPRICE_SHEET",
  description: "the sheet of a workbook that has the lookups, by its name or its number",
  fallback: null,
  fallbackText: "the first",
  read: (text) => text.trim() || new Refusal("the name or the number of a sheet"),
};

export const fieldsSetting: OperatorSetting<readonly string[] | null> = {
  flags: "--fields <names>",
  variable: "RATEBOOK_REPRICE_FIELDS",
  description: "the fields of the result to write, such as payment_rate,error_message; all for every field",
  fallback: null,
  fallbackText: "the amount, its kind, provider, period, calculation and error",
  read: readNames,
};

export const compareSetting: OperatorSetting<string | null> = {
  flags: "--compare <column>",
  variable: "RATEBOOK_REPRICE_COMPARE",
  description: "the column with the amount to compare: what was allowed or what was paid",
  fallback: null,
  fallbackText: "by its heading, allowed before paid",
  read: (text) => text.trim() || new Refusal("the name of a column"),
};

export const columnsSetting: OperatorSetting<ReadonlyMap<string, string>> = {
  flags: "--columns <heading=name,...>",
  variable: "RATEBOOK_REPRICE_COLUMNS",
  description: "what columns are that are not recognised, such as DOS=date_of_service,Paid=paid_amount",
  fallback: new Map(),
  fallbackText: "by their headings",
  read: readColumns,
};

export const columnsFileSetting: OperatorSetting<string | null> = {
  flags: "--columns-file <file>",
  variable: "RATEBOOK_REPRICE_COLUMNS_FILE",
  description: "a file that keeps what the columns are: read when it is there, else written",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const passThroughSetting: OperatorSetting<readonly string[]> = {
  flags: "--pass-through <columns>",
  variable: "RATEBOOK_REPRICE_PASS_THROUGH",
  description: "columns that are no parameters although they look like one",
  fallback: [],
  fallbackText: "none",
  read: readNames,
};

export const threadsSetting: OperatorSetting<number> = {
  ...serverSettings.workers,
  description: "threads that price",
  fallback: availableParallelism(),
  fallbackText: "one per core",
};

function readNames(text: string): readonly string[] | Refusal {
  const names = text.split(",").map((name) => name.trim());
  return names.includes("") ? new Refusal("names separated by commas") : names;
}

/** A heading may have an equals sign in it; the name that follows has none. */
function readColumns(text: string): ReadonlyMap<string, string> | Refusal {
  const columns = new Map<string, string>();
  for (const entry of text.split(",")) {
    const sign = entry.lastIndexOf("=");
    const heading = entry.slice(0, Math.max(sign, 0)).trim();
    const name = entry.slice(sign + 1).trim();
    if (heading === "" || name === "") {
      return new Refusal("headings with what they are, such as DOS=date_of_service,Paid=paid_amount");
    }
    if (columns.has(heading)) return new Refusal(`each heading once, and ${heading} is there twice`);
    columns.set(heading, name);
  }
  return columns;
}

export const toleranceSetting: OperatorSetting<Tolerance> = {
  flags: "--tolerance <amount>",
  variable: "RATEBOOK_REPRICE_TOLERANCE",
  description: "differences up to this much are as expected: dollars such as 0.50, or a percentage such as 1%",
  fallback: NO_TOLERANCE,
  fallbackText: "none: to the cent",
  read: readTolerance,
};

export const bySetting: OperatorSetting<readonly string[] | null> = {
  flags: "--by <names>",
  variable: "RATEBOOK_REPRICE_BY",
  description: "totals by code, provider, month and columns of the input, such as code,Payer",
  fallback: null,
  fallbackText: "code,provider,month where payments are compared or a workbook is written",
  read: readGroupingNames,
};

export const workbookSetting: OperatorSetting<string | null> = {
  flags: "--workbook <file.xlsx>",
  variable: "RATEBOOK_REPRICE_WORKBOOK",
  description: "a workbook to write: summary, underpaid and overpaid lines, totals and sources",
  fallback: null,
  fallbackText: "none",
  read: readWorkbookPath,
};

function readWorkbookPath(text: string): string | Refusal {
  const path = readPath(text);
  if (path instanceof Refusal) return path;
  return /\.xlsx$/i.test(path) ? path : new Refusal("a file whose name ends with .xlsx");
}

/** Not the variable of a node: a command that is given on one prices there, unless an option says otherwise. */
export const repriceDatabaseSetting: OperatorSetting<string | null> = {
  ...databaseSetting,
  variable: "RATEBOOK_REPRICE_DATABASE_URL",
  description: 'a PostgreSQL (14 or newer) whose nodes price the file: those that run "ratebook work" with it',
  fallbackText: "none: this machine prices it",
};

export const workReleaseSetting: OperatorSetting<string | null> = {
  ...releaseSetting,
  description:
    "a release that ranges may be priced with; any other is pulled from the catalogue of the database into the home",
  fallback: null,
  fallbackText: "none: all are pulled",
  read: readPath,
};

/** Beyond any file that could be cut into ranges. */
const LINE_MAX = 999_999_999_999;
/** The line after the headings. */
const FIRST_LINE = 2;

export const headerFileSetting: OperatorSetting<string | null> = {
  flags: "--header-file <file>",
  variable: "RATEBOOK_REPRICE_HEADER_FILE",
  description: "a file that begins with the headings, for a range of lines without them on standard input",
  fallback: null,
  fallbackText: "none: the input begins with them",
  read: readPath,
};

export const firstLineSetting: OperatorSetting<number | null> = {
  flags: "--first-line <number>",
  variable: "RATEBOOK_REPRICE_FIRST_LINE",
  description: "which line of the whole file the range begins with, as input_line counts",
  fallback: null,
  fallbackText: String(FIRST_LINE),
  read: (text) => readWhole(text, 1, LINE_MAX),
};

export interface StreamOptions {
  readonly headerFile: string | null;
  readonly firstLine: number | null;
  readonly omitHeader: boolean;
}

/** Where results go: named after the input, or with an option, and in one way alone. */
export function outputNamed(argument: string | undefined, option: string | null): string | null {
  if (argument === undefined) return option;
  if (option !== null) throw wrongUsage("The output is named twice: leave --out out, or the name after the input.");
  return argument;
}

/**
 * A filter, `reprice ca outpatient - -`, reads what comes and writes what it makes of it, a range of a file as well; null for
 * any other repricing, which the options of a filter are refused for.
 */
export function streamOf(
  input: string,
  argument: string | undefined,
  { headerFile, firstLine, omitHeader }: StreamOptions,
): ClaimsStream | null {
  const isFilter = input === STANDARD_INPUT && argument === STANDARD_OUTPUT;
  const asked = [
    headerFile !== null && "--header-file",
    firstLine !== null && "--first-line",
    omitHeader && "--omit-header",
  ];
  const [first] = asked.filter((option) => option !== false);
  if (!isFilter && first !== undefined) {
    throw wrongUsage(`${first} is for ranges that are streamed: write - - after the setting, or leave it out.`);
  }
  if (!isFilter) return null;
  if (headerFile === null && firstLine !== null) {
    throw wrongUsage("--first-line numbers a range without headings: say where they are with --header-file.");
  }
  const range = headerFile === null ? null : { headerFile, firstLine: firstLine ?? FIRST_LINE };
  return { bytes: commandIo().stdin, range };
}

/** More is read in a file: see --csv and --json. */
const SHOWN_MAX = 10_000;

export const onSetting: OperatorSetting<Day | null> = {
  flags: "--on <day>",
  variable: "RATEBOOK_DIFF_ON",
  description: "compare what is in force on one day, as YYYY-MM-DD",
  fallback: null,
  fallbackText: "all days",
  read: (text) => parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD"),
};

export const diffStateSetting: OperatorSetting<string | null> = {
  flags: "--state <code>",
  variable: "RATEBOOK_DIFF_STATE",
  description: "compare one state alone; needed with --claims",
  fallback: null,
  fallbackText: "all that both hold",
  read: (text) => text,
};

export const diffSettingSetting: OperatorSetting<string | null> = {
  flags: "--setting <setting>",
  variable: "RATEBOOK_DIFF_SETTING",
  description: "outpatient or inpatient: what the claims are; needed with --claims",
  fallback: null,
  fallbackText: "none",
  read: (text) => text,
};

export const claimsSetting: OperatorSetting<string | null> = {
  flags: "--claims <file>",
  variable: "RATEBOOK_DIFF_CLAIMS",
  description: "a table of claims (CSV, XLSX ...), as reprice takes it: what the change does to them",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const shownSetting: OperatorSetting<number> = {
  flags: "--limit <number>",
  variable: "RATEBOOK_DIFF_LIMIT",
  description: "how many of the largest changes are shown of each table; JSON and CSV have them all",
  fallback: 10,
  read: (text) => readWhole(text, 0, SHOWN_MAX),
};

export const diffCsvSetting: OperatorSetting<string | null> = {
  flags: "--csv <file>",
  variable: "RATEBOOK_DIFF_CSV",
  description: "write all changes to this CSV; it appears under this name only when it is complete",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const claimsCsvSetting: OperatorSetting<string | null> = {
  flags: "--claims-csv <file>",
  variable: "RATEBOOK_DIFF_CLAIMS_CSV",
  description: "write what becomes of every line of the claims to this CSV; it appears when it is complete",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};
