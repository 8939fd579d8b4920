import { Slices } from "../../timing/slices.ts";
import type { RowNumbers } from "../directory.ts";

const ROWS_PER_WORD = 32;

/** Words of the set taken between two looks at the clock's counter: some microseconds. */
const WORDS_PER_CHECK = 64;

/** A set of rows, one bit each: for sets of many rows, which are quicker united so than as lists. */
export class RowSet {
  /** The bits, 32 rows to a word. Signed, since the machine's 32-bit arithmetic is. */
  readonly words: Int32Array;

  constructor(words: Int32Array) {
    this.words = words;
  }

  static none(rowCount: number): RowSet {
    return new RowSet(new Int32Array(Math.ceil(rowCount / ROWS_PER_WORD)));
  }

  add(row: number): void {
    this.words[row >>> 5] = (this.words[row >>> 5] as number) | (1 << (row & 31));
  }

  /** Adds the rows at the places `from` to `to` of a list. */
  addAll(rows: Uint32Array, from: number, to: number): void {
    const words = this.words;
    for (let place = from; place < to; place += 1) {
      const row = rows[place] as number;
      words[row >>> 5] = (words[row >>> 5] as number) | (1 << (row & 31));
    }
  }

  get size(): number {
    const words = this.words;
    let size = 0;
    for (let index = 0; index < words.length; index += 1) size += bitsIn(words[index] as number);
    return size;
  }

  /** The rows in ascending order. Works in slices. */
  async rows(): Promise<RowNumbers> {
    const rows = new Uint32Array(this.size);
    const slices = new Slices();
    let count = 0;
    for (let from = 0; from < this.words.length; from += WORDS_PER_CHECK) {
      if (slices.isOver()) await slices.next();
      count = listRows(this.words, from, Math.min(this.words.length, from + WORDS_PER_CHECK), rows, count);
    }
    return rows;
  }
}

/** Lists the rows of some words behind those listed before; how many there are then. */
function listRows(words: Int32Array, from: number, to: number, rows: RowNumbers, countBefore: number): number {
  let count = countBefore;
  for (let index = from; index < to; index += 1) {
    const first = index * ROWS_PER_WORD;
    let bits = words[index] as number;
    while (bits !== 0) {
      rows[count] = first + 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      count += 1;
    }
  }
  return count;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
