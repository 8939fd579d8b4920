import type { Table } from "../dataset/table.ts";
import { placeSum } from "./checksum.ts";
import { storedName } from "./format.ts";

/* How a provider table is stored: its tables, and what their checksums begin with. */

/** An index is stored in parts of this size: one is read in a fraction of a millisecond, and no request waits for more. */
export const PART_BYTES = 256 * 1024;

/** How the names of the tables end that a provider table is stored in. */
export const PARTS = {
  rows: "_rows",
  repeated: "_repeated_cells",
  indexes: "_indexes",
  words: "_fragment_words",
  lists: "_row_lists",
} as const;

/** The tables of a provider table; row `n` has the place `n + 1` among the rows, since SQLite counts from 1. */
export function storedNames(table: Table) {
  const name = storedName(table);
  return {
    rows: name + PARTS.rows,
    repeated: name + PARTS.repeated,
    indexes: name + PARTS.indexes,
    words: name + PARTS.words,
    lists: name + PARTS.lists,
  };
}

/** The checksum of a part of an index begins with the size of the whole: a part that is lost is missed by the others. */
export function partPlace(origin: number, indexes: string, name: string, part: number, indexBytes: number): number {
  return placeSum(origin, indexes, name, part, indexBytes);
}

export function listPlace(
  origin: number,
  lists: string,
  of: string,
  number: number,
  rowCount: number,
  isSet: number,
): number {
  return placeSum(origin, lists, of, number, rowCount, isSet);
}
