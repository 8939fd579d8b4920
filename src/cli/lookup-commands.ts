import type { Command } from "commander";
import { lookupKinds } from "../answers/index.ts";
import { search } from "../answers/search.ts";
import { releaseSetting, staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import {
  example,
  jsonOption,
  lazily,
  localReleaseSetting,
  optionFor,
  serverUrlSetting,
  switchOption,
} from "./options.ts";

/** The commands that answer one question without a server, one for each kind of answer. */
export function addLookups(program: Command): void {
  for (const { name, command: about, formats } of lookupKinds) {
    const hasPage = formats.includes("html");
    const json = jsonOption(about.json ?? "print the answer as the API does");
    const command = program
      .command(name)
      .description(about.description)
      .argument("<state>", "a state code such as ca")
      .argument("<setting>", "outpatient or inpatient")
      .argument("[parameters...]", about.parameters)
      .addOption(optionFor(releaseSetting))
      .addOption(optionFor(timeZoneSetting))
      .addOption(optionFor(staleAfterSetting))
      // An option of the command line counts before a variable.
      .addOption(hasPage ? json.implies({ html: false }) : json);
    if (hasPage) {
      const page = switchOption("--html", "RATEBOOK_HTML", "print a page that can be printed and sent on");
      command.addOption(page.implies({ json: false }));
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

/** The same questions for agents. */
export function addMcp(program: Command): void {
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
