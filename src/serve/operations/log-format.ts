export const LOG_LEVELS = ["debug", "info", "warn", "error", "off"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["auto", "json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** How the lines of a log are written. The primary process decides it for all its workers, whose output is a pipe. */
export type LogStyle = "json" | "text" | "coloured";

/** Where a log goes, as far as its style depends on it. */
interface LogPlace {
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The style for a setting: text on a terminal and JSON elsewhere, unless the operator has chosen one. Only a terminal gets colours. */
export function logStyle(format: LogFormat, { isTerminal, environment }: LogPlace): LogStyle {
  if (format === "json" || (format === "auto" && !isTerminal)) return "json";
  return isTerminal && hasColours(environment) ? "coloured" : "text";
}

/** NO_COLOR: the convention of no-color.org. */
function hasColours({ NO_COLOR = "", TERM }: LogPlace["environment"]): boolean {
  return NO_COLOR === "" && TERM !== "dumb";
}

/** A line of the log. Fields that are undefined are left out. */
export interface LogRecord {
  readonly time: string;
  readonly level: Exclude<LogLevel, "off">;
  readonly event: string;
}

/** A record as one line, with its line end. */
export function logLine(record: LogRecord, style: LogStyle): string {
  return style === "json" ? `${JSON.stringify(record)}\n` : textLine(record, style === "coloured");
}

const COLOURS: Readonly<Record<LogRecord["level"], string>> = {
  debug: "90",
  info: "32",
  warn: "33",
  error: "31",
};
const FAINT = "2";
const BOLD = "1";

function textLine({ time, level, event, ...fields }: LogRecord, isColoured: boolean): string {
  const paint = (text: string, colour: string) => (isColoured ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${paint(`${name}=`, FAINT)}${valueText(value)}`);
  const start = [
    paint(time.replace("T", " "), FAINT),
    paint(level.toUpperCase().padEnd(5), COLOURS[level]),
    paint(valueText(event), BOLD),
  ];
  return `${[...start, ...shown].join(" ")}\n`;
}

/** Text that needs no quotes: printable ASCII without spaces, quotes, backslashes and equals signs. */
const PLAIN = /^[!#-<>-[\]-~]+$/;

/**
 * Characters beyond those of JSON's escapes that could end a line, move the cursor or change the order of the letters: DEL and C1 controls,
 * line separators, format characters and marks of direction.
 */
const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value on one line. A value with a line end or a control character cannot forge another line (log injection). */
function valueText(value: unknown): string {
  const text = Array.isArray(value) ? value.join(" ") : String(value);
  return PLAIN.test(text) ? text : JSON.stringify(text).replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}
