import type { StoredCells } from "../dataset/row.ts";

/** A row as one text: a JSON array of its cells in the order of `headersOf`, and its line. */
export function rowText(cells: StoredCells, line: number): string {
  return JSON.stringify([...cells, line]);
}
