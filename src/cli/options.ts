import { homedir } from "node:os";
import { join } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { type Day, parseIsoDay } from "../core/calendar/day.ts";
import { Refusal } from "../core/text/refusal.ts";
import { readDuration, readExpiry, readKeyName } from "../keys/api-key.ts";
import { releaseSetting, serverSettings } from "../serve/operations/configuration.ts";
import { type OperatorSetting, readPath, readRate, readSwitch, unshownValue } from "../serve/operations/setting.ts";
import { commandIo, type ExitCode, endWith, refusedOption, wrongUsage } from "./command-io.ts";

/** A setting as an option of a command: option and variable are read alike. */
export function optionFor(setting: OperatorSetting<unknown>): Option {
  const option = new Option(setting.flags, setting.description).env(setting.variable).argParser((text) => {
    const value = setting.read(text);
    if (!(value instanceof Refusal)) return value;
    // Commander quotes the value of whatever is refused in its own way.
    if (setting.isSecret) throw refusedSecret(setting, value);
    throw new InvalidArgumentError(`Expected ${value.expected}.`);
  });
  return "fallback" in setting ? option.default(setting.fallback, setting.fallbackText) : option.makeOptionMandatory();
}

function refusedSecret({ flags, variable }: OperatorSetting<unknown>, refusal: Refusal): Error {
  return wrongUsage(`${flags} or ${variable} ${unshownValue(refusal)}`);
}

/** A switch has no value on the command line, but its variable says true or false. `--no-limit` is the value `limit`, true until it is switched. */
export function switchOption(flags: string, variable: string, description: string): Option {
  const text = commandIo().env[variable] ?? "";
  const value = text === "" ? false : readSwitch(text);
  if (value instanceof Refusal) throw refusedOption(variable, text, value);
  const option = new Option(flags, `${description} (env: ${variable})`);
  return option.default(option.negate ? !value : value, "off");
}

export function jsonOption(description: string): Option {
  return switchOption("--json", "RATEBOOK_JSON", description);
}

/** Not the home of servers: what `start` makes there is for trying, and may be deleted. */
export const workSetting: OperatorSetting<string> = {
  flags: "--work <folder>",
  variable: "RATEBOOK_WORK",
  description: "the folder for everything that it writes: the compiled sample, the demo key",
  fallback: join(homedir(), ".ratebook", "sample"),
  fallbackText: "~/.ratebook/sample",
  read: readPath,
};

/** The server's own, which PORT may say as well. */
export const startPortSetting: OperatorSetting<number | null> = {
  ...serverSettings.port,
  fallback: null,
  fallbackText: String(serverSettings.port.fallback),
};

export const outSetting: OperatorSetting<string> = {
  flags: "--out <file>",
  variable: "RATEBOOK_OUT",
  description: "the release to write; it appears under this name only when it is complete",
  read: readPath,
};

