import { distance } from "fastest-levenshtein";

/** From this many letters and digits on, two of them may be wrong. */
const LONG_NAME_LENGTH = 8;
/** From this many on, one may be; a code of two letters would else be taken for any other one. */
const SHORT_NAME_LENGTH = 3;

/** A name without case, spaces and punctuation. */
export function lettersAndDigits(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** How many slips of the hand make one name of another; null for more than a hand makes. Both are letters and digits. */
export function slipsBetween(sent: string, meant: string): number | null {
  const allowed = slipsAllowed(meant.length);
  if (Math.abs(sent.length - meant.length) > allowed) return null;
  const slips = distance(sent, meant);
  return slips <= allowed ? slips : null;
}

function slipsAllowed(length: number): number {
  if (length < SHORT_NAME_LENGTH) return 0;
  return length < LONG_NAME_LENGTH ? 1 : 2;
}
