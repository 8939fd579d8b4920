import { type OperatorSetting, readPath, readWhole } from "../operations/setting.ts";
import type { ClaimsStream } from "../reprice/reading/open-stream.ts";
import { STANDARD_INPUT, STANDARD_OUTPUT } from "../reprice/repricing.ts";
import { commandIo } from "./command-io.ts";
import { wrongUsage } from "./usage.ts";

/** Beyond any file that could be cut into ranges. */
const LINE_MAX = 999_999_999_999;
/** The line after the headings. */
const FIRST_LINE = 2;

export const headerFileSetting: OperatorSetting<string | null> = {
  flags: "--header-file <file>",
  variable: "RATEBOOK_REPRICE_HEADER_FILE",
  description: "a file that begins with the headings, for a range of lines without them on standard input",
  fallback: null,
  fallbackText: "none: the input begins with them",
  read: readPath,
};

export const firstLineSetting: OperatorSetting<number | null> = {
  flags: "--first-line <number>",
  variable: "RATEBOOK_REPRICE_FIRST_LINE",
  description: "which line of the whole file the range begins with, as input_line counts",
  fallback: null,
  fallbackText: String(FIRST_LINE),
  read: (text) => readWhole(text, 1, LINE_MAX),
};

export interface StreamOptions {
  readonly headerFile: string | null;
  readonly firstLine: number | null;
  readonly omitHeader: boolean;
}

/** Where results go: named after the input, or with an option, and in one way alone. */
export function outputNamed(argument: string | undefined, option: string | null): string | null {
  if (argument === undefined) return option;
  if (option !== null) throw wrongUsage("The output is named twice: leave --out out, or the name after the input.");
  return argument;
}

/**
 * A filter, `reprice ca outpatient - -`, reads what comes and writes what it makes of it, a range of a file as well; null for
 * any other repricing, which the options of a filter are refused for.
 */
export function streamOf(
  input: string,
  argument: string | undefined,
  { headerFile, firstLine, omitHeader }: StreamOptions,
): ClaimsStream | null {
  const isFilter = input === STANDARD_INPUT && argument === STANDARD_OUTPUT;
  const asked = [
    headerFile !== null && "--header-file",
    firstLine !== null && "--first-line",
    omitHeader && "--omit-header",
  ];
  const [first] = asked.filter((option) => option !== false);
  if (!isFilter && first !== undefined) {
    throw wrongUsage(`${first} is for ranges that are streamed: write - - after the setting, or leave it out.`);
  }
  if (!isFilter) return null;
  if (headerFile === null && firstLine !== null) {
    throw wrongUsage("--first-line numbers a range without headings: say where they are with --header-file.");
  }
  const range = headerFile === null ? null : { headerFile, firstLine: firstLine ?? FIRST_LINE };
  return { bytes: commandIo().stdin, range };
}
