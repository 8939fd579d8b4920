import { availableParallelism } from "node:os";
import { serverSettings } from "../operations/configuration.ts";
import { type OperatorSetting, readPath } from "../operations/setting.ts";
import { STANDARD_OUTPUT } from "../reprice/repricing.ts";
import { Refusal } from "../text/refusal.ts";

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
