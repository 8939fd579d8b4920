import { resolve } from "node:path";
import { Command } from "commander";
import { programVersion } from "../files/program-version.ts";
import {
  homeSetting,
  releaseSetting,
  serverSettings,
  staleAfterSetting,
  timeZoneSetting,
} from "../operations/configuration.ts";
import {
  claimsCsvSetting,
  claimsSetting,
  diffCsvSetting,
  diffSettingSetting,
  diffStateSetting,
  onSetting,
  shownSetting,
} from "./diff-options.ts";
import { localReleaseSetting, serverUrlSetting } from "./mcp-options.ts";
import {
  asOfSetting,
  changesSetting,
  dateSetting,
  expectedHashSetting,
  initStatesSetting,
  intoSetting,
  jsonOption,
  keyExpiresSetting,
  keyNameSetting,
  keyRateSetting,
  keyStatesSetting,
  mapSetting,
  optionFor,
  outSetting,
  overlapSetting,
  switchOption,
  templateSetting,
} from "./options.ts";
import { bySetting, toleranceSetting, workbookSetting } from "./report-options.ts";
import {
  columnsFileSetting,
  columnsSetting,
  compareSetting,
  fieldsSetting,
  passThroughSetting,
  repricedSetting,
  sheetSetting,
  threadsSetting,
} from "./reprice-options.ts";
import type { ExitCode } from "./usage.ts";

/** The commands as help shows them. What a command does is loaded when it runs, so that each starts fast. */
export function ratebook(): Command {
  const program = new Command("ratebook")
    .description("What a state's Medicaid program pays, with the calculation behind it.")
    .version(programVersion())
    .showHelpAfterError("Add --help to see how the command is used.")
    .exitOverride();
  addServer(program);
  addDataset(program);
  addKeys(program.command("keys").description("make, list, revoke and rotate API keys"));
  addAudit(program.command("audit").description("show and prove the log of what was done to keys and servers"));
  addLookups(program);
  addReprice(program);
  addDiff(program);
  addMcp(program);
  return program;
}

function addServer(program: Command): void {
  const serve = program.command("serve").description("answer requests over HTTP until told to stop");
  for (const setting of Object.values(serverSettings)) serve.addOption(optionFor(setting));
  serve
    .addHelpText("after", example("ratebook serve --release rates.db --home /var/lib/ratebook --port 8080 --workers 4"))
    .action(lazily(async () => (await import("./commands/serve.ts")).serve));

  program
    .command("reload")
    .description("have the running servers of a home take up the release at their path anew")
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText(
      "after",
      example("ratebook build data/2027 --out rates.db && ratebook reload --home /var/lib/ratebook"),
    )
    .action(lazily(async () => (await import("./commands/reload.ts")).reload));
}

