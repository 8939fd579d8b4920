import type { Command } from "commander";
import { serverSettings } from "../../serve/operations/configuration.ts";
import type { OperatorSetting } from "../../serve/operations/setting.ts";
import { type ExitCode, printTable } from "../command-io.ts";

type Setting = OperatorSetting<unknown>;

/** Prints every setting of a server and where its value is from. The options have texts as values; a switch alone is true. */
export function config(_: unknown, command: Command): ExitCode {
  const rows = Object.values<Setting>(serverSettings).map((setting, place) => {
    const name = command.options[place]?.attributeName() ?? "";
    const text = command.getOptionValue(name) as string | true | undefined;
    const from = command.getOptionValueSource(name) === "env" ? `variable ${setting.variable}` : "command line";
    const option = setting.flags.split(" ")[0] as string;
    return text === undefined
      ? [option, defaultText(setting), "default"]
      : [option, shown(setting, String(text)), from];
  });
  printTable(["SETTING", "VALUE", "FROM"], rows);
  return 0;
}

/** A path as commands use it, and an address without its password; other texts stay as they are. */
function shown({ read, withoutPassword }: Setting, text: string): string {
  const value = read(text);
  const used = typeof value === "string" ? value : text;
  return withoutPassword === undefined ? used : withoutPassword(used);
}

/** A default path in full: `~` depends on the user that runs a server. */
function defaultText({ fallback = null, fallbackText }: Setting): string {
  if (typeof fallback === "string") return fallback;
  return fallbackText ?? (fallback === null ? "none" : String(fallback));
}
