import type { RowNumbers } from "../../providers/directory.ts";
import { inSlices } from "../in-slices.ts";
import { RowSet } from "../row-set.ts";
import type { WordIndex } from "./word-index.ts";

/** Some words of the vocabulary and, through them, the rows that have one of them. */
export class MatchingWords {
  readonly #words: WordIndex;
  readonly #numbers: Uint32Array;
  /** How many rows there are at most; one with several of the words counts several times. */
  readonly rowCount: number;

  constructor(words: WordIndex, numbers: Uint32Array) {
    this.#words = words;
    this.#numbers = numbers;
    let rowCount = 0;
    for (const word of numbers) rowCount += words.rowsEnd(word) - words.rowsStart(word);
    this.rowCount = rowCount;
  }

  /** The rows in ascending order, by sorting them: for few. */
  gatheredRows(): RowNumbers {
    const rows = new Uint32Array(this.rowCount);
    let count = 0;
    for (const word of this.#numbers) {
      const ofWord = this.#words.rows.subarray(this.#words.rowsStart(word), this.#words.rowsEnd(word));
      rows.set(ofWord, count);
      count += ofWord.length;
    }
    if (this.#numbers.length < 2) return rows;
    rows.sort();
    return withoutRepetition(rows);
  }

  /** The rows as a set: for many. Works in slices. */
  async rowSet(rowCount: number): Promise<RowSet> {
    const set = RowSet.none(rowCount);
    await inSlices(this.#numbers.length, (from, to) => this.#addRows(set, from, to));
    return set;
  }

  #addRows(set: RowSet, from: number, to: number): void {
    for (let place = from; place < to; place += 1) {
      const word = this.#numbers[place] as number;
      set.addListed(this.#words.rows, this.#words.rowsStart(word), this.#words.rowsEnd(word));
    }
  }
}

function withoutRepetition(sorted: RowNumbers): RowNumbers {
  let count = 0;
  for (const row of sorted) {
    if (count > 0 && sorted[count - 1] === row) continue;
    sorted[count] = row;
    count += 1;
  }
  return sorted.subarray(0, count);
}
