import { DAYS_FROM_1900_TO_1904, SPREADSHEET_DAYS_BEFORE_1970 } from "../../../core/calendar/day.ts";
import { COLUMNS_MAX } from "../row.ts";

/** Spreadsheets show 15 digits; further digits are noise of binary fractions. */
const DIGITS_SHOWN = 15;
const DAY_MILLISECONDS = 86_400_000;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/;

export interface CellLegend {
  readonly sharedTexts: readonly string[];
  readonly isDateStyle: readonly boolean[];
  readonly isFrom1904: boolean;
}

/** A cell as written: its type, style and value, or inline text. */
interface WrittenCell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  /** Null when there is none. An empty value is different: a formula can have an empty text as its value. */
  readonly value: string | null;
  readonly inlineText: string | null;
  readonly isFormula?: boolean;
}

/** Programs that do not calculate write formulas without values, some of them as errors. */
const NOT_CALCULATED = "#N/A (a formula that was never calculated)";
const UNNAMED_ERROR = "#N/A (an error that the workbook does not name)";
/** `#DIV/0!`, `#N/A`, `#NAME?` */
const ERROR_NAME = /^#[A-Z][A-Z0-9_/]*[!?]?$/;
const TYPES: ReadonlySet<string> = new Set(["n", "s", "b", "d"]);
const PLACE_OF_TEXT = /^[0-9]+$/;

/**
 * The text of a cell: numbers digit for digit, dates as YYYY-MM-DD; null when the cell is invalid. A failed or never calculated
 * formula is shown as such, never as an empty cell, which has a meaning: one unit, no modifier, no rate.
 */
export function cellText(cell: WrittenCell, legend: CellLegend): string | null {
  const { type = "n", style, isFormula = false } = cell;
  const isInline = type === "inlineStr";
  const written = isInline ? cell.inlineText : cell.value;
  // A value in the wrong place for its type is not an empty cell.
  if (written === null && (isInline ? cell.value : cell.inlineText) !== null) return null;
  const value = written?.trim() ?? "";
  const isText = type === "str" || isInline;
  if (value === "" && isFormula && !(isText && written !== null)) return NOT_CALCULATED;
  if (type === "e") return ERROR_NAME.test(value) ? value : UNNAMED_ERROR;
  if (isText) return value;
  return typedValue(type, value, style, legend);
}

function typedValue(type: string, value: string, style: string | undefined, legend: CellLegend): string | null {
  if (value === "") return TYPES.has(type) ? "" : null;
  switch (type) {
    case "n":
      return numberOrDate(value, style, legend);
    case "s":
      return PLACE_OF_TEXT.test(value) ? (legend.sharedTexts[Number(value)]?.trim() ?? null) : null;
    case "b":
      return value === "1" ? "TRUE" : value === "0" ? "FALSE" : null;
    case "d":
      return ISO_DAY.exec(value)?.[0] ?? null;
    default:
      return null;
  }
}

function numberOrDate(value: string, style: string | undefined, legend: CellLegend): string | null {
  // JavaScript accepts further notations, such as 0x10, which no spreadsheet writes.
  if (!NUMBER.test(value)) return null;
  if (style === undefined) return numberText(value);
  const isDate = legend.isDateStyle[Number(style)];
  if (isDate === undefined) return null;
  return isDate ? dayText(value, legend.isFrom1904) : numberText(value);
}

/** December 31, 9999 is day 2,958,465 in every program. */
const DAYS_BEFORE_YEAR_10000 = 2_958_466;

function dayText(value: string, isFrom1904: boolean): string | null {
  const days = Number(value) + (isFrom1904 ? DAYS_FROM_1900_TO_1904 : 0);
  if (Number.isNaN(days)) return null;
  // Programs do not show a number beyond all dates as a date.
  if (days < 0 || days >= DAYS_BEFORE_YEAR_10000) return numberText(value);
  const date = new Date(Math.floor((days - SPREADSHEET_DAYS_BEFORE_1970) * DAY_MILLISECONDS));
  return date.toISOString().slice(0, 10);
}

/** A number as its author typed it: without exponents, and without noise beyond the shown digits. */
export function numberText(written: string): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits = "", exponent] = String(Number(value.toPrecision(DIGITS_SHOWN))).split("e-");
  if (exponent === undefined) return digits;
  const [sign, plain] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${plain.replace(".", "")}`;
}

/** The limit of spreadsheet programs. */
export const ROWS_MAX = 1_048_576;

const LETTER_A = 65;
const LETTERS = 26;
const ZERO = 48;
const TEN = 10;

export interface CellAddress {
  readonly row: number;
  readonly column: number;
}

/** Reads `XFD1048576`; null when it is no address, or beyond the limits of a sheet. */
export function addressOf(text: string): CellAddress | null {
  let at = 0;
  let column = 0;
  for (; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - LETTER_A;
    if (letter < 0 || letter >= LETTERS) break;
    column = column * LETTERS + letter + 1;
    if (column > COLUMNS_MAX) return null;
  }
  let row = 0;
  for (; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit >= TEN) return null;
    row = row * TEN + digit;
    if (row > ROWS_MAX) return null;
  }
  return row === 0 || column === 0 ? null : { row, column };
}

/** `B7` */
export function addressText({ row, column }: CellAddress): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(LETTER_A + ((rest - 1) % LETTERS)) + letters;
  }
  return `${letters}${row}`;
}
