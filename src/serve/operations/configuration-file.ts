import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parse, TomlError } from "smol-toml";
import { refuseNoFile, unreadable } from "../../core/files/reading.ts";
import { failure, isFailure } from "../../core/runtime/failure.ts";
import { closestName } from "../../core/text/closest.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { configurationKey, type OperatorSetting, refusedValue } from "./setting.ts";

type Setting = OperatorSetting<unknown>;

/** Settings of a file (TOML). Its errors are collected, so that an operator sees all of them at once. */
export interface ConfigurationFile {
  readonly path: string;
  /** By variable. A text reads as the variable would; paths in it are absolute. */
  readonly values: ReadonlyMap<string, ConfiguredValue>;
  readonly errors: readonly ConfigurationError[];
  readonly warnings: readonly string[];
}

interface ConfiguredValue {
  readonly text: string;
  readonly line: number | null;
}

export interface ConfigurationError {
  /** Null: not found, or the file as a whole. */
  readonly line: number | null;
  /** Null: the file as a whole, or a line that is not TOML. */
  readonly key: string | null;
  /** Names the file, the line, the value and what would help. */
  readonly message: string;
}

/** All settings with a comment for each take 4 kB. */
const BYTES_MAX = 64 * 1024;

/** More errors mean that it is not a file of settings. */
const ERRORS_MAX = 50;

/** Reads a file and throws nothing: what is wrong with it is in `errors`. */
export function readConfigurationFile(path: string, settings: readonly Setting[]): ConfigurationFile {
  let text = "";
  try {
    text = textOf(path);
    const values = new Map<string, ConfiguredValue>();
    const errors: ConfigurationError[] = [];
    for (const [key, value] of Object.entries(parse(text, { integersAsBigInt: true }))) {
      if (errors.length === ERRORS_MAX) break;
      const line = lineOf(key, text);
      const setting = settings.find((each) => configurationKey(each) === key);
      const read = setting === undefined ? unknownKey(key, value, settings) : readValue(setting, value, dirname(path));
      if (read instanceof Error) errors.push({ line, key, message: `${placeText(path, line)}: ${read.message}` });
      else values.set((setting as Setting).variable, { text: read, line });
    }
    return { path, values, errors, warnings: exposedSecrets(path, values, settings) };
  } catch (error) {
    return { path, values: new Map(), errors: [unusable(path, text, error)], warnings: [] };
  }
}

