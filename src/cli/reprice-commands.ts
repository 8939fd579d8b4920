import { resolve } from "node:path";
import type { Command } from "commander";
import {
  databaseSetting,
  homeSetting,
  releaseSetting,
  staleAfterSetting,
  timeZoneSetting,
} from "../serve/operations/configuration.ts";
import { example, jsonOption, lazily, optionFor, switchOption } from "./options.ts";
import {
  bySetting,
  claimsCsvSetting,
  claimsSetting,
  columnsFileSetting,
  columnsSetting,
  compareSetting,
  diffCsvSetting,
  diffSettingSetting,
  diffStateSetting,
  fieldsSetting,
  firstLineSetting,
  headerFileSetting,
  onSetting,
  passThroughSetting,
  repriceDatabaseSetting,
  repricedSetting,
  sheetSetting,
  shownSetting,
  threadsSetting,
  toleranceSetting,
  workbookSetting,
  workReleaseSetting,
} from "./reprice-options.ts";

/** A file of claims, priced here or by other machines. */
export function addReprice(program: Command): void {
  program
    .command("reprice")
    .description(
      "price a table of lookups, on all cores; exits with 1 when some of its lines are faulty, with 3 when it streams (- -)",
    )
    .argument("<state>", "a state code such as ca")
    .argument("<setting>", "outpatient or inpatient")
    .argument("<file>", "the lookups: a workbook or a text of columns; - for standard input")
    .argument("[out]", "what --out names; - after - streams", (path: string) => (path === "-" ? path : resolve(path)))
    .addOption(optionFor(releaseSetting))
    .addOption(optionFor(repricedSetting))
    .addOption(optionFor(sheetSetting))
    .addOption(optionFor(fieldsSetting))
    .addOption(optionFor(columnsSetting))
    .addOption(optionFor(columnsFileSetting))
    .addOption(optionFor(compareSetting))
    .addOption(optionFor(passThroughSetting))
    .addOption(
      switchOption(
        "--no-charge-limit",
        "RATEBOOK_REPRICE_NO_CHARGE_LIMIT",
        "expect the rate also where less was billed",
      ),
    )
    .addOption(optionFor(toleranceSetting))
    .addOption(optionFor(bySetting))
    .addOption(optionFor(workbookSetting))
    .addOption(
      switchOption(
        "--explain",
        "RATEBOOK_REPRICE_EXPLAIN",
        "add where each figure comes from, and the command for more",
      ),
    )
    .addOption(
      switchOption(
        "--dry-run",
        "RATEBOOK_REPRICE_DRY_RUN",
        "show the columns and the first ten lines as they would be read",
      ),
    )
    .addOption(switchOption("--resume", "RATEBOOK_REPRICE_RESUME", "go on with an interrupted run"))
    .addOption(switchOption("--force", "RATEBOOK_REPRICE_FORCE", "replace what is there, an interrupted run included"))
    .addOption(optionFor(headerFileSetting))
    .addOption(optionFor(firstLineSetting))
    .addOption(
      switchOption("--omit-header", "RATEBOOK_REPRICE_OMIT_HEADER", "stream results without the names of the columns"),
    )
    .addOption(optionFor(threadsSetting))
    .addOption(optionFor(repriceDatabaseSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(jsonOption("print the summary as JSON"))
    .addHelpText(
      "after",
      example("ratebook reprice ca outpatient claims.csv --release rates.db --out repriced.csv --compare paid_amount"),
    )
    .action(lazily(async () => (await import("./commands/reprice.ts")).reprice));
}

/** Those other machines. */
export function addWork(program: Command): void {
  program
    .command("work")
    .description("price ranges of the files that others reprice with the same database, until told to stop")
    .addOption(optionFor(databaseSetting))
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(workReleaseSetting))
    .addOption(optionFor(threadsSetting))
    .addHelpText(
      "after",
      example("ratebook work --database postgres://ratebook@db.example/ratebook --release rates.db"),
    )
    .action(lazily(async () => (await import("./commands/work.ts")).work));
}

/** Two releases, and what changes for a file of claims. */
export function addDiff(program: Command): void {
  program
    .command("diff")
    .description(
      "what changed from one release to another, and to claims; exits with 1 when some of their lines are faulty",
    )
    .argument("<before>", "the earlier release")
    .argument("<after>", "the later release")
    .addOption(optionFor(onSetting))
    .addOption(optionFor(diffStateSetting))
    .addOption(optionFor(shownSetting))
    .addOption(optionFor(diffCsvSetting))
    .addOption(optionFor(claimsSetting))
    .addOption(optionFor(diffSettingSetting))
    .addOption(optionFor(claimsCsvSetting))
    .addOption(optionFor(sheetSetting))
    .addOption(optionFor(columnsSetting))
    .addOption(optionFor(columnsFileSetting))
    .addOption(optionFor(passThroughSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(jsonOption("print all changes as JSON"))
    .addHelpText(
      "after",
      example("ratebook diff january.db february.db --claims claims.csv --state ca --setting outpatient"),
    )
    .action(lazily(async () => (await import("./commands/diff.ts")).diff));
}
