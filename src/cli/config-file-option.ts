import { type Command, InvalidArgumentError, Option } from "commander";
import { nearMiss } from "../core/text/closest.ts";
import { quoted, Refusal } from "../core/text/refusal.ts";
import type { ConfigurationFile } from "../serve/operations/configuration-file.ts";
import { type OperatorSetting, readPath, VARIABLE_PREFIX } from "../serve/operations/setting.ts";
import { commandIo, notify, wrongUsage } from "./command-io.ts";
import { API_KEY_VARIABLE, settingOf } from "./options.ts";

/* The configuration file of an operator: --config, on every command that has settings. */

const OPTION = "--config";
export const CONFIG_VARIABLE = "RATEBOOK_CONFIG";

/** `readConfigurationFile`. The parser for TOML is loaded only if a file is named. */
export type ReadFile = (path: string, settings: readonly OperatorSetting<unknown>[]) => ConfigurationFile;

/** Whether the command line or a variable names a file. */
export function namesConfigurationFile(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return Boolean(env[CONFIG_VARIABLE]) || argv.some((word) => word === OPTION || word.startsWith(`${OPTION}=`));
}

/** A file is never found by itself: a forgotten one in a working directory would change what a server does. */
export function configOption(): Option {
  return new Option(`${OPTION} <file>`, "a file with settings (TOML); the command line and variables count before it")
    .env(CONFIG_VARIABLE)
    .default(null, "none")
    .argParser((text, previous) => {
      const path = readPath(text);
      if (path instanceof Refusal) throw new InvalidArgumentError(`Expected ${path.expected}.`);
      if (previous !== null) throw new InvalidArgumentError("Name one file.");
      return path;
    });
}

/** All settings of a program, one for each variable: as `serve` declares it, or the first other command that has it. */
export function settingsOf(program: Command): readonly OperatorSetting<unknown>[] {
  const byVariable = new Map<string, OperatorSetting<unknown>>();
  const commands = commandsBelow(program).sort((one, other) => Number(isServe(other)) - Number(isServe(one)));
  for (const setting of commands.flatMap(settingsOfCommand)) {
    if (!byVariable.has(setting.variable)) byVariable.set(setting.variable, setting);
  }
  return [...byVariable.values()];
}

/** A variable that no command reads, and the one that was most likely meant. Its value may be a password, and is left out. */
interface UnreadVariable {
  readonly name: string;
  readonly meant: string;
}

/**
 * Misspelt variables. Others that begin with RATEBOOK_ may be of another program, such as a service of Kubernetes. `command`: for a command
 * of servers, those of the other commands are not loaded, and not suggested.
 */
export function unreadVariables(command: Command): readonly UnreadVariable[] {
  const known = [...settingsOf(rootOf(command)).map(({ variable }) => variable), CONFIG_VARIABLE, API_KEY_VARIABLE];
  return Object.keys(commandIo().env).flatMap((name) => {
    const meant = name.startsWith(VARIABLE_PREFIX) && !known.includes(name) ? nearMiss(name, known) : null;
    return meant === null ? [] : [{ name, meant }];
  });
}

export function unreadVariableText({ name, meant }: UnreadVariable): string {
  return `The variable ${quoted(name)} is not read. Did you mean ${meant}?`;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function isServe(command: Command): boolean {
  return command.name() === "serve";
}

function commandsBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)];
}

function settingsOfCommand({ options }: Command): OperatorSetting<unknown>[] {
  return options.flatMap((option) => settingOf(option) ?? []);
}

const PRECEDENCE =
  '\nAn option with "env" may also be given as that variable, or in a file with --config. The command line counts first, then the variable, then the file.';

/** Adds the option to every command with settings. `read` is null if no file is named. */
export function addConfigurationFile(
  program: Command,
  settings: readonly OperatorSetting<unknown>[],
  read: ReadFile | null,
): void {
  for (const command of commandsBelow(program).filter((each) => settingsOfCommand(each).length > 0)) {
    command.addOption(configOption()).addHelpText("after", PRECEDENCE);
    if (read === null) continue;
    // After commander's listeners for the same events, which set the value of the option itself.
    const apply = () => applyFile(command, read(command.getOptionValue("config") as string, settings));
    command.on("option:config", apply).on("optionEnv:config", apply);
  }
}

const applied = new WeakMap<Command, ConfigurationFile>();

/** The settings of a command's file by variable, for a command that reads more variables than it has options. */
export function configuredVariables(command: Command): Readonly<Record<string, string>> {
  const values = applied.get(command)?.values ?? new Map();
  return Object.fromEntries([...values].map(([variable, { text }]) => [variable, text]));
}

/** Commander lets a variable replace a value from "config"; what was typed or set by a variable before stays. */
function applyFile(command: Command, file: ConfigurationFile): void {
  refuseErrors(file);
  for (const warning of file.warnings) notify(`warning: ${warning}`);
  for (const option of command.options) {
    const setting = settingOf(option);
    const value = setting === null ? undefined : file.values.get(setting.variable);
    const name = option.attributeName();
    const source = command.getOptionValueSource(name) ?? "default";
    if (value !== undefined && source === "default") {
      command.setOptionValueWithSource(name, setting?.read(value.text), "config");
    }
  }
  applied.set(command, file);
}

/** For a command that would work with settings of the file. `config check` lists them all. */
const ERRORS_SHOWN_MAX = 20;

function refuseErrors({ path, errors }: ConfigurationFile): void {
  if (errors.length === 0) return;
  const shown = errors.slice(0, ERRORS_SHOWN_MAX).map(({ message }) => message);
  const further = errors.length - shown.length;
  if (further > 0) shown.push(`and ${further} more: see "ratebook config check --config ${path}"`);
  throw wrongUsage(shown.join("\n  "));
}
