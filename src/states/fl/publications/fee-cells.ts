import {
  amount,
  procedureCode as asCode,
  type Conversion,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { Refusal } from "../../../text/refusal.ts";

/** What a fee cell says of a service that is priced by hand. */
export const BY_REPORT = "by report";

const BY_REPORT_WORDS = /^(?:b\.?\s?\/?r\b\.?|by report|manual|i\.?c\b\.?|individual consideration)/i;
const A_FEE = new Refusal("an amount such as 40.00, or By Report");
const CENTS = 2;

/** Dollars and cents: a formula leaves more decimals in a workbook than it shows. */
export const cents = rounded(CENTS, amount);

const amountAboveZero = zeroAbsent(cents);

/** A fee: dollars and cents, nothing where it is zero, or one of the state's words for By Report. */
export const fee: Conversion = (cell) => {
  if (BY_REPORT_WORDS.test(cell)) return BY_REPORT;
  const value = amountAboveZero(cell);
  return value instanceof Refusal ? A_FEE : value;
};

/** The state prints `*` where a row has no modifier. */
export const modifier: Conversion = (cell) => (/^\*+$/.test(cell) ? null : cell.toUpperCase());

/** Other marks than these words have been used for other things, so they say nothing here. */
export const priorAuthorization: Conversion = (cell) => (/^(?:p\.?a\.?|prior auth.*)$/i.test(cell) ? "true" : null);

/** The code of a row, its leading zeros back; null for the text of a heading or a note. */
export function procedureCode(cell: string | null): string | null {
  const value = cell === null ? null : asCode(cell);
  return typeof value === "string" && /^[A-Z0-9]{5}$/.test(value) && /[0-9]/.test(value) ? value : null;
}
