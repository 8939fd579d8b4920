import type { LineFault } from "./line-fault.ts";

const TOTAL = /^(?:grand |sub-?|sub )?totals?:?$/i;

/** What is said of a row that adds up those above it. */
export const TOTALS_ROW: LineFault = {
  field: "",
  code: "totals_row",
  message: "The row looks like a total: it is skipped.",
};

/** Whether a row adds up others: a cell says so, and nothing says what was done or by whom. `telling` are the cells that would. */
export function isTotalsRow(cells: readonly string[], telling: readonly string[]): boolean {
  return telling.every((cell) => cell.trim() === "" || isTotal(cell)) && cells.some(isTotal);
}

function isTotal(cell: string): boolean {
  return TOTAL.test(cell.trim());
}
