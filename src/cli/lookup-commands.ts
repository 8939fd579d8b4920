import type { Command } from "commander";
import { lookupKinds } from "../answers/index.ts";
import { search } from "../answers/search.ts";
import {
  optionalRelease,
  releaseSetting,
  staleAfterSetting,
  timeZoneSetting,
} from "../serve/operations/configuration.ts";
import { type OperatorSetting, readServerUrl } from "../serve/operations/setting.ts";
import { API_KEY_VARIABLE, example, jsonOption, lazily, optionFor, toggle } from "./options.ts";

/** The commands that answer one question without a server, one for each kind of answer. */
export function addLookups(program: Command): void {
  for (const { name, command: about, formats } of lookupKinds) {
    const command = program
      .command(name)
      .description(about.description)
      .argument("<state>", "a state code such as ca")
      .argument("<setting>", "outpatient or inpatient")
      .argument("[parameters...]", about.parameters)
      .addOption(optionFor(releaseSetting))
      .addOption(optionFor(timeZoneSetting))
      .addOption(optionFor(staleAfterSetting))
      .addOption(jsonOption(about.json ?? "print the answer as the API does"));
    if (formats.includes("html")) {
      command.addOption(toggle("--html", "print a page that can be printed and sent on"));
    }
    command
      .addHelpText("after", example(about.example))
      .action(lazily(async () => (await import("./commands/answer.ts")).lookupCommand(name)));
  }

  program
    .command(search.name)
    .description(search.command.description)
    .argument("<state>", "a state code such as ca")
    .argument("[parameters...]", search.command.parameters)
    .addOption(optionFor(releaseSetting))
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText("after", example(search.command.example))
    .action(lazily(async () => (await import("./commands/answer.ts")).stateCommand(search.name)));
}

/** The lookups for agents. */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("serve the lookups to an agent as tools (Model Context Protocol) on standard input and output")
    .addOption(optionFor(optionalRelease()))
    .addOption(optionFor(serverUrlSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addHelpText("after", example("ratebook mcp --release rates.db"))
    .action(lazily(async () => (await import("./commands/mcp.ts")).mcp));
}

const serverUrlSetting: OperatorSetting<string | null> = {
  flags: "--url <address>",
  variable: "RATEBOOK_URL",
  description: `the server to query instead of a release, with the key in ${API_KEY_VARIABLE}`,
  read: readServerUrl,
};
