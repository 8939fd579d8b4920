import { setImmediate as nextTurn } from "node:timers/promises";
import type { Day } from "../core/calendar/day.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { compareText } from "../core/text/order.ts";
import { HashSlots, NO_NUMBER, TextSpool, textHash } from "../core/text/text-tables.ts";
import { sharedTables } from "../dataset/medicare-tables.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type Table, titleOf } from "../dataset/table.ts";
import type { State } from "../pricing/state/state.ts";
import { rowCells } from "../registry/stored-row-reader.ts";
import type { ReleaseDescription } from "../release/release.ts";
import { ownRateTables, type RowsOfKey, type StoredProviders, type StoredRelease } from "../release/stored-release.ts";
import {
  CHANGE_KINDS,
  type ChangeKind,
  changeOf,
  differingOn,
  differingPeriods,
  type HeldRow,
  type ReleaseChange,
  TableColumns,
} from "./release-change.ts";

/** Keys or rows compared between two turns of the event loop, so that signals and progress are not delayed. */
const STEPS_PER_TURN = 4_096;

export interface TableComparison {
  /** `ca/outpatient_rates` */
  readonly table: string;
  /** The state's code; null for a table that states share. */
  readonly state: string | null;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  /** Of all changes, including those that are not listed. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly changes: ChangeList;
  readonly largest: readonly LargestChanges[];
}

/** What leading figures are about: fees of codes, other amounts such as base rates of hospitals, and weights and factors. */
export const FIGURE_GROUPS = ["codes", "rates", "factors"] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];

/** The largest rises and cuts of a table: amounts by their dollars, weights and factors by their percentage. */
interface LargestChanges {
  readonly group: FigureGroup;
  readonly raised: ChangeList;
  readonly cut: ChangeList;
}

/** The largest changes that are kept of each group and direction: more are in the list of all. */
export const LARGEST_MAX = 10;

export interface ReleaseComparison {
  readonly from: ReleaseDescription;
  readonly to: ReleaseDescription;
  /** The compared day; null: every day. */
  readonly on: Day | null;
  /** Codes of states that only one side has: their tables are not compared. */
  readonly statesOnlyBefore: readonly string[];
  readonly statesOnlyAfter: readonly string[];
  readonly tables: readonly TableComparison[];
}

export interface ReleaseComparisonRequest {
  /** Compares the rows effective on one day; null: all days. */
  readonly on: Day | null;
  /** The states to compare; null: all that both have. Shared tables are compared with any. */
  readonly states: readonly string[] | null;
  /** The most listed changes of one table; the rest is counted. */
  readonly listedMax?: number;
  readonly onProgress?: OnProgress;
}

/** Compares two releases table by table. Neither is held in memory: memory grows with the changes. */
export async function compareReleases(
  before: StoredRelease,
  after: StoredRelease,
  request: ReleaseComparisonRequest,
): Promise<ReleaseComparison> {
  const inBoth = before.states.filter((state) => after.states.includes(state));
  const compared = inBoth.filter(({ code }) => request.states?.includes(code) ?? true);
  const works: Work[] = [
    ...sharedTables.map((table) => rateWork(table, null, before, after, request.on)),
    ...compared.flatMap((state) => [
      ...ownRateTables(state).map((table) => rateWork(table, state, before, after, request.on)),
      providerWork(state, before, after),
    ]),
  ];
  const tables: TableComparison[] = [];
  for (const [done, work] of works.entries()) {
    request.onProgress?.({ stage: `comparing ${titleOf(work.table)}`, done, total: works.length });
    tables.push(await carriedOut(work, before, after, request));
  }
  for (const release of [before, after]) release.refuseChanged();
  const onlyIn = (one: StoredRelease) => one.states.filter((state) => !inBoth.includes(state)).map(({ code }) => code);
  return {
    from: before.description,
    to: after.description,
    on: request.on,
    statesOnlyBefore: onlyIn(before),
    statesOnlyAfter: onlyIn(after),
    tables,
  };
}

interface Work {
  readonly table: Table;
  readonly state: State | null;
  readonly changes: () => Iterable<ReleaseChange | null>;
}

function rateWork(
  table: Table,
  state: State | null,
  before: StoredRelease,
  after: StoredRelease,
  on: Day | null,
): Work {
  return { table, state, changes: () => rateChanges(table, before, after, on) };
}

function providerWork(state: State, before: StoredRelease, after: StoredRelease): Work {
  return { table: state.providers.table, state, changes: () => providerChanges(state, before, after) };
}

async function carriedOut(
  { table, state, changes }: Work,
  before: StoredRelease,
  after: StoredRelease,
  { listedMax }: ReleaseComparisonRequest,
): Promise<TableComparison> {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
  const listed = new ChangeList(listedMax);
  const largest = new LargestOfTable(table, state);
  let steps = 0;
  for (const change of changes()) {
    steps += 1;
    if (steps % STEPS_PER_TURN === 0) await nextTurn();
    if (change === null) continue;
    counts[change.kind] += 1;
    listed.add(change);
    largest.add(change);
  }
  const title = titleOf(table);
  return {
    table: title,
    state: state?.code ?? null,
    rowsBefore: before.description.rowCounts[title] ?? 0,
    rowsAfter: after.description.rowCounts[title] ?? 0,
    counts,
    changes: listed,
    largest: largest.groups,
  };
}

