import type { RowNumbers } from "../providers/directory.ts";
import { inSlices } from "./in-slices.ts";
import type { NarrowNumbers } from "./index-bytes.ts";
import { lowestRow, RowSet, type Rows } from "./row-set.ts";

/** Marks the classes that some rows have with a 1. Works in slices. */
export async function markClasses(rows: Rows, classOfRows: NarrowNumbers, marks: Uint8Array): Promise<void> {
  if (rows instanceof RowSet) {
    await inSlices(rows.words.length, (from, to) => markOfSet(rows.words, from, to, classOfRows, marks));
  } else {
    await inSlices(rows.length, (from, to) => markOfList(rows, from, to, classOfRows, marks));
  }
}

/** Those of some rows, which are given up for it, whose class has a 1. Works in slices. */
export async function keptRows(rows: Rows, classOfRows: NarrowNumbers, isWanted: Uint8Array): Promise<Rows> {
  if (rows instanceof RowSet) {
    await inSlices(rows.words.length, (from, to) => keepOfSet(rows.words, from, to, classOfRows, isWanted));
    return rows;
  }
  let kept = 0;
  await inSlices(rows.length, (from, to) => {
    kept = keepOfList(rows, from, to, kept, classOfRows, isWanted);
  });
  return rows.subarray(0, kept);
}

function markOfSet(words: Int32Array, from: number, to: number, classOfRows: NarrowNumbers, marks: Uint8Array): void {
  for (let index = from; index < to; index += 1) {
    for (let bits = words[index] as number; bits !== 0; bits &= bits - 1) {
      marks[classOfRows[lowestRow(index, bits)] as number] = 1;
    }
  }
}

function markOfList(list: RowNumbers, from: number, to: number, classOfRows: NarrowNumbers, marks: Uint8Array): void {
  for (let place = from; place < to; place += 1) marks[classOfRows[list[place] as number] as number] = 1;
}

function keepOfSet(words: Int32Array, from: number, to: number, classOfRows: NarrowNumbers, wanted: Uint8Array): void {
  for (let index = from; index < to; index += 1) {
    let kept = 0;
    for (let bits = words[index] as number; bits !== 0; bits &= bits - 1) {
      const row = lowestRow(index, bits);
      kept |= (wanted[classOfRows[row] as number] as number) << (row & 31);
    }
    words[index] = kept;
  }
}

/** Keeps rows behind the `kept` ones kept before; how many are kept then. */
function keepOfList(
  list: RowNumbers,
  from: number,
  to: number,
  kept: number,
  classOfRows: NarrowNumbers,
  isWanted: Uint8Array,
): number {
  let count = kept;
  for (let place = from; place < to; place += 1) {
    const row = list[place] as number;
    list[count] = row;
    // Without a branch: whether a row is wanted cannot be foretold.
    count += isWanted[classOfRows[row] as number] as number;
  }
  return count;
}
