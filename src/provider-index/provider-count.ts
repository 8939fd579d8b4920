import type { Qualifying, RowNumbers } from "../providers/directory.ts";
import { type FurtherRow, FurtherRows } from "./further-rows.ts";
import { inSlices } from "./in-slices.ts";
import type { RepeatedProviders } from "./repeated-providers.ts";
import { lowestRow, RowSet, type Rows } from "./row-set.ts";

/**
 * Counts the providers of some rows, which are given up for it, and gives all rows of the first `providersMax` of
 * them (conventions 3.3). Only rows of repeated providers are looked at: every other one is one provider more.
 * Works in slices.
 */
export async function countProviders(
  rows: Rows,
  repeated: RepeatedProviders,
  providersMax: number,
): Promise<Qualifying> {
  const further = new FurtherRows(repeated, providersMax);
  if (repeated.countMax > 0) await addRepeated(rows, repeated.rows, further);
  const rowCount = rows instanceof RowSet ? rows.size : rows.length;
  const firsts = firstRows(rows, further.ofFirstProviders, providersMax);
  return { total: rowCount - further.count, rows: withFurther(firsts, further.ofFirstProviders) };
}

/** Adds those of some rows that are of repeated providers. */
async function addRepeated(rows: Rows, repeated: RowSet, further: FurtherRows): Promise<void> {
  if (rows instanceof RowSet) {
    const { words } = rows;
    await inSlices(words.length, (from, to) => addFromSet(words, from, to, repeated.words, further));
  } else {
    await inSlices(rows.length, (from, to) => addFromList(rows, from, to, repeated, further));
  }
}

function addFromSet(words: Int32Array, from: number, to: number, repeated: Int32Array, further: FurtherRows): void {
  for (let index = from; index < to; index += 1) {
    for (let bits = (words[index] as number) & (repeated[index] as number); bits !== 0; bits &= bits - 1) {
      further.add(lowestRow(index, bits));
    }
  }
}

function addFromList(list: RowNumbers, from: number, to: number, repeated: RowSet, further: FurtherRows): void {
  for (let place = from; place < to; place += 1) {
    const row = list[place] as number;
    if (repeated.has(row)) further.add(row);
  }
}

/** The first rows of the first providers. */
function firstRows(rows: Rows, further: readonly FurtherRow[], providersMax: number): number[] {
  if (!(rows instanceof RowSet)) return firstOfList(rows, further, providersMax);
  for (const { row } of further) rows.remove(row);
  return rows.first(providersMax);
}

function firstOfList(list: RowNumbers, further: readonly FurtherRow[], providersMax: number): number[] {
  const firsts: number[] = [];
  let nextFurther = 0;
  for (let place = 0; place < list.length && firsts.length < providersMax; place += 1) {
    const row = list[place] as number;
    if (further[nextFurther]?.row === row) nextFurther += 1;
    else firsts.push(row);
  }
  return firsts;
}

/** Adds their further rows to the first rows of some providers, which come in the order of these rows. */
function withFurther(firsts: readonly number[], further: readonly FurtherRow[]): number[] {
  const last = firsts.at(-1) ?? -1;
  const theirs = further.filter(({ first }) => first <= last).map(({ row }) => row);
  return [...firsts, ...theirs].sort((a, b) => a - b);
}
