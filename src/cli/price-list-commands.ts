import type { Command } from "commander";
import { priceList } from "../answers/price-list.ts";
import { Refusal } from "../core/text/refusal.ts";
import { staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import { readPath, readWhole } from "../serve/operations/setting.ts";
import { defaulting, example, forceOption, lazily, optional, optionFor, repeatable, withOptions } from "./options.ts";

/** --out has all lines. */
const SHOWN_MAX = 10_000;

/** The forms of a list as a file. */
const LIST_FORMATS = ["mrf-csv", "mrf-json", "xlsx"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/**
 * `ratebook price-list`: the command of the answer, with options of its own for the whole list as a file; and `price-list check`, which
 * reads such files.
 */
export function addPriceList(program: Command): void {
  const command = program.commands.find((each) => each.name() === priceList.name);
  if (command === undefined) throw new Error("The answer has no command.");
  withOptions(
    command,
    optional("--npi <number>", "the provider; the same as npi=..."),
    optional("--on <day>", "the day that selects the rates, as YYYY-MM-DD; the same as on=...", undefined, "today"),
    optional(
      "--format <form>",
      `the whole list as a file: ${LIST_FORMATS.join(", ")}. The first two are the template of CMS, version 3`,
      readFormat,
      "that of the name in --out; without both, a page of the list is printed",
    ),
    optional("--out <file>", "the file to write, which appears when it is complete", readPath, "standard output"),
    forceOption,
    repeatable(
      "--factor <plan=factor>",
      'a plan that pays a multiple of the state\'s price: "Plan A=1.05"; repeatable',
    ),
    repeatable("--with <name=value>", "a further parameter of the lookups, such as payer_class=MMC; repeatable"),
    optionFor(timeZoneSetting),
    optionFor(staleAfterSetting),
  ).action(lazily(async () => (await import("./commands/price-list.ts")).listPrices));
  withOptions(
    command
      .command("check")
      .description("hold the Medicaid lines of a hospital's published price file against what the state pays")
      .argument("<file>", "the file: the template of CMS (tall or wide CSV, JSON), or a table of codes and prices"),
    optional("--state <code>", "the state", undefined, "that of the license in the file"),
    optional(
      "--payer <text>",
      "the lines of payers and plans with this text in their name",
      undefined,
      "Medicaid, and the name of the state's program",
    ),
    repeatable("--column <heading>", "of a plain table: a column of prices; repeatable"),
    defaulting("--limit <number>", "how many differences are shown", (text) => readWhole(text, 0, SHOWN_MAX), 10),
  )
    .addHelpText("after", CHECK_HELP)
    .addHelpText("after", example("ratebook price-list check standardcharges.csv --release rates.db --out checked.csv"))
    .action(
      lazily(async () => {
        const { checkPrices } = await import("./commands/price-list-check.ts");
        // The options that both commands have are those of the list: Commander reads them there.
        return (file: string, _: unknown, check: Command) => checkPrices(file, check.optsWithGlobals());
      }),
    );
}

const CHECK_HELP = `
Options of the list that count here too:
  --release <file>      the release to answer from
  --npi <number>        the hospital (default: the first NPI of the file that the state has)
  --on <day>            the day that selects the rates (default: that of a list of Ratebook, else of the file's last update)
  --with <name=value>   a further parameter of the lookups
  --out <file>          a CSV to write, with every line and its verdict
  --force               replace the file of --out
  --json                print the totals as JSON`;

function readFormat(text: string): ListFormat | Refusal {
  const format = LIST_FORMATS.find((each) => each === text.toLowerCase());
  return format ?? new Refusal(`one of ${LIST_FORMATS.join(", ")}`);
}
