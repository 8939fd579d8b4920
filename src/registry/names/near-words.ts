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
    const isLong = end - start > typed.length + 1;
    if (end - start < typed.length - 1 || (isLong && typed.length < BEGINNING_LETTERS_MIN)) continue;
    const reached = nearEnd(typed, words.text, start, end);
    const isWhole = reached === end;
    if (reached < 0 || (!isWhole && typed.length < BEGINNING_LETTERS_MIN)) continue;
    best.push({ word, isWhole, rowCount: words.rowsEnd(word) - words.rowsStart(word) });
    best.sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.rowCount - one.rowCount);
    best.length = Math.min(best.length, max);
  }
}

const NOT_NEAR = -1;

/** How far one error makes the typed letters reach in the word at `start` to `end`: its end, if that can be. */
function nearEnd(typed: Uint8Array, text: Uint8Array, start: number, end: number): number {
  let same = 0;
  while (same < typed.length && start + same < end && typed[same] === text[start + same]) same += 1;
  const at = start + same;
  const isSwapped = typed[same] === text[at + 1] && typed[same + 1] === text[at];
  return Math.max(
    restEnd(typed, same + 1, text, at + 1, end),
    restEnd(typed, same, text, at + 1, end),
    restEnd(typed, same + 1, text, at, end),
    isSwapped ? restEnd(typed, same + 2, text, at + 2, end) : NOT_NEAR,
  );
}

/** Where the typed letters from a place on end in the word, if it has them there. */
function restEnd(typed: Uint8Array, typedFrom: number, text: Uint8Array, textFrom: number, end: number): number {
  const reached = textFrom + typed.length - typedFrom;
  if (typedFrom > typed.length || reached > end) return NOT_NEAR;
  for (let place = typedFrom, at = textFrom; place < typed.length; place += 1, at += 1) {
    if (typed[place] !== text[at]) return NOT_NEAR;
  }
  return reached;
}
