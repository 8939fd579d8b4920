import { DAYS_FROM_1900_TO_1904, SPREADSHEET_DAYS_BEFORE_1970 } from "../../../core/calendar/day.ts";
import { COLUMNS_MAX } from "../row.ts";

/** Spreadsheet programs show 15 digits; what a file holds beyond them is noise of binary fractions. */
const DIGITS_SHOWN = 15;
const DAY_MILLISECONDS = 86_400_000;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/;

/** What the cells of a workbook point to. */
export interface CellLegend {
  readonly sharedTexts: readonly string[];
  /** By the number of a style. */
  readonly isDateStyle: readonly boolean[];
  readonly isFrom1904: boolean;
}

/** A cell as it is written: its type, its style and its value, or the text that stands in place of one. */
export interface WrittenCell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  /** Null where there is none, which an empty one is not: a formula can have an empty text as its value. */
  readonly value: string | null;
  readonly inlineText: string | null;
  readonly isFormula?: boolean;
}

/** Programs that do not calculate write formulas without the values that they have, some of them as errors. */
const NOT_CALCULATED = "#N/A (a formula that was never calculated)";
/** Some programs write an error without its name. */
const UNNAMED_ERROR = "#N/A (an error that the workbook does not name)";
/** `#DIV/0!`, `#N/A`, `#NAME?` */
const ERROR_NAME = /^#[A-Z][A-Z0-9_/]*[!?]?$/;
/** Types that a cell without any value can have. */
const TYPES: ReadonlySet<string> = new Set(["n", "s", "b", "d"]);
const PLACE_OF_TEXT = /^[0-9]+$/;

/**
 * The text of a cell as it is meant: numbers digit for digit, dates as YYYY-MM-DD; null when the cell makes no sense. What failed
 * or was never calculated is shown as such and never as an empty cell, which means something: one unit, no modifier, no rate.
 */
export function cellText(cell: WrittenCell, legend: CellLegend): string | null {
  const { type = "n", style, isFormula = false } = cell;
  const isInline = type === "inlineStr";
  const written = isInline ? cell.inlineText : cell.value;
  // A value that stands where its type does not look for it is no empty cell.
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
  // What JavaScript would take for a number besides, such as 0x10, no spreadsheet writes.
  if (!NUMBER.test(value)) return null;
  if (style === undefined) return numberText(value);
  const isDate = legend.isDateStyle[Number(style)];
  if (isDate === undefined) return null;
  return isDate ? dayText(value, legend.isFrom1904) : numberText(value);
}

function dayText(value: string, isFrom1904: boolean): string | null {
  const days = Number(value) + (isFrom1904 ? DAYS_FROM_1900_TO_1904 : 0);
  if (Number.isNaN(days)) return null;
  const date = new Date(Math.floor((days - SPREADSHEET_DAYS_BEFORE_1970) * DAY_MILLISECONDS));
  // A number beyond all dates is shown by no program as one.
  return Number.isNaN(date.getTime()) ? numberText(value) : date.toISOString().slice(0, 10);
}

/** A number as its author typed it: without exponents, and without the noise behind the digits that are shown. */
export function numberText(written: string): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits = "", exponent] = String(Number(value.toPrecision(DIGITS_SHOWN))).split("e-");
  if (exponent === undefined) return digits;
  const [sign, plain] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${plain.replace(".", "")}`;
}

/** What a sheet of every spreadsheet program can hold. */
export const ROWS_MAX = 1_048_576;

const LETTER_A = 65;
const LETTERS = 26;
const ZERO = 48;
const TEN = 10;

/** The place of a cell in its sheet, both counted from 1. */
export interface CellAddress {
  readonly row: number;
  readonly column: number;
}

/** Reads `XFD1048576`; null when it is no address, or of a cell that no sheet has. */
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
