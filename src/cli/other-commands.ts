import type { Command } from "commander";
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
