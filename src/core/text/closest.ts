import { distance } from "fastest-levenshtein";

/** The known name that a mistaken one most likely means; null without a single nearest one. */
export function closestName(name: string, known: readonly string[]): string | null {
  const near = closestAmong(known)(name);
  return near.length === 1 ? (near[0] as string) : null;
}

/** The remedy for a mistaken name: the most likely known name, or `otherwise` if none is near. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const closest = closestName(name, known);
  return didYouMeanOneOf(closest === null ? [] : [closest], otherwise);
}

/** The remedy for a mistaken name that may mean several: all of them, or `otherwise` if there are none. */
export function didYouMeanOneOf(meant: readonly string[], otherwise: string): string {
  if (meant.length === 0) return otherwise;
  return `did you mean ${meant.join(", ").replace(/, (?=[^,]*$)/, " or ")}?`;
}

/**
 * The known names that are equally near to a mistaken one. First those that differ only in case and punctuation; then
 * those with all of its words, as `date_of_service` has `date`; then those the fewest typing errors away. Mere
 * resemblance is not enough.
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

    const slips = compared.map((each) => ({ name: each.name, count: slipsIn(folded, each.folded) ?? Infinity }));
    const fewest = Math.min(...slips.map(({ count }) => count));
    return fewest === Infinity ? [] : namesOf(slips.filter(({ count }) => count === fewest));
  };
}

/** For a suggestion, two swapped neighbours are one typing error: `prot` is most likely `port`. */
function slipsIn(sent: string, meant: string): number | null {
  return isSwapped(sent, meant) ? 1 : slipsBetween(sent, meant);
}

function isSwapped(sent: string, meant: string): boolean {
  if (sent.length !== meant.length || sent.length < SHORT_NAME_LENGTH) return false;
  const at = [...sent].findIndex((letter, index) => letter !== meant[index]);
  const swapped = `${sent.slice(0, at)}${sent[at + 1]}${sent[at]}${sent.slice(at + 2)}`;
  return at !== -1 && swapped === meant;
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
 * The known name that another one almost certainly means: equal but for case, spaces and punctuation, or a typing error
 * away. Null for mere resemblance.
 */
export function nearMiss(name: string, known: readonly string[]): string | null {
  const folded = lettersAndDigits(name);
  return known.find((each) => slipsBetween(folded, lettersAndDigits(each)) !== null) ?? null;
}

/** From this many letters and digits on, two of them may be wrong. */
const LONG_NAME_LENGTH = 8;
/** From this many on, one may be wrong; a code of two letters would match any other. */
const SHORT_NAME_LENGTH = 3;

/** A name without case, spaces and punctuation. */
export function lettersAndDigits(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The typing errors between two names of letters and digits; null for too many. */
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
