import { inSlices } from "../row-set.ts";
import type { WordIndex } from "./word-index.ts";

/*
 * Words that are one typing error away from a typed one: a letter too many, too few or wrong, or two letters that changed places. The
 * whole vocabulary is compared: most words differ in their first letters, so a word takes some ten nanoseconds, and two million names
 * have a few hundred thousand words.
 */

/** Shorter words are one error away from too many others. */
const TYPED_LETTERS_MIN = 4;

/** From here on the beginning of a longer word is near too: the reader may still be typing. */
const BEGINNING_LETTERS_MIN = 6;

/** A word of the vocabulary, and how many rows have it. */
interface NearWord {
  readonly word: number;
  readonly isWhole: boolean;
  readonly rowCount: number;
}

/** The nearest words, at most `max`: whole words before beginnings, then those that most names have. Works in slices. */
export async function nearWords(words: WordIndex, typed: string, max: number): Promise<readonly string[]> {
  if (typed.length < TYPED_LETTERS_MIN) return [];
  const bytes = Buffer.from(typed, "latin1");
  const best: NearWord[] = [];
  await inSlices(words.count, (from, to) => seeWords(words, bytes, from, to, best, max));
  return best.map(({ word }) => words.wordText(word));
}

function seeWords(words: WordIndex, typed: Uint8Array, from: number, to: number, best: NearWord[], max: number): void {
  for (let word = from; word < to; word += 1) {
    const [start, end] = [words.textStart(word), words.textEnd(word)];
    const isWhole = Math.abs(end - start - typed.length) <= 1 && isNear(typed, words.text, start, end, true);
    const isBeginning =
      !isWhole && typed.length >= BEGINNING_LETTERS_MIN && isNear(typed, words.text, start, end, false);
    if (!isWhole && !isBeginning) continue;
    best.push({ word, isWhole, rowCount: words.rowsEnd(word) - words.rowsStart(word) });
    best.sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.rowCount - one.rowCount);
    best.length = Math.min(best.length, max);
  }
}

/** Whether one error makes the typed letters of the word at `start` to `end`, or of its beginning. */
function isNear(typed: Uint8Array, text: Uint8Array, start: number, end: number, isWhole: boolean): boolean {
  let same = 0;
  while (same < typed.length && start + same < end && typed[same] === text[start + same]) same += 1;
  const at = start + same;
  const isRest = (typedFrom: number, textFrom: number) => {
    const length = typed.length - typedFrom;
    if (length < 0 || textFrom + length > end || (isWhole && textFrom + length !== end)) return false;
    for (let place = 0; place < length; place += 1) {
      if (typed[typedFrom + place] !== text[textFrom + place]) return false;
    }
    return true;
  };
  const isSwapped = typed[same] === text[at + 1] && typed[same + 1] === text[at];
  return (
    isRest(same + 1, at + 1) || isRest(same, at + 1) || isRest(same + 1, at) || (isSwapped && isRest(same + 2, at + 2))
  );
}
