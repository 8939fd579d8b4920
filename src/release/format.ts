import { crc32 } from "node:zlib";
import { sharedTables } from "../dataset/medicare-tables.ts";
import { headersOf, KEY_SEPARATOR, type Table } from "../dataset/table.ts";
import type { State } from "../pricing/state/state.ts";
import type { RowCell } from "../registry/stored-row-reader.ts";

/** `RTBK`: what the file's header says this SQLite file is. */
export const APPLICATION_ID = 0x5254424b;

/** Raised whenever a release written before can no longer be read; releases are rebuilt, never migrated. */
export const FORMAT_VERSION = 6;

/** `ca_outpatient_rates` */
export function storedName(table: Table): string {
  return `${table.folder}_${table.name}`;
}

/** The CSV headers as column names. */
export function columnList(table: Table): string {
  return headersOf(table).map(quotedName).join(", ");
}

/** Headers such as `drg` or `value` may be words of SQL. */
export function quotedName(name: string): string {
  return `"${name}"`;
}

/** Every table of some states but the providers', which are stored in a form of their own, and the shared ones. */
export function rateTablesOf(states: readonly State[]): readonly Table[] {
  const own = states.flatMap(({ tables, providers }) => tables.filter((table) => table !== providers.table));
  return [...sharedTables, ...own];
}

/*
 * Everything that a release stores carries a checksum (CRC-32) of its content, which begins with the release and the
 * place where it belongs: the same content found at another place, as behind a damaged pointer of a b-tree, has another checksum. For
 * equal content two places never have the same one, since CRC-32 maps what it begins with one to one.
 */

/** What the checksum of something begins with: where the release comes from, its table and what it is found by there. */
export function placeSum(salt: number, ...place: readonly (string | number)[]): number {
  return crc32(place.join(KEY_SEPARATOR), salt);
}

/** What the checksum of a numbered row of a table begins with. */
export function numberedPlaceSum(tableSum: number, number: number): number {
  return (tableSum ^ number) >>> 0;
}

/** The checksum of content at its place; of content in several pieces that of the pieces before, followed by this one. */
export function checksum(content: string | Uint8Array, before: number): number {
  return crc32(content, before);
}

/** Whether bytes are as they were stored. What a damaged page holds may not even be bytes. */
export function areSound(data: unknown, place: number, sum: unknown): data is Uint8Array {
  return data instanceof Uint8Array && checksum(data, place) === sum;
}

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
