import { parseDay, parseIsoDay } from "../../core/calendar/day.ts";
import { derived, parseFactor } from "../../core/money/factor.ts";
import { plainText, rescale } from "../../core/money/rounding.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { CODE_LENGTH, withItsZeros } from "../../dataset/column.ts";

/**
 * Converts a published cell to canonical text (conventions 7). It receives trimmed text, never empty. Null means an empty cell, a
 * refusal an invalid one.
 */
export type Conversion = (cell: string) => string | null | Refusal;

export const asPublished: Conversion = (cell) => cell;

export const upperCase: Conversion = (cell) => cell.toUpperCase();

/** Text that a spreadsheet broke into lines or padded inside. */
export const oneLine: Conversion = (cell) => cell.replace(/\s+/g, " ");

/** What publishers print in place of an empty cell. */
const ABSENT = /^(?:-+|\.|n\/?a|none|null|\u2013|\u2014)$/i;

/** `$1,234.50`, `1234.5`, `(12.00)`: the digits and the point. */
const DECIMAL = /^(-?)\$?\s*((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(?:\.[0-9]*)?)$/;

/** The plain decimal of a printed figure; null when it is none. */
function plainDecimal(cell: string): string | null {
  const inBrackets = /^\((.*)\)$/.exec(cell);
  const found = DECIMAL.exec(
    inBrackets === null ? cell.replace(/^\$\s*-/, "-$") : `-${(inBrackets[1] as string).trim()}`,
  );
  const digits = found?.[2]?.replaceAll(",", "") ?? "";
  if (found === null || !/[0-9]/.test(digits)) return null;
  const [whole = "", decimals = ""] = digits.split(".");
  const text = `${(whole || "0").replace(/^0+(?=[0-9])/, "")}${decimals === "" ? "" : `.${decimals}`}`;
  const decimal = /[1-9]/.test(text) ? `${found[1]}${text}` : text;
  // A longer text is no figure.
  return parseFactor(decimal) === null ? null : decimal;
}

function withoutTrailingZeros(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

const AN_AMOUNT = new Refusal("an amount such as 40.00 or $1,234.50");

/** Dollars, with at least two decimals: `   $40.00`, `1,234.5`; `---`, `N/A` and the like are empty. */
export const amount: Conversion = (cell) => {
  if (ABSENT.test(cell)) return null;
  const decimal = plainDecimal(cell);
  if (decimal === null) return AN_AMOUNT;
  const [whole, decimals = ""] = withoutTrailingZeros(decimal).split(".");
  return `${whole}.${decimals.padEnd(2, "0")}`;
};

const A_NUMBER = new Refusal("a number such as 9 or 0.5320");

/** A figure without trailing zeros: `9.0` is 9. */
export const number: Conversion = (cell) => {
  if (ABSENT.test(cell)) return null;
  const decimal = plainDecimal(cell);
  return decimal === null || cell.includes("$") ? A_NUMBER : withoutTrailingZeros(decimal);
};

const A_FIGURE = new Refusal("a figure such as 0.5320 or $18.20");

/** A weight or factor digit for digit, because results print it as published: `0.5320`, `$18.20`. */
export const figure: Conversion = (cell) => (ABSENT.test(cell) ? null : (plainDecimal(cell) ?? A_FIGURE));

/** A figure with at most this many decimals, half-up: a formula's result has more than its publisher meant. */
export function rounded(decimalsMax: number, convert: Conversion): Conversion {
  return (cell) => {
    const value = convert(cell);
    const parsed = typeof value === "string" ? parseFactor(value) : null;
    if (parsed === null || parsed.scale <= decimalsMax) return value;
    return plainText(rescale(parsed.units, parsed.scale, decimalsMax), decimalsMax);
  };
}

/** A conversion whose zero means an empty cell, such as $0.00 for "not priced". */
export function zeroAbsent(convert: Conversion): Conversion {
  return (cell) => {
    const value = convert(cell);
    return typeof value === "string" && /^-?[0.]+$/.test(value) ? null : value;
  };
}

const A_PERCENTAGE = new Refusal("a percentage such as 45.3%");
const PERCENT_DECIMALS = 2;

/** `45.3%` or `45.3` is 0.453. */
export const percent: Conversion = (cell) => {
  if (ABSENT.test(cell)) return null;
  const factor = parseFactor(plainDecimal(cell.replace(/\s*%$/, "")) ?? "");
  return factor === null ? A_PERCENTAGE : derived(factor.units, factor.scale + PERCENT_DECIMALS).text;
};

/** A code of this length, upper case; digits that a spreadsheet took for a number get their zeros back. */
export function code(length: number): Conversion {
  return codeWith(length, (digits) => digits.padStart(length, "0"), `a code of ${length} characters`);
}

const A_PROCEDURE_CODE = codeWith(
  CODE_LENGTH,
  (digits) => withItsZeros(digits) ?? digits,
  `a code of ${CODE_LENGTH} characters`,
);

/** Why a short code of digits is refused: zeros would not fix it. */
export const LACKS_A_DIGIT = new Refusal(
  `a code of ${CODE_LENGTH} characters (of digits alone, only 00100 to 01999 lose zeros in a spreadsheet)`,
);

/** A procedure code. Lost zeros are restored where there can be some (00100 to 01999); other short codes lack a digit. */
export const procedureCode: Conversion = (cell) => {
  const value = A_PROCEDURE_CODE(cell);
  return value instanceof Refusal && /^[0-9]{1,4}(?:\.0+)?$/.test(cell) ? LACKS_A_DIGIT : value;
};

function codeWith(length: number, restored: (digits: string) => string, expected: string): Conversion {
  const refusal = new Refusal(expected);
  return (cell) => {
    const text = cell.toUpperCase();
    const whole = /^[0-9]+(?:\.0+)?$/.test(text) ? restored(text.split(".")[0] as string) : text;
    return whole.length === length && !/\s/.test(whole) ? whole : refusal;
  };
}

/** Whether a conversion restored leading zeros in a procedure or ZIP code. Numbers that are always printed short (a DRG) do not count. */
export function hasRestoredZeros(cell: string, value: string): boolean {
  if (!value.startsWith("0") || value === cell || !/^[0-9]+(?:\.0+)?$/.test(cell)) return false;
  const [digits = ""] = cell.split(".");
  return value.length === CODE_LENGTH && digits.length < CODE_LENGTH && value === digits.padStart(CODE_LENGTH, "0");
}

export const RESTORED_ZEROS = "codes printed without their leading zeros, which are put back";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const A_DATE = new Refusal("a date such as 2026-01-31, 01/31/2026 or 20260131");

/** Two-digit years: publications reach back to the 1970s, never that far ahead. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

function dayOf(year: string, month: string, day: string): string | null {
  return parseIsoDay(`${fullYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function monthNumber(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

/** A calendar day in the spellings of publications. */
export const date: Conversion = (cell) => {
  if (ABSENT.test(cell)) return null;
  const text = cell.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, "");
  const plain = parseDay(text);
  if (plain !== null) return plain;
  const compact = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(text);
  if (compact !== null) return dayOf(compact[1] as string, compact[2] as string, compact[3] as string) ?? A_DATE;
  const american = /^([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{2}|[0-9]{4})$/.exec(text);
  if (american !== null) return dayOf(american[3] as string, american[1] as string, american[2] as string) ?? A_DATE;
  const worded = /^([A-Za-z]{3,9})\.? +([0-9]{1,2}),? +([0-9]{4})$/.exec(text);
  if (worded !== null)
    return dayOf(worded[3] as string, monthNumber(worded[1] as string), worded[2] as string) ?? A_DATE;
  const dashed = /^([0-9]{1,2})-([A-Za-z]{3})-([0-9]{2}|[0-9]{4})$/.exec(text);
  return dashed === null
    ? A_DATE
    : (dayOf(dashed[3] as string, monthNumber(dashed[2] as string), dashed[1] as string) ?? A_DATE);
};

const YES_OR_NO = new Refusal("yes or no");

/** `Yes`, `Y`, `X`, `1` and `true` are true; `No`, `N`, `0` and `false` are false. */
export const yesNo: Conversion = (cell) => {
  if (/^(?:y|yes|x|1|t|true)$/i.test(cell)) return "true";
  if (/^(?:n|no|0|f|false)$/i.test(cell)) return "false";
  return ABSENT.test(cell) ? null : YES_OR_NO;
};

/** A word of the publication and its meaning; spaces and case are ignored. */
export function legend(meanings: Readonly<Record<string, string | null>>): Conversion {
  const known = new Map(Object.entries(meanings).map(([word, meaning]) => [word.toUpperCase(), meaning]));
  const refusal = new Refusal(`one of ${Object.keys(meanings).join(", ")}`);
  return (cell) => {
    const meaning = known.get(cell) ?? known.get(cell.replace(/\s+/g, " ").toUpperCase());
    return meaning === undefined ? refusal : meaning;
  };
}

export function inTurn(...conversions: readonly Conversion[]): Conversion {
  return (cell) => {
    let value: string | null | Refusal = cell;
    for (const convert of conversions) {
      if (typeof value !== "string" || value === "") return value === "" ? null : value;
      value = convert(value);
    }
    return value;
  };
}
