import { type Command, InvalidArgumentError, Option } from "commander";
import { type Day, parseIsoDay } from "../core/calendar/day.ts";
import { Refusal } from "../core/text/refusal.ts";
import { shownUrl } from "../nodes/database/database-url.ts";
import { databaseSetting, homeSetting, optionalRelease } from "../serve/operations/configuration.ts";
import { type OperatorSetting, refusedValue } from "../serve/operations/setting.ts";
import { type ExitCode, endWith, wrongUsage } from "./command-io.ts";

/* Options of commands. A permanent setting of an operator also has a variable (`optionFor`); an option for one run has none. */

export const STATE_ARGUMENT = ["<state>", "a state code such as ca"] as const;
export const SETTING_ARGUMENT = ["<setting>", "outpatient or inpatient"] as const;

/** What `--json` does where a command answers a question of the API. */
export const AS_THE_API = "print the answer as the API does";

/** A setting of an operator. Option and variable are parsed alike, and the option takes precedence. */
export function optionFor(setting: OperatorSetting<unknown>): Option {
  const { flags, variable, description, fallback = null, fallbackText } = setting;
  const option = new Option(flags, description).env(variable).argParser((text) => readSetting(setting, text));
  return option.default(fallback, fallbackText ?? (fallback === null ? "none" : undefined));
}

/** Reads a value of the command line or of a variable. */
export function readSetting(setting: OperatorSetting<unknown>, text: string): unknown {
  const value = setting.read(text);
  if (!(value instanceof Refusal)) return value;
  // Commander's error message would quote the value.
  if (setting.withoutPassword !== undefined) {
    throw wrongUsage(`${setting.flags} or ${setting.variable} ${refusedValue(setting, "", value)}`);
  }
  throw refused(value);
}

type Read = (text: string) => unknown;

const asIs: Read = (text) => text;

/** An option that may be left out: then it is null, and help shows `without`. */
export function optional(flags: string, description: string, read: Read = asIs, without = "none"): Option {
  return defaulting(flags, description, read, null, without);
}

export function required(flags: string, description: string, read: Read = asIs): Option {
  return parsed(flags, description, read).makeOptionMandatory();
}

/** An option with a default; `shown` is how help writes it. */
export function defaulting(flags: string, description: string, read: Read, value: unknown, shown?: string): Option {
  return parsed(flags, description, read).default(value, shown);
}

function parsed(flags: string, description: string, read: Read): Option {
  return new Option(flags, description).argParser((text) => {
    const value = read(text);
    if (value instanceof Refusal) throw refused(value);
    return value;
  });
}

function refused({ expected }: Refusal): Error {
  return new InvalidArgumentError(`Expected ${expected}.`);
}

/** An option without a value. `--no-limit` is the value `limit`, true by default. */
export function toggle(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.default(option.negate, "off");
}

export function jsonOption(description: string): Option {
  return toggle("--json", description);
}

/** For a command that writes a file: without it, what is there stays. */
export const forceOption = toggle("--force", "replace the file that --out names");

export function readDay(text: string): Day | Refusal {
  return parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD");
}

/**
 * For a command on a home or a database. A home on the command line takes precedence over a database from a variable. Both on
 * the command line are refused: one of them would be ignored, and keys would go to a place that the operator did not mean.
 */
export function placed(command: Command): Command {
  return command
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .hook("preAction", (_, action) => {
      if (!isWritten(action, "home")) return;
      if (isWritten(action, "database")) {
        throw wrongUsage("--home and --database are both given, and this command uses one place. Remove one of them.");
      }
      action.setOptionValue("database", null);
    });
}

const answeringHome: OperatorSetting<string> = {
  ...homeSetting,
  description: "the folder whose active release is used without --release",
};

/**
 * For a command that answers from a release: the named file, or the active release of a home. A home on the command line takes precedence
 * over a release from a variable.
 */
export function answering(command: Command): Command {
  return command
    .addOption(optionFor(optionalRelease("the active one of the home")))
    .addOption(optionFor(answeringHome))
    .hook("preAction", async (holder) => {
      const { release, home } = holder.opts<{ release: string | null; home: string }>();
      if (isWritten(holder, "home") && isWritten(holder, "release")) {
        throw wrongUsage("--home and --release are both given, and one release answers. Remove one of them.");
      }
      if (release !== null && !isWritten(holder, "home")) return;
      const { activeReleaseOf } = await import("../serve/operations/open-catalogue.ts");
      const active = await activeReleaseOf(home);
      if (active === null) throw wrongUsage(noneActive(home));
      holder.setOptionValue("release", active);
    });
}

function noneActive(home: string): string {
  return `There is no release to answer from: --release names none, and none is active in the home ${home}. Name a file with --release (make one with "ratebook build"), or push one with "ratebook releases push FILE --activate".`;
}

interface Place {
  readonly home: string;
  /** Null: the home. */
  readonly database: string | null;
}

/** Where a placed command writes, as its messages name it: never with a password. */
export function placeText({ home, database }: Place): string {
  return database === null ? `the home ${home}` : `the database ${shownUrl(database)}`;
}

/** Where a placed command has written; the other place is null. */
export function placeJson({ home, database }: Place): {
  readonly home: string | null;
  readonly database: string | null;
} {
  return database === null ? { home, database } : { home: null, database: shownUrl(database) };
}

export function withOptions(command: Command, ...options: readonly Option[]): Command {
  for (const option of options) command.addOption(option);
  return command;
}

/** Whether an option is on the command line, and not from a variable. */
export function isWritten(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === "cli";
}

export function example(line: string): string {
  return `\nExample:\n  $ ${line}`;
}

/** Loads a command when it runs, and sets its exit code. */
export function lazily<Given extends unknown[]>(
  load: () => Promise<(...given: Given) => ExitCode | Promise<ExitCode>>,
) {
  return async (...given: Given): Promise<void> => {
    const command = await load();
    endWith(await command(...given));
  };
}

/** The variable of the key for a server. It has no option: other users of the machine can see a command line. */
export const API_KEY_VARIABLE = "RATEBOOK_API_KEY";
