import { DAYS_FROM_1900_TO_1904, SPREADSHEET_DAYS_BEFORE_1970 } from "../../../calendar/spreadsheet-days.ts";

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
  readonly failedFormulas?: FailedFormulas;
}

/** What a formula that failed is read as: nothing, or what the program shows, such as `#N/A`, where nothing would mean something. */
export type FailedFormulas = "empty" | "shown";

/** A cell as it is written: its type, its style and its value, or the text that stands in place of one. */
export interface WrittenCell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly value: string;
  readonly inlineText: string;
  readonly isFormula?: boolean;
}

/** Programs that do not calculate write formulas without the values that they have. */
const NOT_CALCULATED = "#N/A (a formula that was never calculated)";

/** The text of a cell as it is meant: numbers digit for digit, dates as YYYY-MM-DD; null when the cell makes no sense. */
export function cellText(
  { type = "n", style, value, inlineText, isFormula = false }: WrittenCell,
  legend: CellLegend,
): string | null {
  switch (type) {
    case "n":
      if (value === "" && isFormula && legend.failedFormulas === "shown") return NOT_CALCULATED;
      return value === "" ? "" : numberOrDate(value, style, legend);
    case "s":
      return value === "" ? "" : (legend.sharedTexts[Number(value)]?.trim() ?? null);
    case "str":
      return value.trim();
    case "inlineStr":
      return inlineText.trim();
    case "b":
      return value === "1" ? "TRUE" : value === "0" ? "FALSE" : value === "" ? "" : null;
    case "d":
      return value === "" ? "" : (ISO_DAY.exec(value.trim())?.[0] ?? null);
    // A formula that failed, such as #N/A, has no value.
    case "e":
      return legend.failedFormulas === "shown" ? value.trim() : "";
    default:
      return null;
  }
}

function numberOrDate(written: string, style: string | undefined, legend: CellLegend): string | null {
  const value = written.trim();
  if (value === "") return "";
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
