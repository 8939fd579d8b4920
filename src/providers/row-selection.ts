import { Slices } from "../timing/slices.ts";
import type { RowNumbers } from "./directory.ts";
import { RowSet, type Rows } from "./row-set.ts";
import type { RowCondition } from "./value-column.ts";

/** Rows go through the conditions in blocks that stay in the processor's cache, some microseconds each. */
const ROWS_PER_BLOCK = 1_024;

/** Rows that are fewer than this share of all are looked up in a set; more are intersected as sets. */
const FEW_SHARE = 64;

export interface Selection {
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
): Promise<Selection> {
  const [rarest, ...others] = conditions.toSorted((a, b) => a.rowCount - b.rowCount);
  if (rarest === undefined) return among === null ? firstOfAll(rowCount, limit) : firstOf(among, limit);
  if (among === null) return await firstThatFulfil(rarest.rows(), others, limit);
  if (among instanceof RowSet) return await firstThatFulfil(intersected(among, rarest.rows(), rowCount), others, limit);
  return await firstThatFulfil(among, [rarest, ...others], limit);
}

function firstOfAll(rowCount: number, limit: number): Selection {
  return { total: rowCount, first: Array.from({ length: Math.min(limit, rowCount) }, (_, number) => number) };
}

function firstOf(rows: Rows, limit: number): Selection {
  if (rows instanceof RowSet) return { total: rows.size, first: rows.first(limit) };
  return { total: rows.length, first: Array.from(rows.subarray(0, limit)) };
}

function intersected(set: RowSet, rows: Rows, rowCount: number): Rows {
  if (rows instanceof RowSet) {
    rows.intersect(set);
    return rows;
  }
  if (rows.length <= rowCount / FEW_SHARE) return rows.filter((row) => set.has(row));
  const united = RowSet.none(rowCount);
  united.addListed(rows);
  united.intersect(set);
  return united;
}

async function firstThatFulfil(rows: Rows, conditions: readonly RowCondition[], limit: number): Promise<Selection> {
  if (conditions.length === 0) return firstOf(rows, limit);
  const candidates: RowNumbers = rows instanceof RowSet ? await rows.listed() : rows;
  const first: number[] = [];
  const slices = new Slices();
  let total = 0;
  for (let from = 0; from < candidates.length; from += ROWS_PER_BLOCK) {
    if (slices.isOver()) await slices.next();
    const block = candidates.subarray(from, from + ROWS_PER_BLOCK);
    let count = block.length;
    for (const { keep } of conditions) count = keep(block, count);
    for (let place = 0; place < count && first.length < limit; place += 1) first.push(block[place] as number);
    total += count;
  }
  return { total, first };
}
