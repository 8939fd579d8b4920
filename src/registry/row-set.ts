import { nextSlice, Slices } from "../core/runtime/scheduler.ts";
import type { RowNumbers } from "./directory.ts";

/** A set has a bit for each row, and 32 of them in a word. */
export const ROWS_PER_WORD = 32;

/** A set of rows, one bit each: what is done to it is done to 32 rows at once. */
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

  has(row: number): boolean {
    return ((this.words[row >>> 5] as number) & (1 << (row & 31))) !== 0;
  }

  remove(row: number): void {
    this.words[row >>> 5] = (this.words[row >>> 5] as number) & ~(1 << (row & 31));
  }

  /** Adds the rows at the places `from` to `to` of a list. */
  addListed(rows: RowNumbers, from = 0, to: number = rows.length): void {
    const words = this.words;
    for (let place = from; place < to; place += 1) {
      const row = rows[place] as number;
      words[row >>> 5] = (words[row >>> 5] as number) | (1 << (row & 31));
    }
  }

  /** The rows that are in this set and in any of others. Works in slices. */
  async within(others: readonly RowSet[]): Promise<RowSet> {
    const common = new Int32Array(this.words.length);
    await inSlices(common.length, (from, to) => {
      for (const other of others) addCommon(this.words, other.words, from, to, common);
    });
    return new RowSet(common);
  }

  unite(other: RowSet): void {
    const words = this.words;
    for (let index = 0; index < words.length; index += 1) {
      words[index] = (words[index] as number) | (other.words[index] as number);
    }
  }

  /** Keeps the rows that are in another set too. */
  intersect(other: RowSet): void {
    const words = this.words;
    for (let index = 0; index < words.length; index += 1) {
      words[index] = (words[index] as number) & (other.words[index] as number);
    }
  }

  meets(other: RowSet): boolean {
    for (let index = 0; index < this.words.length; index += 1) {
      if (((this.words[index] as number) & (other.words[index] as number)) !== 0) return true;
    }
    return false;
  }

  get size(): number {
    const words = this.words;
    let size = 0;
    for (let index = 0; index < words.length; index += 1) size += bitsIn(words[index] as number);
    return size;
  }

  first(count: number): number[] {
    const rows: number[] = [];
    for (let index = 0; index < this.words.length && rows.length < count; index += 1) {
      for (let bits = this.words[index] as number; bits !== 0 && rows.length < count; bits &= bits - 1) {
        rows.push(lowestRow(index, bits));
      }
    }
    return rows;
  }

  /** Passes all rows to `work` in ascending order, in blocks that share one list. Works in slices. */
  async inBlocks(work: (rows: RowNumbers) => void): Promise<void> {
    const block = new Uint32Array(BLOCK * ROWS_PER_WORD);
    await inSlices(this.words.length, (from, to) => {
      work(block.subarray(0, listRows(this.words, from, to, block, 0)));
    });
  }

  /** All rows, in ascending order. Works in slices. */
  async listed(): Promise<RowNumbers> {
    const rows = new Uint32Array(this.size);
    let count = 0;
    await inSlices(this.words.length, (from, to) => {
      count = listRows(this.words, from, to, rows, count);
    });
    return rows;
  }
}

/** Rows as a list in ascending order or, where they are many, as a set. */
export type Rows = RowNumbers | RowSet;

/** Listed rows as a set, if that takes less memory. */
export function compacted(rows: RowNumbers, rowCount: number): Rows {
  if (rows.length <= rowCount / ROWS_PER_WORD) return rows;
  const set = RowSet.none(rowCount);
  set.addListed(rows);
  return set;
}

export async function listed(rows: Rows): Promise<RowNumbers> {
  return rows instanceof RowSet ? await rows.listed() : rows;
}

/** The rows that are in a set and among others; consumes `others`. */
export function intersected(set: RowSet, others: Rows): Rows {
  if (!(others instanceof RowSet)) return keepMembers(others, set.words);
  others.intersect(set);
  return others;
}

/** The rows that two collections have in common; consumes both. */
export function commonRows(one: Rows, other: Rows): Rows {
  if (one instanceof RowSet) return intersected(one, other);
  if (other instanceof RowSet) return intersected(other, one);
  let [count, place] = [0, 0];
  for (const row of one) {
    while (place < other.length && (other[place] as number) < row) place += 1;
    if (other[place] !== row) continue;
    one[count] = row;
    count += 1;
  }
  return one.subarray(0, count);
}

/** The rows that are in one of two collections; consumes both. */
export function unitedRows(one: Rows, other: Rows): Rows {
  if (one instanceof RowSet) {
    if (other instanceof RowSet) one.unite(other);
    else one.addListed(other);
    return one;
  }
  return other instanceof RowSet ? unitedRows(other, one) : mergedRows(one, other);
}

function mergedRows(one: RowNumbers, other: RowNumbers): RowNumbers {
  const merged = new Uint32Array(one.length + other.length);
  let [count, first, second] = [0, 0, 0];
  while (first < one.length || second < other.length) {
    const [left, right] = [one[first] ?? Number.POSITIVE_INFINITY, other[second] ?? Number.POSITIVE_INFINITY];
    merged[count] = Math.min(left, right);
    count += 1;
    if (left <= right) first += 1;
    if (right <= left) second += 1;
  }
  return merged.subarray(0, count);
}

/** How many rows there are, and the first of them. */
export function firstRows(rows: Rows, limit: number): { readonly total: number; readonly first: number[] } {
  if (rows instanceof RowSet) return { total: rows.size, first: rows.first(limit) };
  return { total: rows.length, first: Array.from(rows.subarray(0, limit)) };
}

function keepMembers(rows: RowNumbers, words: Int32Array): RowNumbers {
  let count = 0;
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number;
    rows[count] = row;
    count += ((words[row >>> 5] as number) >>> (row & 31)) & 1;
  }
  return rows.subarray(0, count);
}

/** Adds the rows that the words `from` to `to` of two sets have in common to a third. */
function addCommon(words: Int32Array, others: Int32Array, from: number, to: number, common: Int32Array): void {
  for (let index = from; index < to; index += 1) {
    common[index] = (common[index] as number) | ((words[index] as number) & (others[index] as number));
  }
}

/** Appends the rows of some words to the list; returns its new length. */
function listRows(words: Int32Array, from: number, to: number, rows: RowNumbers, countBefore: number): number {
  let count = countBefore;
  for (let index = from; index < to; index += 1) {
    for (let bits = words[index] as number; bits !== 0; bits &= bits - 1) {
      rows[count] = lowestRow(index, bits);
      count += 1;
    }
  }
  return count;
}

/** The row of the lowest bit of a word. */
export function lowestRow(index: number, bits: number): number {
  return index * ROWS_PER_WORD + 31 - Math.clz32(bits & -bits);
}

export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Items between two checks of the time slice: some microseconds. */
const BLOCK = 64;

/**
 * Calls `work` for the places 0 to `count` in blocks, and lets other requests in between. `work` must call a function
 * that loops: V8 could inline a loop in `work` into this function, where it runs at a third of its speed.
 */
export async function inSlices(count: number, work: (from: number, to: number) => void): Promise<void> {
  const slices = new Slices();
  for (let from = 0; from < count; from += BLOCK) {
    if (slices.isOver()) await nextSlice();
    work(from, Math.min(count, from + BLOCK));
  }
}
