import type { Compared } from "../parts/sorting.ts";

/** A spreadsheet would run what begins like this as a formula (CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const FIGURE = /^[-+]?[0-9][0-9.]*$/;

/** Lines of cells as CSV (RFC 4180). */
export function csvText(lines: readonly (readonly Compared[])[]): string {
  return lines.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: Compared): string {
  const text = cell === null ? "" : String(cell);
  const safe = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
