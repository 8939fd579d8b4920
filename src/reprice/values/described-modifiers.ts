/** What stands between modifiers that are listed in one cell. */
const BETWEEN = /[,;|\n]+/;
const MARKS = /^[\s'="(]+/;
/** One modifier or several at the beginning of a part, such as `25 59`. */
const LEADING = /^(?:[A-Z0-9]{2}(?:\.0+)?(?![A-Z0-9.])[\s/+&]*)+/;
const MODIFIER = /[A-Z0-9]{2}(?=\.0|[^A-Z0-9]|$)/g;
const LETTERS = /(?<![A-Z0-9])[A-Z]+(?![A-Z0-9])/g;
/** `59-DISTINCT`, `TC: technical`. */
const SET_APART = /^[A-Z0-9]{2}(?:\.0+)?\s*[-:=(]+\s*[A-Z]{3,}/;
/** A word of a language and no modifiers that are written together: these have an even number of letters, and few of these vowels. */
const ODD_LETTERS = /^[A-Z](?:[A-Z]{2})+$/;
const SPOKEN = /^(?=.*[EIOUY])[A-Z]{6,}$/;
/** Words of two letters that a description goes on with. */
const SHORT_WORDS = new Set("AN AS AT BE BY IF IN IS IT NO OF ON OR SO TO UP".split(" "));

/**
 * The modifiers of a cell that has the words for them as well (`59 DISTINCT PROCEDURAL SERVICE`, `59-DISTINCT, TC: TECHNICAL`),
 * upper-cased; null for a cell that has modifiers alone. Words are no modifiers, however many letters they have.
 */
export function describedModifiers(text: string): readonly string[] | null {
  const parts = text.split(BETWEEN).map((part) => part.replace(MARKS, ""));
  const first = parts.findIndex(isDescribed);
  if (first < 0) return null;
  return parts.flatMap((part, place) => {
    const found = LEADING.exec(part)?.[0].match(MODIFIER) ?? [];
    // The first word of a cell is its modifier, AS and AT too; later ones of this kind go on with the description.
    const words = found.findIndex((each, at) => (place > first || at > 0) && SHORT_WORDS.has(each));
    return words < 0 ? found : found.slice(0, words);
  });
}

/** Whether a part begins with a modifier and goes on with words. */
function isDescribed(part: string): boolean {
  if (SET_APART.test(part)) return true;
  const leading = LEADING.exec(part)?.[0];
  if (leading === undefined) return false;
  const rest = part.slice(leading.length).match(LETTERS) ?? [];
  return rest.some((word) => ODD_LETTERS.test(word) || SPOKEN.test(word));
}