function textOf(path: string): string {
  refuseNoFile(path);
  try {
    const { size } = statSync(path);
    if (size > BYTES_MAX) {
      throw failure(`${path} has ${size} bytes, and a configuration file at most ${BYTES_MAX}. Name another file.`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw failure(`${path} is not a text in UTF-8. Save it in that encoding.`);
    throw unreadable(path, error);
  }
}

function unusable(path: string, text: string, error: unknown): ConfigurationError {
  if (error instanceof TomlError) {
    const repeated = repeatedKey(error.line, text);
    if (repeated !== null) {
      const { key, firstLine } = repeated;
      const message = `${placeText(path, error.line)}: ${key} is on line ${firstLine} already. Delete one of the two lines.`;
      return { line: error.line, key, message };
    }
    // Below its first line, the message quotes lines of the file, which may hold a password.
    const [reason = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    const place = `${placeText(path, error.line)}: column ${error.column} is not valid TOML (${reason})`;
    const message = `${place}. Write name = value; texts stand in quotes, as in host = "127.0.0.1".`;
    return { line: error.line, key: null, message };
  }
  if (!isFailure(error)) throw error;
  return { line: null, key: null, message: error.message };
}

/** The key of a line that is set on an earlier line too; null for another error. */
function repeatedKey(line: number, text: string): { readonly key: string; readonly firstLine: number } | null {
  const [, , key] = /^\s*(["']?)([\w-]+)\1\s*=/.exec(text.split("\n")[line - 1] ?? "") ?? [];
  const firstLine = key === undefined ? null : lineOf(key, text);
  return key === undefined || firstLine === null || firstLine >= line ? null : { key, firstLine };
}

function placeText(path: string, line: number | null): string {
  return line === null ? path : `${path}:${line}`;
}

/** A value as its variable would have it, or an error with the key, the value and what is expected. */
function readValue(setting: Setting, value: unknown, folder: string): string | Error {
  const text = textOfValue(value);
  const read = setting.read(text ?? "", folder);
  if (text !== null && isOfType(read, value)) return typeof read === "string" ? read : text;
  const key = configurationKey(setting);
  const refusal = read instanceof Refusal ? read : expectedInstead(setting, read);
  return new Error(`${key} ${refusedValue(setting, shownValue(value), refusal)}`);
}

/** Null for values that no setting has: fractions, times, tables, lists of other things than texts. */
function textOfValue(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return isList ? value.join(",") : null;
}

/** A text may stand for every value. Numbers, switches and lists stand for themselves: `log_file = true` is a mistake. */
function isOfType(read: unknown, value: unknown): boolean {
  if (read instanceof Refusal) return false;
  if (typeof value === "bigint") return typeof read === "number";
  if (typeof value === "boolean") return typeof read === "boolean";
  return typeof value === "string" || Array.isArray(read);
}

/** What a setting expects whose value was readable, but is of another type. */
function expectedInstead(setting: Setting, read: unknown): Refusal {
  const refusal = setting.read("") as Refusal;
  return typeof read === "string" ? new Refusal(`${refusal.expected}, in quotes`) : refusal;
}

const SHOWN_LENGTH_MAX = 60;

/** A value as it stands in the file, so that `true` and `"true"` look different. */
function shownValue(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return String(value);
  const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? Number(each) : each));
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}...` : text;
}

function unknownKey(key: string, value: unknown, settings: readonly Setting[]): Error {
  if (isTable(value)) {
    return new Error(`${quoted(key)} is a table, and this file has none. Write each setting as name = value.`);
  }
  const keys = settings.map(configurationKey);
  const named = settings.find((each) => isOtherName(key, each));
  const meant = named === undefined ? closestName(key, keys) : configurationKey(named);
  const remedy = meant === null ? `The settings are ${keys.join(", ")}.` : `Did you mean ${meant}?`;
  return new Error(`${quoted(key)} is not a setting. ${remedy}`);
}

function isTable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTable);
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

/** Whether an unknown key is the name of a setting on the command line or as a variable. */
function isOtherName(key: string, { flags, variable }: Setting): boolean {
  const [option = ""] = flags.split(" ");
  const name = key.toLowerCase().replaceAll("_", "-");
  return option === `--${name}` || option === name || variable === key.toUpperCase();
}

/** The line of a top-level key; null if it is written in an unusual way. In TOML these stand before all tables. */
function lineOf(key: string, text: string): number | null {
  if (key.length > SHOWN_LENGTH_MAX) return null;
  const name = key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const start = new RegExp(`^\\s*(?:\\[{1,2}\\s*)?(["']?)${name}\\1\\s*[=.\\]]`);
  const index = text.split("\n").findIndex((line) => start.test(line));
  return index === -1 ? null : index + 1;
}

const READ_BY_OTHERS = 0o004;

/** Windows has no such permissions. */
function exposedSecrets(path: string, values: ConfigurationFile["values"], settings: readonly Setting[]): string[] {
  if (process.platform === "win32" || (statSync(path).mode & READ_BY_OTHERS) === 0) return [];
  const exposed = settings.filter(({ variable, secret }) => {
    const value = values.get(variable);
    return value !== undefined && secret?.isIn(value.text) === true;
  });
  return exposed.map(
    (setting) =>
      `Every user of this machine may read ${path}, and ${configurationKey(setting)} in it holds a password. Run "chmod o= ${path}".`,
  );
}
