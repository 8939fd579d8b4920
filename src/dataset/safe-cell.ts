import { csvCell } from "../core/text/csv.ts";

/**
 * Texts that spreadsheet programs run as a formula (CSV injection): those that begin with a formula sign in either
 * width, also after spaces; and all that begin with a tab or a line end, which they skip.
 */
const LIKE_A_FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;

/** A negative amount is a number, and stays one. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/;

/** Marks a cell as text for spreadsheet programs. `ratebook reprice` reads cells that begin with it, too. */
const TEXT_MARK = "'";

/**
 * A value as a cell that is safe to open: as in JSON, lists in one cell, null empty. Provider names and `reference_id`
 * come from others, so a text that would run as a formula is marked as text.
 */
export function safeCell(value: unknown): string {
  const text = valueText(value);
  if (typeof value === "number" || !LIKE_A_FORMULA.test(text) || NEGATIVE_NUMBER.test(text)) return csvCell(text);
  return csvCell(TEXT_MARK + text);
}

/** Between the entries of a list in one cell, as in the tables of a dataset (conventions 7). */
const LIST_SEPARATOR = "|";

/** A field of a result as text: what its JSON says, without the quotes around strings; null is empty. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(valueText).join(LIST_SEPARATOR);
  return JSON.stringify(value);
}
