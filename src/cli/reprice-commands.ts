import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Refusal } from "../core/text/refusal.ts";
import { NO_TOLERANCE, readTolerance } from "../reprice/pricing/payment-comparison.ts";
import { readGroupingNames } from "../reprice/report/grouping.ts";
import { STANDARD_OUTPUT } from "../reprice/repricing.ts";
import { OPTION_DESCRIPTIONS } from "../reprice/repricing-options.ts";
import {
  databaseSetting,
  homeSetting,
  optionalRelease,
  serverSettings,
  staleAfterSetting,
  timeZoneSetting,
} from "../serve/operations/configuration.ts";
import { type OperatorSetting, readPath, readWhole } from "../serve/operations/setting.ts";
import {
  answering,
  defaulting,
  example,
  jsonOption,
  lazily,
  optional,
  optionFor,
  readDay,
  SETTING_ARGUMENT,
  STATE_ARGUMENT,
  toggle,
  withOptions,
} from "./options.ts";

/** More than any file has. */
const LINE_MAX = 999_999_999_999;

/** For more, see --csv and --json. */
const SHOWN_MAX = 10_000;

export function addReprice(program: Command): void {
  withOptions(
    answering(
      program
        .command("reprice")
        .description("price a table of lookups, on all cores; exits with 3 when it is done and some lines are rejected")
        .argument(...STATE_ARGUMENT)
        .argument(...SETTING_ARGUMENT)
        .argument(
          "<file>",
          "the lookups: a workbook, a text of columns, or a remittance or claims in X12 (835, 837); - for standard input",
        )
        .argument("[out]", "what --out names; - after - streams", (path: string) =>
          path === "-" ? path : resolve(path),
        ),
    ),
    optional(
      "--out <file>",
      "the CSV to write, which appears under this name only when it is complete; - for standard output",
      (text) => (text === STANDARD_OUTPUT ? text : readPath(text)),
      "none: needed unless --dry-run is given",
    ),
    sheetOption,
    optional("--claims <file>", OPTION_DESCRIPTIONS.claims.what, readPath, OPTION_DESCRIPTIONS.claims.absent),
    optional("--fields <names>", OPTION_DESCRIPTIONS.fields.what, readNames, OPTION_DESCRIPTIONS.fields.absent),
    columnsOption,
    columnsFileOption,
    optional(
      "--compare <column>",
      OPTION_DESCRIPTIONS.compare.what,
      (text) => text.trim() || new Refusal("the name of a column"),
      OPTION_DESCRIPTIONS.compare.absent,
    ),
    passThroughOption,
    toggle("--no-charge-limit", OPTION_DESCRIPTIONS.noChargeLimit.what),
    defaulting(
      "--tolerance <amount>",
      OPTION_DESCRIPTIONS.tolerance.what,
      readTolerance,
      NO_TOLERANCE,
      OPTION_DESCRIPTIONS.tolerance.absent,
    ),
    optional("--by <names>", OPTION_DESCRIPTIONS.by.what, readGroupingNames, OPTION_DESCRIPTIONS.by.absent),
    optional(
      "--workbook <file.xlsx>",
      "a workbook to write: summary, underpaid and overpaid lines, totals and sources",
      readWorkbookPath,
    ),
    toggle("--medicare", OPTION_DESCRIPTIONS.medicare.what),
    toggle("--explain", "add where each figure comes from, and the command for more"),
    toggle("--dry-run", OPTION_DESCRIPTIONS.dryRun.what),
    toggle("--resume", "go on with an interrupted run"),
    toggle("--force", "replace what is there, an interrupted run included"),
    optional(
      "--header-file <file>",
      "a file that begins with the headings, for a range of lines without them on standard input",
      readPath,
      "none: the input begins with them",
    ),
    optional(
      "--first-line <number>",
      "which line of the whole file the range begins with, as input_line counts",
      (text) => readWhole(text, 1, LINE_MAX),
      "2",
    ),
    toggle("--omit-header", "stream results without the names of the columns"),
    optionFor(threadsSetting),
    optionFor(repriceDatabaseSetting),
    optionFor(staleAfterSetting),
    optionFor(timeZoneSetting),
    jsonOption("print the summary as JSON"),
  )
    .addHelpText(
      "after",
      example("ratebook reprice ca outpatient claims.csv --release rates.db --out repriced.csv --compare paid_amount"),
    )
    .action(lazily(async () => (await import("./commands/reprice.ts")).reprice));
}