export const intoSetting: OperatorSetting<string | null> = {
  flags: "--into <dataset>",
  variable: "RATEBOOK_INTO",
  description: "the dataset that takes the edition; a folder that is not there yet is made",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const asOfSetting: OperatorSetting<Day | null> = {
  flags: "--as-of <day>",
  variable: "RATEBOOK_AS_OF",
  description: "the day from which the edition holds, as YYYY-MM-DD",
  fallback: null,
  fallbackText: "what the file tells, or its name",
  read: (text) => parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD"),
};

export const dateSetting: OperatorSetting<Day | null> = {
  flags: "--date <day>",
  variable: "RATEBOOK_DATE",
  description: "the day that is asked about, as YYYY-MM-DD",
  fallback: null,
  fallbackText: "today",
  read: (text) => parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD"),
};

export const mapSetting: OperatorSetting<string | null> = {
  flags: "--map <file>",
  variable: "RATEBOOK_MAP",
  description: "a mapping file, which says where the columns are; see --template",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const changesSetting: OperatorSetting<string | null> = {
  flags: "--changes <file>",
  variable: "RATEBOOK_CHANGES",
  description: "a CSV to write with every cell that changes",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const templateSetting: OperatorSetting<string | null> = {
  flags: "--template <publication>",
  variable: "RATEBOOK_TEMPLATE",
  description: "print a mapping file with the headings that are expected",
  fallback: null,
  fallbackText: "none",
  read: (text) => text,
};

export const keyNameSetting: OperatorSetting<string> = {
  flags: "--name <name>",
  variable: "RATEBOOK_KEY_NAME",
  description: "whose key it is, for the list of keys",
  read: readKeyName,
};

export const keyStatesSetting: OperatorSetting<string> = {
  flags: "--states <codes>",
  variable: "RATEBOOK_KEY_STATES",
  description: "the states it may ask about, such as ca,fl",
  read: (text) => text,
};

export const initStatesSetting: OperatorSetting<string> = {
  flags: "--states <codes>",
  variable: "RATEBOOK_INIT_STATES",
  description: "the states that it holds, such as ca,fl",
  read: (text) => text,
};

export const keyExpiresSetting: OperatorSetting<Date | null> = {
  flags: "--expires <when>",
  variable: "RATEBOOK_KEY_EXPIRES",
  description: "when it stops working: 30d, 12h, or a day such as 2027-01-01 (its start, UTC)",
  fallback: null,
  fallbackText: "never",
  read: (text) => readExpiry(text, new Date()),
};

export const keyRateSetting: OperatorSetting<number | null> = {
  flags: "--rate <lookups>",
  variable: "RATEBOOK_KEY_RATE",
  description: "lookups per minute; off for no limit",
  fallback: null,
  fallbackText: "the server's",
  read: readRate,
};

export const keysOutSetting: OperatorSetting<string> = {
  flags: "--out <file>",
  variable: "RATEBOOK_KEYS_OUT",
  description: "the file to write; only its owner may read it",
  read: readPath,
};

export const overlapSetting: OperatorSetting<number> = {
  flags: "--overlap <duration>",
  variable: "RATEBOOK_KEY_OVERLAP",
  description: "how long the old key goes on working",
  fallback: 86_400_000,
  fallbackText: "24h",
  read: readDuration,
};

export const expectedHashSetting: OperatorSetting<string | null> = {
  flags: "--expect <hash>",
  variable: "RATEBOOK_AUDIT_EXPECT",
  description: "the hash of an entry, as verify told it before: it must still be there",
  fallback: null,
  fallbackText: "none",
  read: (text) => (/^[0-9a-f]{64}$/.test(text) ? text : new Refusal("64 digits from 0 to 9 and a to f")),
};

/* What all commands are declared with. */

/** The example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  $ ${line}\n\nEvery option may be given as a variable; see "env" above.`;
}

/** Loads a command when it is called for, and ends with its exit code. */
export function lazily<Given extends unknown[]>(
  load: () => Promise<(...given: Given) => ExitCode | Promise<ExitCode>>,
) {
  return async (...given: Given): Promise<void> => {
    const command = await load();
    endWith(await command(...given));
  };
}

/** The variable of the key for a server. It has no option: what is on a command line is seen by everybody on the machine. */
export const API_KEY_VARIABLE = "RATEBOOK_API_KEY";

export const localReleaseSetting: OperatorSetting<string | null> = {
  ...releaseSetting,
  fallback: null,
  fallbackText: "none",
};

export const serverUrlSetting: OperatorSetting<string | null> = {
  flags: "--url <address>",
  variable: "RATEBOOK_URL",
  description: `the server to ask instead of a release, with the key in ${API_KEY_VARIABLE}`,
  fallback: null,
  fallbackText: "none",
  read: readServerUrl,
};

const PREFIX = /\/(?:api\/v1\/?)?$/;

/** Where a server's paths begin, written with or without /api/v1. */
function readServerUrl(text: string): string | Refusal {
  const expected = new Refusal(
    "the address of a server such as http://127.0.0.1:8080, without a user, query or fragment",
  );
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return expected;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return expected;
  return `${url.origin}${url.pathname.replace(PREFIX, "")}`;
}
