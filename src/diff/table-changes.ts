import type { Day } from "../core/calendar/day.ts";
import { compareText } from "../core/text/order.ts";
import { HashSlots, NO_NUMBER, textHash } from "../core/text/text-tables.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import type { State } from "../pricing/state/state.ts";
import { rowCells } from "../registry/stored-row-reader.ts";
import type { RowsOfKey, StoredProviders, StoredRelease } from "../release/stored-release.ts";
import {
  changeOf,
  differingOn,
  differingPeriods,
  type HeldRow,
  type ReleaseChange,
  TableColumns,
} from "./release-change.ts";

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

/**
 * The changes of a registry. Rows are stored in the order of names, which change, so the later side is found by key through a
 * hash table of its row numbers: sixteen bytes a row, and every hit is compared with the row itself. Null for each row
 * without a change, so that others get their turn.
 */
export function* providerChanges(
  state: State,
  before: StoredRelease,
  after: StoredRelease,
): Generator<ReleaseChange | null> {
  const { table } = state.providers;
  const columns = new TableColumns(table);
  const was = new Registry(table, columns, before.providers(state));
  const is = new Registry(table, columns, after.providers(state));
  for (let row = 0; row < is.rowCount; row += 1) {
    is.index(row);
    yield null;
  }
  const isFound = new Uint8Array(is.rowCount);
  for (let row = 0; row < was.rowCount; row += 1) {
    const cells = was.cells(row);
    const found = is.find(columns.key(cells));
    if (found !== null) isFound[found.row] = 1;
    yield changed(table, columns, cells, found?.cells ?? null);
  }
  for (let row = 0; row < is.rowCount; row += 1) {
    yield isFound[row] === 1 ? null : changed(table, columns, null, is.cells(row));
  }
}

function changed(
  table: Table,
  columns: TableColumns,
  before: StoredCells | null,
  after: StoredCells | null,
): ReleaseChange | null {
  if (before !== null && after !== null && areSame(columns, before, after)) return null;
  return changeOf(table, columns, { from: null, to: null, before, after, beforeUntil: null });
}

function areSame(columns: TableColumns, before: StoredCells, after: StoredCells): boolean {
  return columns.values.every((place) =>
    columns.areSame(place, before[place] as string | null, after[place] as string | null),
  );
}

interface FoundRow {
  readonly row: number;
  readonly cells: StoredCells;
}

/** The rows of a stored registry, by their number and by their key. */
class Registry {
  readonly #columns: TableColumns;
  readonly #store: StoredProviders;
  readonly #columnCount: number;
  readonly #slots = new HashSlots();

  constructor(table: Table, columns: TableColumns, store: StoredProviders) {
    this.#columns = columns;
    this.#store = store;
    this.#columnCount = headersOf(table).length;
  }

  get rowCount(): number {
    return this.#store.rowCount;
  }

  cells(row: number): StoredCells {
    const cells = rowCells(this.#store.readRow(row), this.#columnCount);
    return cells
      .slice(0, this.#columnCount)
      .map((cell, place) => (typeof cell === "number" ? (this.#store.repeatedCells[place]?.[cell] as string) : cell));
  }

  /** Takes up the next row; rows are indexed in their order. */
  index(row: number): void {
    this.#slots.add(textHash(this.#columns.key(this.cells(row))));
  }

  find(key: string): FoundRow | null {
    const hash = textHash(key);
    for (let slot = this.#slots.first(hash); ; slot = this.#slots.next(slot)) {
      const row = this.#slots.at(slot);
      if (row === NO_NUMBER) return null;
      if (this.#slots.hashOf(row) !== hash) continue;
      const cells = this.cells(row);
      if (this.#columns.key(cells) === key) return { row, cells };
    }
  }
}
