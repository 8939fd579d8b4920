import type { StoredCells } from "../dataset/row.ts";
import { checksum } from "./checksum.ts";

/** A row as one text: a JSON array of its cells in the order of `headersOf`, and its line. */
export function rowText(cells: StoredCells, line: number): string {
  return JSON.stringify([...cells, line]);
}

/*
 * Where a row is stored as one text, its checksum is one cell more, the last: so it is read with the row in one go, and
 * the text is JSON still.
 */

/** The text of a row with its checksum, which begins with that of its place. */
export function summedText(text: string, place: number): string {
  const content = text.slice(0, -1);
  return `${content},${checksum(content, place)}]`;
}

/** Whether a text with its checksum is as it was stored at this place. */
export function isSoundText(summed: string, place: number): boolean {
  const end = summed.lastIndexOf(",");
  return (
    end >= 0 && checksum(summed.slice(0, end), place) === Number(summed.slice(end + 1, -1)) && summed.endsWith("]")
  );
}

/** The text of a row without its checksum. */
export function withoutSum(summed: string): string {
  return `${summed.slice(0, summed.lastIndexOf(","))}]`;
}
