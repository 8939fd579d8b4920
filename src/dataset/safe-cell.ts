import { csvCell } from "../text/csv/csv-cell.ts";
import { valueText } from "./value-text.ts";

/**
 * What spreadsheet programs take for a formula (CSV injection): a text that begins with one of their signs, in either width, also
 * behind spaces; and one that begins with a tab or a line end, behind which they look for such a sign.
 */
const LIKE_A_FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;

/** A negative amount is a number, and stays one. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/;

/** Says to spreadsheet programs that what follows is text. `ratebook reprice` reads cells that begin with it, too. */
const TEXT_MARK = "'";

/**
 * A value as a cell that is safe to open: what JSON says of it, lists in one cell, null empty. Names of providers and
 * `reference_id` come from others, so a text that would be run as a formula is marked as text.
 */
export function safeCell(value: unknown): string {
  const text = valueText(value);
  if (typeof value === "number" || !LIKE_A_FORMULA.test(text) || NEGATIVE_NUMBER.test(text)) return csvCell(text);
  return csvCell(TEXT_MARK + text);
}
