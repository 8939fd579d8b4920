import { distance } from "fastest-levenshtein";

/** The known name that a mistaken one most likely meant; null when none is near, or several are equally so. */
export function closestName(name: string, known: readonly string[]): string | null {
  const near = closestAmong(known)(name);
  return near.length === 1 ? (near[0] as string) : null;
}

/** What helps whoever sent a mistaken name: the one that was most likely meant, or what is said where none is near. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const closest = closestName(name, known);
  return closest === null ? otherwise : `did you mean ${closest}?`;
}

/**
 * Finds the known names that a mistaken one may have meant, all of them equally near: the same but for case and
 * punctuation; else those that have all of its words, as `date_of_service` has `date`; else those the fewest slips of
 * the hand away. A name that merely resembles it is none of them.
 */
export function closestAmong(known: readonly string[]): (name: string) => readonly string[] {
  const compared = known.map((name) => ({ name, folded: lettersAndDigits(name), words: wordsOf(name) }));

  return (name) => {
    const folded = lettersAndDigits(name);
    if (folded === "") return [];
    const same = compared.filter((each) => each.folded === folded);
    if (same.length > 0) return namesOf(same);

    const words = wordsOf(name);
    const withItsWords = compared.filter((each) => words.every((word) => each.words.includes(word)));
    if (withItsWords.length > 0) return namesOf(withItsWords);

    const slips = compared.map((each) => ({ name: each.name, count: slipsBetween(folded, each.folded) ?? Infinity }));
    const fewest = Math.min(...slips.map(({ count }) => count));
    return fewest === Infinity ? [] : namesOf(slips.filter(({ count }) => count === fewest));
  };
}

function namesOf(compared: readonly { readonly name: string }[]): readonly string[] {
  return compared.map(({ name }) => name);
}

/** `dateOfService`, `date-of-service` and `Date of service` have the same words. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").toLowerCase();
  return apart.split(/[^a-z0-9]+/).filter((word) => word !== "");
}

/**
 * The known name that another one is almost certainly meant to be: the same but for case, spaces and
 * punctuation, or a slip of the hand away. Null for a name that merely resembles one.
 */
export function nearMiss(name: string, known: readonly string[]): string | null {
  const folded = lettersAndDigits(name);
  return known.find((each) => slipsBetween(folded, lettersAndDigits(each)) !== null) ?? null;
}

/** From this many letters and digits on, two of them may be wrong. */
const LONG_NAME_LENGTH = 8;
/** From this many on, one may be; a code of two letters would else be taken for any other one. */
const SHORT_NAME_LENGTH = 3;

/** A name without case, spaces and punctuation. */
export function lettersAndDigits(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** How many slips of the hand make one name of another; null for more than a hand makes. Both are letters and digits. */
function slipsBetween(sent: string, meant: string): number | null {
  const allowed = slipsAllowed(meant.length);
  if (Math.abs(sent.length - meant.length) > allowed) return null;
  const slips = distance(sent, meant);
  return slips <= allowed ? slips : null;
}

function slipsAllowed(length: number): number {
  if (length < SHORT_NAME_LENGTH) return 0;
  return length < LONG_NAME_LENGTH ? 1 : 2;
}
