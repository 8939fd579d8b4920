import { isFailedFormula, NO_VALUE, Refusal, withoutInvisible } from "../../core/text/refusal.ts";
import { placeOfCode } from "../../pricing/place-of-service.ts";

// Cells as spreadsheets and billing systems write them. Each becomes the text of a request; every reading beyond trimming is
// counted, so that an analyst sees how the file was read.

/** How a cell was read that a request would refuse; `src/reprice/pricing/noted.ts` has the words. */
export type WayOfReading =
  | "monthDayYear"
  | "twoDigitYear"
  | "yearFirst"
  | "eightDigits"
  | "sixDigits"
  | "monthAlone"
  | "withTime"
  | "namedMonth"
  | "dayNumber"
  | "dollars"
  | "negative"
  | "exponent"
  | "dash"
  | "pointZero"
  | "groupedDigits"
  | "textMark"
  | "invisible"
  | "yesOrNo"
  | "dischargeStatus"
  | "daysOfStay"
  | "placeCode"
  | "placeDigits"
  | "codeModifier"
  | "severity"
  | "drgForm"
  | "nothing"
  | "farCells"
  | "paidDespiteDenial"
  | "unknownDenialPaid";

export interface ReadValue {
  readonly text: string;
  /** Null when a request would accept it as is. */
  readonly way: WayOfReading | null;
}

export type ValueReader = (cell: string) => ReadValue | Refusal;

export function asItIs(text: string): ReadValue {
  return { text, way: null };
}

const EMPTY = asItIs("");
const TEXT_MARK = /^(?:'(.*)|="(.*)")$/s;
const BLANKS_OF_OTHER_KINDS = /[\u00a0\u2007\u202f\ufeff]/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** How exports mark an empty cell, in any case of letters. */
const NOTHING = /^(?:NULL|NONE|N\/A)$/i;

export function saysNothing(text: string): boolean {
  return NOTHING.test(text);
}

/** The longest cell that is parsed; a parameter has its own limit. */
const CELL_CHARACTERS_MAX = 400;
const TOO_LONG = new Refusal(`at most ${CELL_CHARACTERS_MAX} characters`);

/** Passes the trimmed text of a cell to a reader, without what spreadsheets put around a number to keep it a text. */
export function trimmedFor(read: ValueReader): ValueReader {
  return (cell) => {
    if (cell.length > CELL_CHARACTERS_MAX) return TOO_LONG;
    // Most cells are empty or plain and take the short path.
    const trimmed = cell.trim();
    if (trimmed === "") return EMPTY;
    if (BEYOND_ASCII.test(trimmed)) return readVisible(trimmed, read);
    return readPlain(trimmed, read);
  };
}

/** Removes what web pages and PDFs leave in a cell: other kinds of blanks, and invisible characters. */
function readVisible(cell: string, read: ValueReader): ReadValue | Refusal {
  const text = cell.replace(BLANKS_OF_OTHER_KINDS, " ");
  const visible = withoutInvisible(text).trim();
  const value = visible === "" ? EMPTY : readPlain(visible, read);
  if (value instanceof Refusal || value.way !== null || visible === text.trim()) return value;
  return { ...value, way: "invisible" };
}

function readPlain(text: string, read: ValueReader): ReadValue | Refusal {
  if (saysNothing(text)) return { text: "", way: "nothing" };
  if (isFailedFormula(text)) return NO_VALUE;
  const marked = text.startsWith("'") || text.startsWith("=") ? TEXT_MARK.exec(text) : null;
  if (marked === null) return read(text);
  const unmarked = (marked[1] ?? marked[2] ?? "").trim();
  const inner = unmarked === "" ? EMPTY : read(unmarked);
  return inner instanceof Refusal || inner.way !== null ? inner : { ...inner, way: "textMark" };
}

const EXPONENT = /^[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)E[-+]?[0-9]+$/i;

/** A number that a spreadsheet has rounded for display: its digits are lost. */
export function isRoundedBySpreadsheet(text: string): boolean {
  return EXPONENT.test(text);
}

export const ROUNDED = new Refusal(
  "all digits: a spreadsheet has rounded the number. Format the column as text and export it again",
);

const POINT_ZERO = /^([0-9]+)\.0+$/;

/** An identifier or a code: digits come back from a spreadsheet with a .0, or rounded. */
export function readDigits(text: string): ReadValue | Refusal {
  if (isRoundedBySpreadsheet(text)) return ROUNDED;
  const whole = POINT_ZERO.exec(text);
  return whole === null ? asItIs(text) : { text: whole[1] as string, way: "pointZero" };
}

const GROUPED_NPI = /^[0-9](?:[ -]?[0-9]){9}$/;

/** An NPI, also in groups of digits as people write it: 1000-100-010. */
export function readNpi(text: string): ReadValue | Refusal {
  if (!/[ -]/.test(text) || !GROUPED_NPI.test(text)) return readDigits(text);
  return { text: text.replaceAll(/[ -]/g, ""), way: "groupedDigits" };
}

/** A code such as 7E100 looks like a rounded number only with a point or a sign in its exponent. */
export function readCode(text: string): ReadValue | Refusal {
  const whole = POINT_ZERO.exec(text);
  if (whole !== null) return { text: whole[1] as string, way: "pointZero" };
  return /[.+]/.test(text) && isRoundedBySpreadsheet(text) ? ROUNDED : asItIs(text);
}

/** A comma between digits can be a decimal one: 2,000 minutes would be two. */
const DIGITS_ALONE = new Refusal("a whole number of digits alone, such as 1440");

export function readCount(text: string): ReadValue | Refusal {
  return text.includes(",") ? DIGITS_ALONE : readDigits(text);
}

const FLAGS = new Map([
  ["y", "true"],
  ["yes", "true"],
  ["n", "false"],
  ["no", "false"],
]);

export function readFlag(text: string): ReadValue {
  const known = FLAGS.get(text.toLowerCase());
  return known === undefined ? asItIs(text) : { text: known, way: "yesOrNo" };
}

/** A value of a list, also in words as the errors of a file write it: `Physician office` is `physician_office`. */
export function choiceReader(isTaken: (value: string) => boolean): ValueReader {
  return (text) => {
    const value = text.replaceAll(/[\s-]+/g, "_");
    return !isTaken(text) && isTaken(value) ? asItIs(value) : readCode(text);
  };
}

const PLACE_CODE = /^([0-9]{1,2})(?:\.0+)?$/;

/**
 * Place-of-service codes of claims. A state with a rule for them receives the code; for the others it becomes one of the two
 * places with published fees. An unknown code stays as it is.
 */
export function placeReader(isTaken: (code: string) => boolean): ValueReader {
  return (text) => {
    const code = PLACE_CODE.exec(text)?.[1]?.padStart(2, "0");
    if (code === undefined) return choiceReader(isTaken)(text);
    if (isTaken(code)) return code === text ? asItIs(code) : { text: code, way: "placeDigits" };
    const place = placeOfCode(code);
    return place === null ? asItIs(text) : { text: place, way: "placeCode" };
  };
}
