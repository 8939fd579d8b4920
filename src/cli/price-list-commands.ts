import type { Command } from "commander";
import { priceList } from "../answers/price-list.ts";
import { Refusal } from "../core/text/refusal.ts";
import { timeZoneSetting } from "../serve/operations/configuration.ts";
import { readPath } from "../serve/operations/setting.ts";
import { lazily, optional, optionFor, repeatable, withOptions } from "./options.ts";

/** The forms of a list as a file. */
export const LIST_FORMATS = ["mrf-csv", "mrf-json", "xlsx"] as const;
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
    repeatable(
      "--factor <plan=factor>",
      'a plan that pays a multiple of the state\'s price: "Plan A=1.05"; repeatable',
    ),
    repeatable("--with <name=value>", "a further parameter of the lookups, such as payer_class=MMC; repeatable"),
    optionFor(timeZoneSetting),
  ).action(lazily(async () => (await import("./commands/price-list.ts")).listPrices));
}

function readFormat(text: string): ListFormat | Refusal {
  const format = LIST_FORMATS.find((each) => each === text.toLowerCase());
  return format ?? new Refusal(`one of ${LIST_FORMATS.join(", ")}`);
}
