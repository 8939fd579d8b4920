import { Argument, type Command } from "commander";
import { optionalRelease, staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import { type OperatorSetting, readServerUrl } from "../serve/operations/setting.ts";
import { API_KEY_VARIABLE, example, jsonOption, lazily, optionFor } from "./options.ts";

/** The versions of the program. */
export function addVersion(program: Command): void {
  program
    .command("version")
    .description("print the versions of the program, of its API and of the releases that it reads")
    .addOption(jsonOption("print them as JSON"))
    .action(lazily(async () => (await import("./commands/version.ts")).version));
}

/** The completion for shells, of all commands that the program has. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print the completion of commands and options for a shell")
    .addArgument(new Argument("<shell>", "bash, zsh or fish"))
    .addHelpText("after", example('eval "$(ratebook completion bash)"'))
    .action(lazily(async () => (await import("./commands/completion.ts")).completion));
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
