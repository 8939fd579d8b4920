import { Refusal } from "../../core/text/refusal.ts";
import { readCode, trimmedFor } from "./read-value.ts";

// Numbers of claims, as two lines of a file have to write them to be of one claim.

/** A number that a spreadsheet has rounded is that of many claims; `123.0` is 123. */
const readNumber = trimmedFor(readCode);
/** `0` and `-` stand for no number. */
const HAS_SIGN = /[1-9\p{L}]/u;
/** Words in place of a number. */
const NO_NUMBER =
  /^(?:N\.?A\.?|UNKNOWN|UNK|NIL|BLANK|EMPTY|MISSING|PENDING|TBD|(?:NOT|NONE) (?:AVAILABLE|APPLICABLE|ASSIGNED|GIVEN|KNOWN)|NO (?:CLAIM|NUMBER|CLAIM NUMBER))$/;
/** Hyphens and minus signs that texts have in place of the one on keyboards. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/**
 * The number of a claim: letters in any case and hyphens of any kind are the same. Zeros in front and commas are part of it:
 * `0123` and `123` may be two claims. Null for what is no number.
 */
export function claimNumberIn(cell: string): string | null {
  const read = readNumber(cell);
  if (read instanceof Refusal) return null;
  const number = read.text.toUpperCase().replace(HYPHENS, "-");
  return HAS_SIGN.test(number) && !NO_NUMBER.test(number) ? number : null;
}
