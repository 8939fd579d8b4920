import type { Command } from "commander";
import { lookupKinds, stateKinds } from "../answers/index.ts";
import { staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import {
  AS_THE_API,
  answering,
  example,
  jsonOption,
  lazily,
  optionFor,
  SETTING_ARGUMENT,
  STATE_ARGUMENT,
  toggle,
} from "./options.ts";

/** The commands that answer one question without a server, one for each kind of answer about a lookup or a state. */
export function addLookups(program: Command): void {
  for (const { about, name, command: words, formats } of [...lookupKinds, ...stateKinds]) {
    const isLookup = about === "lookup";
    const command = program
      .command(name)
      .description(words.description)
      .argument(...STATE_ARGUMENT);
    if (isLookup) command.argument(...SETTING_ARGUMENT);
    answering(command.argument("[parameters...]", words.parameters));
    if (isLookup) command.addOption(optionFor(timeZoneSetting)).addOption(optionFor(staleAfterSetting));
    for (const [parameter, what] of Object.entries(words.toggles ?? {}))
      command.addOption(toggle(`--${parameter}`, what));
    command.addOption(jsonOption(words.json ?? AS_THE_API));
    if (formats.includes("html")) {
      command.addOption(toggle("--html", "print a page that can be printed and sent on"));
    }
    command.addHelpText("after", example(words.example));
    if (isLookup)
      command.action(
        lazily(async () =>
          (await import("./commands/answer.ts")).lookupCommand(name, Object.keys(words.toggles ?? {})),
        ),
      );
    else command.action(lazily(async () => (await import("./commands/answer.ts")).stateCommand(name)));
  }
}

/** Prices of Medicare's schedules, which are no state's. */
export function addMedicare(program: Command): void {
  const command = program
    .command("medicare")
    .description("tell what Medicare pays for a code at a place on a day")
    .argument("[parameters...]", "code, zip (or locality, or state and county) and others, name=value");
  answering(command)
    .addOption(optionFor(timeZoneSetting))
    .addOption(jsonOption("print the price with its explanation as JSON"))
    .addHelpText(
      "after",
      example("ratebook medicare --release rates.db code=99213 zip=94110 place_of_service=facility"),
    )
    .action(lazily(async () => (await import("./commands/medicare.ts")).medicare));
}
