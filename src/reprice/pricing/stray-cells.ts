/** Cells of a line that was shifted stand right beside the table; a note somebody typed stands further away. */
const EMPTY_COLUMNS_BETWEEN = 3;

/** Several values in one cell: a whole line of a claim that was pasted into it. */
const LIST = /[;|\t]/;

/** The cells of a table of so many columns, without those that stand far to the right of it; null where others are beyond it. */
export function withoutFarCells(cells: readonly string[], columns: number): readonly string[] | null {
  const first = cells.slice(columns).findIndex((cell) => cell.trim() !== "");
  return first < EMPTY_COLUMNS_BETWEEN ? null : cells.slice(0, columns);
}

/**
 * Whether a row has nothing in any of the columns that are read, and beside them one cell at most that is in the table, such
 * as who printed it, below its end: no claim can be made of it, whatever it was.
 */
export function isStrayRow(cells: readonly string[], columns: number, read: readonly number[]): boolean {
  if (cells.length < columns || read.some((index) => cells[index]?.trim() !== "")) return false;
  const inTable = cells.slice(0, columns).filter((cell) => cell.trim() !== "");
  return inTable.length <= 1 && !inTable.some((cell) => LIST.test(cell));
}
