import { type Command, Option } from "commander";
import { plainCountText } from "../../core/text/plural.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { portConflict, serverSettings } from "../../serve/operations/configuration.ts";
import {
  type ConfigurationError,
  type ConfigurationFile,
  readConfigurationFile,
} from "../../serve/operations/configuration-file.ts";
import { configurationKey, type OperatorSetting, refusedValue } from "../../serve/operations/setting.ts";
import { commandIo, type ExitCode, notify, print, printJson, printTable } from "../command-io.ts";
import { unreadVariables, unreadVariableText } from "../config-file-option.ts";

type Setting = OperatorSetting<unknown>;

/** The typed settings by the names of their options; a switch without a value is true. */
interface ConfigOptions extends Readonly<Record<string, unknown>> {
  readonly config: string | null;
  readonly json: boolean;
}

type Source = "command line" | "variable" | "file" | "default";

interface EffectiveSetting {
  readonly setting: Setting;
  readonly source: Source;
  /** As a variable would have it; null for a default without a value. */
  readonly text: string | null;
  /** The line of the file, if the value is from there. */
  readonly line: number | null;
}

interface FoundError extends ConfigurationError {
  readonly file: string | null;
  readonly variable: string | null;
}

export function checkCommand(settings: readonly Setting[]): (options: ConfigOptions, command: Command) => ExitCode {
  return (options, command) => {
    const { config, json } = options;
    const file = config === null ? null : readConfigurationFile(config, settings);
    const errors = errorsOf(file, settings, options);
    const warnings = warningsOf(file, command);
    if (json) printJson({ ok: errors.length === 0, file: config, errors, warnings });
    else {
      for (const warning of warnings) notify(`warning: ${warning}`);
      for (const { message } of errors) print(message);
      const sources = `${config ?? "no file"} and ${plainCountText(variablesSet(settings).length, "variable")}`;
      print(errors.length === 0 ? `No errors in ${sources}.` : `${plainCountText(errors.length, "error")}.`);
    }
    return errors.length === 0 ? 0 : 1;
  };
}

export function printCommand(settings: readonly Setting[]): (options: ConfigOptions, command: Command) => ExitCode {
  return (options, command) => {
    const { config, json } = options;
    const file = config === null ? null : readConfigurationFile(config, settings);
    for (const warning of warningsOf(file, command)) notify(`warning: ${warning}`);
    const errors = errorsOf(file, settings, options);
    for (const { message } of errors) notify(`error: ${message}`);
    if (errors.length > 0) return 1;
    const effective = settings.map((setting) => effectiveSetting(setting, typedText(options, setting, settings), file));
    if (json) printJson({ file: config, settings: effective.map(settingJson) });
    else {
      print(`File: ${config ?? "none"}\n`);
      printTable(
        ["KEY", "VALUE", "FROM"],
        effective.map((each) => [configurationKey(each.setting), shownText(each), sourceText(each, config)]),
      );
    }
    return 0;
  };
}

/** Every error of the file, and of variables. A wrong option ends the command before. */
function errorsOf(
  file: ConfigurationFile | null,
  settings: readonly Setting[],
  options: ConfigOptions,
): readonly FoundError[] {
  const inFile = (file?.errors ?? []).map((error) => ({ file: file?.path ?? null, variable: null, ...error }));
  const inVariables = variablesSet(settings).flatMap(({ setting, text }) => {
    const { variable } = setting;
    const value = setting.read(text);
    if (!(value instanceof Refusal)) return [];
    const message = `${variable} ${refusedValue(setting, quoted(text), value)}`;
    return [{ file: null, line: null, key: configurationKey(setting), variable, message }];
  });
  const errors = [...inFile, ...inVariables];
  return errors.length > 0 ? errors : conflicts(file, settings, options);
}

/** Errors of values that are valid one by one. */
function conflicts(
  file: ConfigurationFile | null,
  settings: readonly Setting[],
  options: ConfigOptions,
): readonly FoundError[] {
  const effective = (setting: Setting) => effectiveSetting(setting, typedText(options, setting, settings), file);
  const { port, metricsPort } = serverSettings;
  const [api, metrics] = [effective(port), effective(metricsPort)];
  const message = portConflict({ port: numberOf(api) ?? 0, metricsPort: numberOf(metrics) });
  if (message === null) return [];
  const { variable } = metricsPort;
  const place = metrics.source === "file" ? `${file?.path}:${metrics.line}: ` : "";
  return [
    {
      file: metrics.source === "file" ? (file?.path ?? null) : null,
      variable: metrics.source === "variable" ? variable : null,
      line: metrics.line,
      key: configurationKey(metricsPort),
      message: `${place}${message}`,
    },
  ];
}

function numberOf({ setting, text }: EffectiveSetting): number | null {
  const value = text === null ? (setting.fallback ?? null) : setting.read(text);
  return typeof value === "number" ? value : null;
}

function variablesSet(settings: readonly Setting[]): readonly { readonly setting: Setting; readonly text: string }[] {
  const { env } = commandIo();
  return settings.flatMap((setting) => {
    const text = env[setting.variable] ?? "";
    return text === "" ? [] : [{ setting, text }];
  });
}

/** A misspelt variable is ignored by every command. */
function warningsOf(file: ConfigurationFile | null, command: Command): readonly string[] {
  return [...(file?.warnings ?? []), ...unreadVariables(command).map(unreadVariableText)];
}

/** Reprice and servers have a --database each; what is typed is that of servers, which is declared first. */
function typedText(options: ConfigOptions, setting: Setting, settings: readonly Setting[]): string | null {
  const owner = settings.find(({ flags }) => flags === setting.flags);
  const typed = options[new Option(setting.flags).attributeName()];
  return owner !== setting || typed === undefined ? null : String(typed);
}

/** The first of: command line, variable, file, default. */
function effectiveSetting(setting: Setting, typed: string | null, file: ConfigurationFile | null): EffectiveSetting {
  if (typed !== null) return { setting, source: "command line", text: absolute(setting, typed), line: null };
  const ofVariable = commandIo().env[setting.variable] ?? "";
  if (ofVariable !== "") return { setting, source: "variable", text: absolute(setting, ofVariable), line: null };
  const ofFile = file?.values.get(setting.variable);
  if (ofFile !== undefined) return { setting, source: "file", ...ofFile };
  return { setting, source: "default", text: null, line: null };
}

/** A path as commands use it; other texts stay as they are. */
function absolute(setting: Setting, text: string): string {
  const value = setting.read(text);
  return typeof value === "string" ? value : text;
}

function shownText({ setting, text }: EffectiveSetting): string {
  if (text === null) return defaultText(setting);
  return setting.secret === undefined ? text : setting.secret.shown(text);
}

/** A default path in full: `~` depends on the user that runs a server. */
function defaultText({ fallback = null, fallbackText }: Setting): string {
  if (typeof fallback === "string") return fallback;
  return fallbackText ?? (fallback === null ? "none" : String(fallback));
}

function sourceText({ setting, source, line }: EffectiveSetting, file: string | null): string {
  if (source === "variable") return `variable ${setting.variable}`;
  if (source === "file") return line === null ? `file ${file}` : `file ${file}:${line}`;
  return source;
}

function settingJson(effective: EffectiveSetting) {
  const { setting, source, text, line } = effective;
  return {
    key: configurationKey(setting),
    option: setting.flags.split(" ")[0],
    variable: setting.variable,
    value: text === null ? null : shownText(effective),
    default: defaultText(setting),
    source,
    line,
    secret: setting.secret !== undefined,
  };
}
