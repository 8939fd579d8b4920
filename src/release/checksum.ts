import { crc32 } from "node:zlib";
import { KEY_SEPARATOR } from "../dataset/table.ts";

/*
 * Everything that a release stores carries a checksum (CRC-32) of its content, which begins with the release and the
 * place where it belongs: the same content found at another place, as behind a damaged pointer of a b-tree, has another checksum. For
 * equal content two places never have the same one, since CRC-32 maps what it begins with one to one.
 */

/** What the checksum of something begins with: where the release comes from, its table and what it is found by there. */
export function placeSum(origin: number, ...place: readonly (string | number)[]): number {
  return crc32(place.join(KEY_SEPARATOR), origin);
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
