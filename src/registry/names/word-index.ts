import {
  asNarrowNumbers,
  type NarrowNumbers,
  type ProviderStore,
  readBytesInSlices,
  readNumbersInSlices,
} from "../store.ts";
import { type DividedStarts, NAME_INDEX, startOf } from "./index-builder.ts";

/** Every distinct word of the names, and the rows that have it. */
export class WordIndex {
  /** The words in a row, a space before each. */
  readonly text: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #rowStarts: Uint32Array;
  /** The rows of all words, those of one word ascending. */
  readonly rows: Uint32Array;

  private constructor(text: Uint8Array, starts: Uint32Array, rowStarts: Uint32Array, rows: Uint32Array) {
    this.text = text;
    this.#starts = starts;
    this.#rowStarts = rowStarts;
    this.rows = rows;
  }

  static async load(store: ProviderStore): Promise<WordIndex> {
    return new WordIndex(
      await readBytesInSlices(store, NAME_INDEX.text),
      await readNumbersInSlices(store, NAME_INDEX.textStarts),
      await readNumbersInSlices(store, NAME_INDEX.wordRowStarts),
      await readNumbersInSlices(store, NAME_INDEX.wordRows),
    );
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** Where the letters of a word start in `text`. */
  textStart(word: number): number {
    return (this.#starts[word] as number) + 1;
  }

  textEnd(word: number): number {
    return this.#starts[word + 1] as number;
  }

  wordText(word: number): string {
    return Buffer.from(this.text.subarray(this.textStart(word), this.textEnd(word))).toString("latin1");
  }

  /** Where the rows of a word start in `rows`. */
  rowsStart(word: number): number {
    return this.#rowStarts[word] as number;
  }

  rowsEnd(word: number): number {
    return this.#rowStarts[word + 1] as number;
  }

  /** Appends the words at `from` to `to` that contain a pattern to the `kept` ones; returns the new number. */
  keepWords(words: Uint32Array, from: number, to: number, kept: number, pattern: Uint8Array): number {
    let count = kept;
    for (let place = from; place < to; place += 1) {
      const word = words[place] as number;
      if (!this.#contains(word, pattern)) continue;
      words[count] = word;
      count += 1;
    }
    return count;
  }

  /** Whether the word, with the spaces around it, contains a pattern. */
  #contains(word: number, pattern: Uint8Array): boolean {
    const end = (this.#starts[word + 1] as number) + 1 - pattern.length;
    for (let place = this.#starts[word] as number; place <= end; place += 1) {
      if (this.#isAt(place, pattern)) return true;
    }
    return false;
  }

  startsWith(word: number, part: Uint8Array): boolean {
    return part.length <= this.#length(word) && this.#isAt((this.#starts[word] as number) + 1, part);
  }

  endsWith(word: number, part: Uint8Array): boolean {
    return part.length <= this.#length(word) && this.#isAt((this.#starts[word + 1] as number) - part.length, part);
  }

  is(word: number, part: Uint8Array): boolean {
    return part.length === this.#length(word) && this.startsWith(word, part);
  }

  #length(word: number): number {
    return (this.#starts[word + 1] as number) - (this.#starts[word] as number) - 1;
  }

  #isAt(place: number, pattern: Uint8Array): boolean {
    for (let index = 0; index < pattern.length; index += 1) {
      if (this.text[place + index] !== pattern[index]) return false;
    }
    return true;
  }
}

export class NameWords {
  /** Where the words of each row start in `words`. */
  readonly starts: DividedStarts;
  readonly words: NarrowNumbers;

  private constructor(starts: DividedStarts, words: NarrowNumbers) {
    this.starts = starts;
    this.words = words;
  }

  static async load(store: ProviderStore): Promise<NameWords> {
    const groupStarts = await readNumbersInSlices(store, NAME_INDEX.rowGroupStarts);
    const distances = asNarrowNumbers(await readBytesInSlices(store, NAME_INDEX.rowDistances), store.rowCount + 1);
    const starts = { groupStarts, distances };
    const wordCount = startOf(starts, store.rowCount);
    return new NameWords(starts, asNarrowNumbers(await readBytesInSlices(store, NAME_INDEX.rowWords), wordCount));
  }
}
