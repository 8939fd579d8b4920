import type { Day } from "../calendar/day.ts";
import type { StoredCells } from "../dataset/row.ts";
import type { Table } from "../dataset/table.ts";
import type { RowsOfKey, StoredRelease } from "../release/stored-release.ts";
import { compareText } from "../text/order.ts";
import { differingOn, differingPeriods, type HeldRow } from "./differing-periods.ts";
import { changeOf } from "./judging.ts";
import type { ReleaseChange } from "./release-change.ts";
import { TableColumns } from "./table-columns.ts";

const NO_ROWS: readonly StoredCells[] = [];

/** The changes of a rate table, key by key: both sides are read side by side in the order of their keys (a merge join). Null for each key without any, so that others get their turn. */
export function* rateChanges(
  table: Table,
  before: StoredRelease,
  after: StoredRelease,
  on: Day | null,
): Generator<ReleaseChange | null> {
  const columns = new TableColumns(table);
  for (const [was, is] of inStep(before.rowsByKey(table), after.rowsByKey(table))) {
    if (areAlike(was, is)) yield null;
    else yield* changesOfRows(table, columns, was, is, on);
  }
}

/** The rows of each key on both sides. */
function* inStep(
  before: Iterable<RowsOfKey>,
  after: Iterable<RowsOfKey>,
): Generator<readonly [readonly StoredCells[], readonly StoredCells[]]> {
  const left = before[Symbol.iterator]();
  const right = after[Symbol.iterator]();
  let was = left.next();
  let is = right.next();
  while (!was.done || !is.done) {
    const order = was.done ? 1 : is.done ? -1 : compareText(was.value.key, is.value.key);
    yield [order <= 0 && !was.done ? was.value.rows : NO_ROWS, order >= 0 && !is.done ? is.value.rows : NO_ROWS];
    if (order <= 0) was = left.next();
    if (order >= 0) is = right.next();
  }
}

/** Most keys are as they were, to the last character. */
function areAlike(was: readonly StoredCells[], is: readonly StoredCells[]): boolean {
  return was.length === is.length && was.every((row, index) => row.every((cell, place) => cell === is[index]?.[place]));
}

function* changesOfRows(
  table: Table,
  columns: TableColumns,
  was: readonly StoredCells[],
  is: readonly StoredCells[],
  on: Day | null,
): Generator<ReleaseChange> {
  const before = byKey(table, columns, was);
  const after = byKey(table, columns, is);
  const isSame = (one: StoredCells, other: StoredCells) =>
    columns.values.every((place) => columns.areSame(place, one[place] as string | null, other[place] as string | null));
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [left, right] = [before.get(key) ?? [], after.get(key) ?? []];
    const periods =
      on === null || !table.dated ? differingPeriods(left, right, isSame) : differingOn(on, left, right, isSame);
    for (const compared of periods) yield changeOf(table, columns, compared);
  }
}

function byKey(table: Table, columns: TableColumns, rows: readonly StoredCells[]): Map<string, HeldRow[]> {
  const held = new Map<string, HeldRow[]>();
  for (const cells of rows) {
    const key = columns.key(cells);
    const [start, end] = cells.slice(-2) as [Day, Day | null];
    const row: HeldRow = { period: table.dated ? { start, end } : null, cells };
    const known = held.get(key);
    if (known === undefined) held.set(key, [row]);
    else known.push(row);
  }
  return held;
}
