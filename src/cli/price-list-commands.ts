import type { Command } from "commander";
import { priceList } from "../answers/price-list.ts";
import { Refusal } from "../core/text/refusal.ts";
import { TEMPLATE_FORMATS, type TemplateFormat } from "../price-list/template.ts";
import { staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import { readPath } from "../serve/operations/setting.ts";
import { example, forceOption, lazily, optional, optionFor, withOptions } from "./options.ts";

/**
 * `ratebook price-list`: the command of the answer, with options for the whole list as a file; and `price-list check`, which reads such
 * files.
 */
export function addPriceList(program: Command): void {
  const command = program.commands.find((each) => each.name() === priceList.name);
  if (command === undefined) throw new Error("The answer has no command.");
  withOptions(
    command,
    optional(
      "--format <form>",
      `the whole list in the template of CMS, version 3: ${TEMPLATE_FORMATS.join(" or ")}`,
      readFormat,
      "by the name in --out; without both, a page of the list is printed",
    ),
    optional("--out <file>", "the file to write, which appears when it is complete", readPath, "standard output"),
    forceOption,
    optionFor(timeZoneSetting),
    optionFor(staleAfterSetting),
  ).action(lazily(async () => (await import("./commands/price-list.ts")).listPrices));
  withOptions(
    command
      .command("check")
      .description("compare the Medicaid lines of a hospital's published price file with what the state pays")
      .argument("<file>", "the file: the template of CMS, as tall or wide CSV or as JSON")
      .argument("[parameters...]", "npi=..., on=..., with=...; by default the hospital and the day of the file"),
    optional("--state <code>", "the state", undefined, "that of the license in the file"),
    optional(
      "--payer <text>",
      "the lines of payers and plans with this text in their name",
      undefined,
      "Medicaid, and the name of the state's program",
    ),
  )
    .addHelpText(
      "after",
      "\nAlso --release, --out (a CSV of every line with its verdict), --force and --json (the totals).",
    )
    .addHelpText("after", example("ratebook price-list check standardcharges.csv --release rates.db --out checked.csv"))
    .action(
      lazily(async () => {
        const { checkPrices } = await import("./commands/price-list-check.ts");
        // Commander reads the options of both commands as those of the list.
        return (file: string, parameters: readonly string[], _: unknown, check: Command) =>
          checkPrices(file, parameters, check.optsWithGlobals());
      }),
    );
}

function readFormat(text: string): TemplateFormat | Refusal {
  const format = TEMPLATE_FORMATS.find((each) => each === text.toLowerCase());
  return format ?? new Refusal(`one of ${TEMPLATE_FORMATS.join(", ")}`);
}
