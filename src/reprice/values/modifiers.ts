import { isFailedFormula, NO_VALUE, Refusal, withoutInvisible } from "../../core/text/refusal.ts";
import { saysNothing } from "./read-value.ts";

const NONE: readonly string[] = [];
const WORDS = /[A-Z0-9]+/g;
/** A modifier of digits that went through a spreadsheet as a number. */
const POINT_ZERO = /\.0+(?![0-9])/g;
const PAIRS = /../g;

/** Claims have room for four of a line; each of more could be a row that is looked up. */
const MODIFIERS_MAX = 12;
/** Four of them with their words: the description of modifier 25 alone has some 150 characters. */
const CELL_CHARACTERS_MAX = 600;
const TOO_MANY = new Refusal(`at most ${MODIFIERS_MAX} modifiers of two letters or digits`);

/** The modifiers of a line, each once: several cells, several in one cell (`25, 59`), or written together (`2559`). */
export function modifiersOf(cells: readonly string[]): readonly string[] | Refusal {
  if (cells.every((cell) => cell === "")) return NONE;
  if (cells.some((cell) => cell.length > CELL_CHARACTERS_MAX)) return TOO_MANY;
  if (cells.some((cell) => isFailedFormula(cell.trim()))) return NO_VALUE;
  const all = new Set(cells.flatMap(modifiersIn));
  return all.size > MODIFIERS_MAX ? TOO_MANY : [...all];
}

function modifiersIn(cell: string): readonly string[] {
  const text = withoutInvisible(cell).trim().toUpperCase();
  if (text === "" || saysNothing(text)) return NONE;
  const described = describedModifiers(text);
  if (described !== null) return described;
  return (text.replace(POINT_ZERO, "").match(WORDS) ?? NONE).flatMap(apart);
}

function apart(word: string): readonly string[] {
  return word.length > 2 && word.length % 2 === 0 ? (word.match(PAIRS) ?? NONE) : [word];
}

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
function describedModifiers(text: string): readonly string[] | null {
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