/** What an analyst looks at first: moved amounts, then what is gone, then what is new. */
const RANKS: Readonly<Record<ChangeKind, number>> = {
  raised: 0,
  cut: 0,
  lost: 1,
  ended: 2,
  gained: 3,
  added: 4,
  changed: 5,
  extended: 6,
};

/** A rise from zero has no percentage, so it ranks first. */
const FROM_ZERO = Number.POSITIVE_INFINITY;

/**
 * The changes of one table, largest first: as text outside of the JavaScript heap, since a new registry changes a million rows. With
 * a limit, it keeps only the largest.
 */
export class ChangeList {
  readonly #keepMax: number;
  readonly #sizeOf: (change: ReleaseChange) => number;
  #texts = new TextSpool();
  #ranks: number[] = [];
  #sizes: number[] = [];

  constructor(keepMax: number = Number.POSITIVE_INFINITY, sizeOfChange = sizeOf) {
    this.#keepMax = keepMax;
    this.#sizeOf = sizeOfChange;
  }

  get length(): number {
    return Math.min(this.#ranks.length, this.#keepMax);
  }

  add(change: ReleaseChange): void {
    this.#put(JSON.stringify(change), RANKS[change.kind], this.#sizeOf(change));
    // Cut back at twice the limit: sorting a list twice as long costs little.
    if (this.#ranks.length >= 2 * this.#keepMax) this.#cutBack();
  }

  /** Largest first; equal ones in order of arrival, which is that of their keys. */
  *inOrder(from = 0, count: number = Number.POSITIVE_INFINITY): Generator<ReleaseChange> {
    const order = this.#order();
    const end = Math.min(this.length, from + count);
    for (let place = from; place < end; place += 1) {
      yield JSON.parse(this.#texts.text(order[place] as number)) as ReleaseChange;
    }
  }

  #put(text: string, rank: number, size: number): void {
    this.#texts.add(text);
    this.#ranks.push(rank);
    this.#sizes.push(size);
  }

  #order(): Uint32Array {
    const order = Uint32Array.from({ length: this.#ranks.length }, (_, index) => index);
    return order.sort((a, b) => {
      const byRank = (this.#ranks[a] as number) - (this.#ranks[b] as number);
      if (byRank !== 0) return byRank;
      const [one, other] = [this.#sizes[a] as number, this.#sizes[b] as number];
      return one === other ? a - b : one > other ? -1 : 1;
    });
  }

  #cutBack(): void {
    const kept = [...this.#order().subarray(0, this.#keepMax)].sort((a, b) => a - b);
    const [texts, ranks, sizes] = [this.#texts, this.#ranks, this.#sizes];
    this.#texts = new TextSpool();
    this.#ranks = [];
    this.#sizes = [];
    for (const index of kept) this.#put(texts.text(index), ranks[index] as number, sizes[index] as number);
  }
}

/** A rank, not an amount: percentages that a number cannot distinguish are listed by their keys. */
export function sizeOf({ kind, figure }: ReleaseChange): number {
  if (kind === "lost") return Math.abs(Number(figure?.before));
  if (kind !== "raised" && kind !== "cut") return 0;
  return figure === null || figure.percent === null ? FROM_ZERO : Math.abs(Number(figure.percent));
}

/** Collects the largest rises and cuts of one table. */
class LargestOfTable {
  readonly groups: readonly LargestChanges[];

  constructor(table: Table, state: State | null) {
    const procedures = state?.lookups.flatMap(({ claimLines }) => claimLines?.procedures ?? []) ?? [];
    const listOf = (size: typeof sizeOf) => new ChangeList(LARGEST_MAX, size);
    const groupOf = (group: FigureGroup, size: typeof sizeOf) => ({ group, raised: listOf(size), cut: listOf(size) });
    const amounts = procedures.some((each) => each.table === table) ? "codes" : "rates";
    this.groups = [groupOf(amounts, dollarsOf), groupOf("factors", sizeOf)];
  }

  add(change: ReleaseChange): void {
    const { kind, isDollars } = change;
    if (kind !== "raised" && kind !== "cut") return;
    const [amounts, factors] = this.groups as readonly [LargestChanges, LargestChanges];
    (isDollars ? amounts : factors)[kind].add(change);
  }
}

/** A rank, as `sizeOf` is. */
export function dollarsOf({ figure }: ReleaseChange): number {
  return Math.abs(Number(figure?.difference ?? 0));
}

const NO_ROWS: readonly StoredCells[] = [];

/** The changes of a rate table by a merge join over the keys. Null for each key without a change, so that other work gets its turn. */
function* rateChanges(
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

/** Most keys are equal to the last character. */
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
 * The changes of a registry. Rows are stored in the order of names, which change, so the later side is found by key through a hash
 * table of its row numbers: sixteen bytes a row, and every hit is compared with the row itself. Null for each row without a
 * change, so that other work gets its turn.
 */
function* providerChanges(state: State, before: StoredRelease, after: StoredRelease): Generator<ReleaseChange | null> {
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

  /** Indexes the next row; call it in row order. */
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