function addDataset(program: Command): void {
  program
    .command("init")
    .description("make an empty dataset")
    .argument("<dataset>", "the folder to make; one that is there must be empty", (path: string) => resolve(path))
    .addOption(optionFor(initStatesSetting))
    .addOption(jsonOption("print what was made as JSON"))
    .addHelpText("after", example("ratebook init my-dataset --states ca"))
    .action(lazily(async () => (await import("./commands/init.ts")).init));

  program
    .command("status")
    .description(
      "show what a dataset has and needs: settings, publications, where they are published and how old they are",
    )
    .argument("<dataset>", "the folder with dataset.json")
    .addOption(jsonOption("print it as JSON"))
    .addHelpText("after", example("ratebook status my-dataset"))
    .action(lazily(async () => (await import("./commands/status.ts")).status));

  program
    .command("check")
    .description("report every fault of a dataset")
    .argument("<dataset>", "the folder with dataset.json")
    .addOption(jsonOption("print the faults as JSON"))
    .addHelpText("after", example("ratebook check data/sample"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).check));

  program
    .command("build")
    .description("compile a dataset to a release")
    .argument("<dataset>", "the folder with dataset.json")
    .addOption(optionFor(outSetting))
    .addOption(jsonOption("print what was built as JSON"))
    .addHelpText("after", example("ratebook build data/sample --out rates.db"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).build));

  program
    .command("verify")
    .description("prove that a release is as it was built; exits with 1 when it is not")
    .argument("<file>", "the release")
    .addOption(jsonOption("print the findings as JSON"))
    .addHelpText("after", example("ratebook verify rates.db"))
    .action(lazily(async () => (await import("./commands/verify.ts")).verify));

  program
    .command("coverage")
    .description("tell what a release covers: rows, periods, editions, gaps and what lacks its counterpart")
    .argument("<file>", "the release")
    .addOption(optionFor(dateSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText("after", example("ratebook coverage rates.db --date 2026-10-01"))
    .action(lazily(async () => (await import("./commands/coverage.ts")).coverage));

  program
    .command("import")
    .description("take an edition of a publication into a dataset")
    .argument("[publication]", "what it is, such as ca/medi-cal-rates; see --list. After --list, the state to list")
    .argument("[file]", "the file as it was downloaded, ZIP included")
    .addOption(optionFor(intoSetting))
    .addOption(optionFor(asOfSetting))
    .addOption(optionFor(mapSetting))
    .addOption(optionFor(changesSetting))
    .addOption(
      switchOption(
        "--accept-shrink",
        "RATEBOOK_ACCEPT_SHRINK",
        "take an edition that ends more than a fifth of a table",
      ),
    )
    .addOption(switchOption("--dry-run", "RATEBOOK_DRY_RUN", "tell what would change and write nothing"))
    .addOption(
      switchOption("--list", "RATEBOOK_LIST", "list the publications that can be imported, of a state or of all"),
    )
    .addOption(optionFor(templateSetting))
    .addOption(jsonOption("print the report, or the list, as JSON"))
    .addHelpText("after", example("ratebook import ca/medi-cal-rates rates.zip --into my-dataset --dry-run"))
    .action(lazily(async () => (await import("./commands/import.ts")).importPublication));
}

function addKeys(keys: Command): void {
  const commands = () => import("./commands/keys.ts");
  keys
    .command("create")
    .description("make a key; it is shown once")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(keyNameSetting))
    .addOption(optionFor(keyStatesSetting))
    .addOption(optionFor(keyExpiresSetting))
    .addOption(optionFor(keyRateSetting))
    .addOption(jsonOption("print the key as JSON"))
    .addHelpText("after", example('ratebook keys create --name "Mercy billing" --states ca --expires 90d'))
    .action(lazily(async () => (await commands()).create));

  keys
    .command("list")
    .description("list the keys of a home")
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the keys as JSON"))
    .addHelpText("after", example("ratebook keys list --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).list));

  keys
    .command("revoke")
    .description("end a key at once; running servers notice within a second")
    .argument("<id>", 'the ID that "keys list" shows')
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys revoke key_4dYq0cXr7TbM"))
    .action(lazily(async () => (await commands()).revoke));

  keys
    .command("rotate")
    .description("make a key with the same scope in place of another, which goes on working for a while")
    .argument("<id>", 'the ID that "keys list" shows')
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(overlapSetting))
    .addOption(jsonOption("print the new key as JSON"))
    .addHelpText("after", example("ratebook keys rotate key_4dYq0cXr7TbM --overlap 24h"))
    .action(lazily(async () => (await commands()).rotate));
}

function addAudit(audit: Command): void {
  const commands = () => import("./commands/audit.ts");
  audit
    .command("verify")
    .description("prove that no line of the audit log was changed, taken out or put in; exits with 1 when one was")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(expectedHashSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook audit verify --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).verify));

  audit
    .command("list")
    .description("list what was done to the keys and servers of a home")
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the entries as JSON"))
    .addHelpText("after", example("ratebook audit list --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).list));
}

/** A command that answers one lookup without a server. */
function lookupCommand(program: Command, name: string): Command {
  return program
    .command(name)
    .argument("<state>", "a state code such as ca")
    .argument("<setting>", "outpatient or inpatient")
    .argument("[parameters...]", "the parameters of the lookup, name=value")
    .addOption(optionFor(releaseSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting));
}

function addLookups(program: Command): void {
  lookupCommand(program, "price")
    .description("answer one rate lookup without a server")
    .addOption(jsonOption("print the results as the API does"))
    .addHelpText("after", example("ratebook price ca outpatient --release rates.db npi=1234567893 billing_code=99213"))
    .action(lazily(async () => (await import("./commands/price.ts")).price));

  lookupCommand(program, "explain")
    .description("answer one rate lookup with every step, figure and source of its prices")
    // What is written on the command line counts before what a variable says.
    .addOption(jsonOption("print the record as JSON").implies({ html: false }))
    .addOption(
      switchOption("--html", "RATEBOOK_HTML", "print a page that can be printed and sent on").implies({ json: false }),
    )
    .addHelpText(
      "after",
      example(
        "ratebook explain ca outpatient --release rates.db npi=1234567893 billing_code=99213 --html > price.html",
      ),
    )
    .action(lazily(async () => (await import("./commands/explain.ts")).explain));

  lookupCommand(program, "options")
    .description("tell what else could be sent with one lookup, and what it would do to its price")
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText(
      "after",
      example("ratebook options ca outpatient --release rates.db npi=1234567893 billing_code=99213"),
    )
    .action(lazily(async () => (await import("./commands/options.ts")).options));

  program
    .command("history")
    .description("tell the price of one lookup in every published period, and what changed")
    .argument("<state>", "a state code such as ca")
    .argument("<setting>", "outpatient or inpatient")
    .argument("[parameters...]", "the parameters of the lookup without its day, name=value; also from, to and limit")
    .addOption(optionFor(releaseSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText(
      "after",
      example("ratebook history ca outpatient --release rates.db npi=1234567893 billing_code=99213"),
    )
    .action(lazily(async () => (await import("./commands/history.ts")).history));

  program
    .command("compare")
    .description("compare one code over providers, or one provider over codes")
    .argument("<state>", "a state code such as ca")
    .argument("<setting>", "outpatient or inpatient")
    .argument("[parameters...]", "the parameters of the lookup and of the search, name=value; or billing_codes=A,B,C")
    .addOption(optionFor(releaseSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText(
      "after",
      example('ratebook compare ca inpatient --release rates.db billing_code=560-1 provider_name="mercy"'),
    )
    .action(lazily(async () => (await import("./commands/compare.ts")).compare));

  program
    .command("search")
    .description("search the providers of a state without a server")
    .argument("<state>", "a state code such as ca")
    .argument("[parameters...]", "the parameters of the search, name=value")
    .addOption(optionFor(releaseSetting))
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText("after", example('ratebook search ca --release rates.db provider_name="mercy" limit=10'))
    .action(lazily(async () => (await import("./commands/search.ts")).search));
}

function addReprice(program: Command): void {
  program
    .command("reprice")
    .description("price a table of lookups, on all cores; exits with 1 when some of its lines are faulty")
    .argument("<state>", "a state code such as ca")
    .argument("<setting>", "outpatient or inpatient")
    .argument("<file>", "the lookups: a workbook or a text of columns; - for standard input")
    .addOption(optionFor(releaseSetting))
    .addOption(optionFor(repricedSetting))
    .addOption(optionFor(sheetSetting))
    .addOption(optionFor(fieldsSetting))
    .addOption(optionFor(columnsSetting))
    .addOption(optionFor(columnsFileSetting))
    .addOption(optionFor(compareSetting))
    .addOption(optionFor(passThroughSetting))
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
    .addOption(optionFor(threadsSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(jsonOption("print the summary as JSON"))
    .addHelpText(
      "after",
      example("ratebook reprice ca outpatient claims.csv --release rates.db --out repriced.csv --compare paid_amount"),
    )
    .action(lazily(async () => (await import("./commands/reprice.ts")).reprice));
}

function addDiff(program: Command): void {
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

function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("serve the lookups to an agent as tools (Model Context Protocol) on standard input and output")
    .addOption(optionFor(localReleaseSetting))
    .addOption(optionFor(serverUrlSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addHelpText("after", example("ratebook mcp --release rates.db"))
    .action(lazily(async () => (await import("./commands/mcp.ts")).mcp));
}

function example(line: string): string {
  return `\nExample:\n  $ ${line}\n\nEvery option may be given as a variable; see "env" above.`;
}

/** Loads a command when it is called for, and ends with its exit code. */
function lazily<Given extends unknown[]>(load: () => Promise<(...given: Given) => ExitCode | Promise<ExitCode>>) {
  return async (...given: Given): Promise<void> => {
    const command = await load();
    process.exitCode = await command(...given);
  };
}
