import type { RowNumbers } from "../../providers/directory.ts";
import type { NarrowNumbers } from "../index-bytes.ts";
import { startOf } from "./row-starts.ts";
import type { NameWords, WordIndex } from "./word-index.ts";

const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/**
 * A text with spaces, looked for in names: the end of a word, whole words, and the start of a
 * word, one after the other. Whether a word fits a part is found out once, however many names
 * have it.
 */
export class Phrase {
  readonly #parts: readonly Uint8Array[];
  readonly #words: WordIndex;
  readonly #nameWords: NameWords;
  /** By part: what is known about each word. */
  readonly #verdicts: readonly Uint8Array[];

  constructor(parts: readonly string[], words: WordIndex, nameWords: NameWords) {
    this.#parts = parts.map((part) => Buffer.from(part, "latin1"));
    this.#words = words;
    this.#nameWords = nameWords;
    this.#verdicts = parts.map(() => new Uint8Array(words.count));
  }

  /**
   * Keeps those of the rows at the places `from` to `to` whose name has the phrase, behind the
   * `kept` ones kept before; how many are kept then.
   */
  keepRows(rows: RowNumbers, from: number, to: number, kept: number): number {
    const { starts, words } = this.#nameWords;
    const first = this.#verdicts[0] as Uint8Array;
    const second = this.#verdicts[1] as Uint8Array;
    let count = kept;
    for (let place = from; place < to; place += 1) {
      const row = rows[place] as number;
      const last = startOf(starts, row + 1) - this.#parts.length;
      for (let at = startOf(starts, row); at <= last; at += 1) {
        // Two words settle nearly every place, most of them by what is known already.
        if (first[words[at] as number] === NO || second[words[at + 1] as number] === NO) continue;
        if (!this.#isAt(at, words)) continue;
        rows[count] = row;
        count += 1;
        break;
      }
    }
    return count;
  }

  #isAt(place: number, words: NarrowNumbers): boolean {
    for (let part = 0; part < this.#parts.length; part += 1) {
      const word = words[place + part] as number;
      const verdict = (this.#verdicts[part] as Uint8Array)[word] as number;
      if (verdict === NO || (verdict === UNKNOWN && !this.#fits(part, word))) return false;
    }
    return true;
  }

  #fits(part: number, word: number): boolean {
    const sought = this.#parts[part] as Uint8Array;
    const fits =
      part === 0
        ? this.#words.endsWith(word, sought)
        : part === this.#parts.length - 1
          ? this.#words.startsWith(word, sought)
          : this.#words.is(word, sought);
    (this.#verdicts[part] as Uint8Array)[word] = fits ? YES : NO;
    return fits;
  }
}
