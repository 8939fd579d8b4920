import { type Command, Option } from "commander";
import { optionalRelease, staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import { type OperatorSetting, readServerUrl } from "../serve/operations/setting.ts";
import { configOption } from "./config-file-option.ts";
import { API_KEY_VARIABLE, example, jsonOption, lazily, optionFor, readSetting } from "./options.ts";

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

/** The commands that check and print the settings of all other commands. */
export function addConfig(config: Command, settings: readonly OperatorSetting<unknown>[]): void {
  const commands = () => import("./commands/config.ts");

  withSettings(config.command("check"), settings)
    .description("check the settings of the file and of variables: every error at once; exits with 1 when there is one")
    .addOption(jsonOption("print the errors and warnings as JSON"))
    .addHelpText("after", example("ratebook config check --config /etc/ratebook/ratebook.toml"))
    .action(lazily(async () => (await commands()).checkCommand(settings)));

  withSettings(config.command("print"), settings)
    .description("print every setting and where it came from: command line, variable, file or default; no passwords")
    .addOption(jsonOption("print them as JSON"))
    .addHelpText("after", example("ratebook config print --config /etc/ratebook/ratebook.toml --port 8081"))
    .action(lazily(async () => (await commands()).printCommand(settings)));
}

/** The options as typed texts: variables and the file are examined by the commands, which report all errors at once. */
function withSettings(command: Command, settings: readonly OperatorSetting<unknown>[]): Command {
  command.addOption(configOption());
  for (const setting of settings) {
    const option = new Option(setting.flags, setting.description).argParser((text) => {
      readSetting(setting, text);
      return text;
    });
    // Two commands have a --database: here it is that of servers.
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
  }
  return command;
}