export function addWork(program: Command): void {
  withOptions(
    program
      .command("work")
      .description("price ranges of the files that others reprice with the same database, until stopped"),
    optionFor(databaseSetting),
    optionFor(homeSetting),
    optionFor(workReleaseSetting),
    optionFor(threadsSetting),
  )
    .addHelpText(
      "after",
      example("ratebook work --database postgres://ratebook@db.example/ratebook --release rates.db"),
    )
    .action(lazily(async () => (await import("./commands/work.ts")).work));
}

export function addDiff(program: Command): void {
  withOptions(
    program
      .command("diff")
      .description(
        "what changed from one release to another, and to claims; exits with 3 when it is done and some of their lines are rejected",
      )
      .argument("<before>", "the earlier release")
      .argument("<after>", "the later release"),
    optional("--on <day>", "compare what is in force on one day, as YYYY-MM-DD", readDay, "all days"),
    optional("--state <code>", "compare one state alone; needed with --claims", undefined, "all that both hold"),
    defaulting(
      "--limit <number>",
      "how many of the largest changes are shown of each table; JSON and CSV have them all",
      (text) => readWhole(text, 0, SHOWN_MAX),
      10,
    ),
    optional(
      "--csv <file>",
      "write all changes to this CSV; it appears under this name only when it is complete",
      readPath,
    ),
    optional(
      "--claims <file>",
      "a table of claims (CSV, XLSX ...), as reprice takes it: what the change does to them",
      readPath,
    ),
    optional("--setting <setting>", "outpatient or inpatient: what the claims are; needed with --claims"),
    optional(
      "--claims-csv <file>",
      "write what becomes of every line of the claims to this CSV; it appears when it is complete",
      readPath,
    ),
    sheetOption,
    columnsOption,
    columnsFileOption,
    passThroughOption,
    optionFor(timeZoneSetting),
    jsonOption("print all changes as JSON"),
  )
    .addHelpText(
      "after",
      example("ratebook diff january.db february.db --claims claims.csv --state ca --setting outpatient"),
    )
    .action(lazily(async () => (await import("./commands/diff.ts")).diff));
}

const threadsSetting: OperatorSetting<number> = {
  ...serverSettings.workers,
  description: "threads that price",
  fallback: availableParallelism(),
  fallbackText: "one per core",
};

/** Not a node's variable: on a node the command prices locally, unless an option says otherwise. */
const repriceDatabaseSetting: OperatorSetting<string | null> = {
  ...databaseSetting,
  variable: "RATEBOOK_REPRICE_DATABASE_URL",
  description: 'a PostgreSQL (14 or newer) whose nodes price the file: those that run "ratebook work" with it',
  fallbackText: "none: this machine prices it",
};

const workReleaseSetting: OperatorSetting<string | null> = {
  ...optionalRelease("none: all are pulled"),
  description:
    "a release that ranges may be priced with; any other is pulled from the catalogue of the database into the home",
};

const sheetOption = optional(
  "--sheet <name>",
  OPTION_DESCRIPTIONS.sheet.what,
  (text) => text.trim() || new Refusal("the name or the number of a sheet"),
  OPTION_DESCRIPTIONS.sheet.absent,
);

const COLUMNS_EXAMPLE = "DOS=date_of_service,Paid=paid_amount";

const columnsOption = defaulting(
  "--columns <heading=name,...>",
  `${OPTION_DESCRIPTIONS.columns.what}, such as ${COLUMNS_EXAMPLE}`,
  readColumns,
  new Map(),
  OPTION_DESCRIPTIONS.columns.absent,
);

const columnsFileOption = optional(
  "--columns-file <file>",
  "a file that keeps what the columns are: read when it is there, else written",
  readPath,
);

const passThroughOption = defaulting(
  "--pass-through <columns>",
  "columns that are no parameters although they look like one",
  readNames,
  [],
  "none",
);

function readNames(text: string): readonly string[] | Refusal {
  const names = text.split(",").map((name) => name.trim());
  return names.includes("") ? new Refusal("names separated by commas") : names;
}

/** A heading may contain an equals sign; the name after it does not. */
function readColumns(text: string): ReadonlyMap<string, string> | Refusal {
  const columns = new Map<string, string>();
  for (const entry of text.split(",")) {
    const sign = entry.lastIndexOf("=");
    const heading = entry.slice(0, Math.max(sign, 0)).trim();
    const name = entry.slice(sign + 1).trim();
    if (heading === "" || name === "") {
      return new Refusal(`headings with what they are, such as ${COLUMNS_EXAMPLE}`);
    }
    if (columns.has(heading)) return new Refusal(`each heading once, and ${heading} is there twice`);
    columns.set(heading, name);
  }
  return columns;
}

function readWorkbookPath(text: string): string | Refusal {
  const path = readPath(text);
  if (path instanceof Refusal) return path;
  return /\.xlsx$/i.test(path) ? path : new Refusal("a file whose name ends with .xlsx");
}
