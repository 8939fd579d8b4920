import { Refusal } from "../../text/refusal.ts";
import type { ValueReader } from "./read-value.ts";

/** One to three digits and a group of three, whatever the sign: a thousand to those who write cents after a comma. */
const MAY_BE_THOUSANDS = /^[-(]?\s*[1-9][0-9]{0,2}\.[0-9]{3}\s*[-)]?$/;

/**
 * Programs put semicolons between cells where the comma is taken by decimals. There 1.027 can be a thousand or one, and read
 * the wrong way it would be wrong a thousandfold.
 */
export const POINT_OF_THOUSANDS = new Refusal(
  "a number that can be read in one way: in a file with semicolons 1.027 can be 1027 or a little more than 1; write 1027, 1.03 or 1.0270",
);

/** Refuses what a point leaves open in a file with semicolons; elsewhere a point stands before decimals. */
export function withPlainPoint(read: ValueReader, hasSemicolons: boolean): ValueReader {
  return hasSemicolons ? (text) => (MAY_BE_THOUSANDS.test(text) ? POINT_OF_THOUSANDS : read(text)) : read;
}
