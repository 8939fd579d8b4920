import type { RowNumbers } from "../providers/directory.ts";
import { inSlices } from "./in-slices.ts";
import { intersected, RowSet, type Rows } from "./row-set.ts";
import type { RowCondition } from "./value-column.ts";

interface SelectedRows {
  readonly total: number;
  /** The first rows selected, as many as were asked for. */
  readonly first: readonly number[];
}

/**
 * Selects the rows that fulfil every condition, among some rows or, when null, among all. It
 * starts with what the fewest rows have, so that its time depends on what is found, not on
 * how much there is. Works in slices.
 */
export async function selectRows(
  among: Rows | null,
  rowCount: number,
  conditions: readonly RowCondition[],
  limit: number,
): Promise<SelectedRows> {
  const [rarest, ...others] = conditions.toSorted((a, b) => a.rowCount - b.rowCount);
  if (rarest === undefined) return among === null ? firstOfAll(rowCount, limit) : firstOf(among, limit);
  if (among === null) return await firstThatFulfil(await rarest.rows(), others, limit);
  if (among instanceof RowSet) return await firstThatFulfil(intersected(among, await rarest.rows()), others, limit);
  return await firstThatFulfil(among, [rarest, ...others], limit);
}

function firstOfAll(rowCount: number, limit: number): SelectedRows {
  return { total: rowCount, first: Array.from({ length: Math.min(limit, rowCount) }, (_, number) => number) };
}

function firstOf(rows: Rows, limit: number): SelectedRows {
  if (rows instanceof RowSet) return { total: rows.size, first: rows.first(limit) };
  return { total: rows.length, first: Array.from(rows.subarray(0, limit)) };
}

async function firstThatFulfil(rows: Rows, conditions: readonly RowCondition[], limit: number): Promise<SelectedRows> {
  if (conditions.length === 0) return firstOf(rows, limit);
  const first: number[] = [];
  let total = 0;
  const select = (block: RowNumbers) => {
    total += selectBlock(block, conditions, first, limit);
  };
  if (rows instanceof RowSet) await rows.inBlocks(select);
  else await inSlices(rows.length, (from, to) => select(rows.subarray(from, to)));
  return { total, first };
}

/** How many rows of a block fulfil all conditions; the first of them are added to those found before. */
function selectBlock(block: RowNumbers, conditions: readonly RowCondition[], first: number[], limit: number): number {
  let count = block.length;
  for (const { keep } of conditions) count = keep(block, count);
  for (let place = 0; place < count && first.length < limit; place += 1) first.push(block[place] as number);
  return count;
}
