import { Slices } from "../timing/slices.ts";
import type { RowNumbers } from "./directory.ts";
import type { RowCondition } from "./value-column.ts";

/** Rows go through the conditions in blocks that stay in the processor's cache, some microseconds each. */
const ROWS_PER_BLOCK = 1_024;

interface Selection {
  readonly total: number;
  /** The first rows selected, as many as were asked for. */
  readonly first: readonly number[];
}

/** Selects the rows that fulfil every condition, among some rows or, when null, among all. Works in slices. */
export async function selectRows(
  among: RowNumbers | null,
  rowCount: number,
  conditions: readonly RowCondition[],
  limit: number,
): Promise<Selection> {
  const candidateCount = among?.length ?? rowCount;
  const block = new Uint32Array(ROWS_PER_BLOCK);
  const first: number[] = [];
  const slices = new Slices();
  let total = 0;
  for (let from = 0; from < candidateCount; from += ROWS_PER_BLOCK) {
    if (slices.isOver()) await slices.next();
    let count = Math.min(ROWS_PER_BLOCK, candidateCount - from);
    if (among === null) fillFrom(block, from);
    else block.set(among.subarray(from, from + count));
    for (const keep of conditions) count = keep(block, count);
    for (let place = 0; place < count && first.length < limit; place += 1) first.push(block[place] as number);
    total += count;
  }
  return { total, first };
}

function fillFrom(block: RowNumbers, first: number): void {
  for (let place = 0; place < block.length; place += 1) block[place] = first + place;
}
