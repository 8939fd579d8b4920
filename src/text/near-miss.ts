import { lettersAndDigits, slipsBetween } from "./slips.ts";

/**
 * The known name that another one is almost certainly meant to be: the same but for case, spaces and
 * punctuation, or a slip of the hand away. Null for a name that merely resembles one.
 */
export function nearMiss(name: string, known: readonly string[]): string | null {
  const folded = lettersAndDigits(name);
  return known.find((each) => slipsBetween(folded, lettersAndDigits(each)) !== null) ?? null;
}
