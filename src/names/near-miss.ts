import { distance } from "fastest-levenshtein";

/** From this many letters and digits on, two of them may be wrong, before that one. */
const LONG_NAME_LENGTH = 8;

/**
 * The known name that another one is almost certainly meant to be: the same but for case, spaces and
 * punctuation, or a slip of the hand away. Null for a name that merely resembles one.
 */
export function nearMiss(name: string, known: readonly string[]): string | null {
  const folded = lettersAndDigits(name);
  const candidate = known.find((each) => distance(folded, lettersAndDigits(each)) <= slipsAllowed(each));
  return candidate ?? null;
}

function slipsAllowed(name: string): number {
  return lettersAndDigits(name).length >= LONG_NAME_LENGTH ? 2 : 1;
}

function lettersAndDigits(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
