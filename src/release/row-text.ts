import type { RowCell } from "../provider-index/row-cells.ts";
import { checksum } from "./checksum.ts";

/** A row as one text: a JSON array of its cells in the order of `headersOf`, and its line. */
export function rowText(cells: readonly RowCell[], line: number): string {
  return JSON.stringify([...cells, line]);
}

/*
 * Where a row is stored as one text, its checksum is one cell more, the last: so it is read with the row in one go, and
 * the text is JSON still.
 */

const COMMA = 0x2c;
const BRACKET = 0x5d;
const ZERO = 0x30;
const NINE = 0x39;

/** The text of a row with its checksum, which begins with that of its place. */
export function summedText(text: string, place: number): string {
  const content = text.slice(0, -1);
  return `${content},${checksum(content, place)}]`;
}

/** Whether the bytes of a text with its checksum are as they were stored at this place. What a damaged page holds may be none. */
export function isSoundText(summed: unknown, place: number): summed is Buffer {
  if (!(summed instanceof Uint8Array) || summed[summed.length - 1] !== BRACKET) return false;
  let at = summed.length - 2;
  let sum = 0;
  // From the last digit to the first: the bytes before them are compared as they are, without a text of their own.
  for (let worth = 1; at > 0 && summed[at] !== COMMA; worth *= 10, at -= 1) {
    const digit = summed[at] as number;
    if (digit < ZERO || digit > NINE) return false;
    sum += (digit - ZERO) * worth;
  }
  return at > 0 && checksum(summed.subarray(0, at), place) === sum;
}

/** The text of a row without its checksum. */
export function withoutSum(summed: string): string {
  return `${summed.slice(0, summed.lastIndexOf(","))}]`;
}
