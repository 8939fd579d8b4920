import type { Command } from "commander";
import { answerKinds } from "../answers/index.ts";
import { releaseSetting, staleAfterSetting, timeZoneSetting } from "../operations/configuration.ts";
import { example, lazily } from "./command-parts.ts";
import { localReleaseSetting, serverUrlSetting } from "./mcp-options.ts";
import { jsonOption, optionFor, switchOption } from "./options.ts";

/** A command that answers one lookup without a server. */
function lookupCommand(
  program: Command,
  name: string,
  parameters = "the parameters of the lookup, name=value",
): Command {
  return program
    .command(name)
    .argument("<state>", "a state code such as ca")
    .argument("<setting>", "outpatient or inpatient")
    .argument("[parameters...]", parameters)
    .addOption(optionFor(releaseSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting));
}

/** The commands that answer one question, without a server. */
export function addLookups(program: Command): void {
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

  for (const { name, command } of answerKinds) {
    lookupCommand(program, name, command.parameters)
      .description(command.description)
      .addOption(jsonOption("print the answer as the API does"))
      .addHelpText("after", example(command.example))
      .action(lazily(async () => (await import("./commands/answer.ts")).answerCommand(name)));
  }

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
