/** Between the entries of a list in one cell, as in the tables of a dataset (conventions 7). */
const LIST_SEPARATOR = "|";

/** A field of a result as text: what its JSON says, without the quotes around strings; null is empty. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(valueText).join(LIST_SEPARATOR);
  return JSON.stringify(value);
}
