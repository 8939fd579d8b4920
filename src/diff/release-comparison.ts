import { setImmediate as nextTurn } from "node:timers/promises";
import type { Day } from "../core/calendar/day.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { TextSpool } from "../core/text/text-tables.ts";
import { type Table, titleOf } from "../dataset/table.ts";
import type { State } from "../pricing/state/state.ts";
import type { ReleaseDescription } from "../release/release.ts";
import { ownRateTables, type StoredRelease, sharedTables } from "../release/stored-release.ts";
import { CHANGE_KINDS, type ChangeKind, type ReleaseChange } from "./release-change.ts";
import { providerChanges, rateChanges } from "./table-changes.ts";

/** Keys or rows compared between two turns of the event loop, so that signals and progress are not kept waiting. */
const STEPS_PER_TURN = 4_096;

/** The changes of one table. */
export interface TableComparison {
  /** `ca/outpatient_rates` */
  readonly table: string;
  /** The state's code; null for a table that states share. */
  readonly state: string | null;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  /** Of all changes, those that are not listed included. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly changes: ChangeList;
}

/** What changed from one release to another. */
export interface ReleaseComparison {
  readonly from: ReleaseDescription;
  readonly to: ReleaseDescription;
  /** The day that was compared; null: every day. */
  readonly on: Day | null;
  /** Codes of states that one side alone holds: their tables are not compared. */
  readonly statesOnlyBefore: readonly string[];
  readonly statesOnlyAfter: readonly string[];
  readonly tables: readonly TableComparison[];
}

export interface ReleaseComparisonRequest {
  /** Compares what is in force on one day; null: all days. */
  readonly on: Day | null;
  /** The states to compare; null: all that both hold. Tables that states share are compared with any. */
  readonly states: readonly string[] | null;
  /** Changes of one table that are listed; the rest is counted. */
  readonly listedMax?: number;
  readonly onProgress?: OnProgress;
}

/** Compares two releases table by table. Neither is held in memory: what is kept grows with what changed. */
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
  let steps = 0;
  for (const change of changes()) {
    steps += 1;
    if (steps % STEPS_PER_TURN === 0) await nextTurn();
    if (change === null) continue;
    counts[change.kind] += 1;
    listed.add(change);
  }
  const title = titleOf(table);
  return {
    table: title,
    state: state?.code ?? null,
    rowsBefore: before.description.rowCounts[title] ?? 0,
    rowsAfter: after.description.rowCounts[title] ?? 0,
    counts,
    changes: listed,
  };
}

/** What an analyst looks at first: amounts that moved, then what is gone, then what is new. */
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

/** Nothing is a part of zero, so what rose from it moved most. */
const FROM_ZERO = Number.POSITIVE_INFINITY;

/**
 * The changes of one table, the largest first: as text outside of the JavaScript heap, since a new registry changes a million rows.
 * With a limit, it holds the largest alone.
 */
export class ChangeList {
  readonly #keepMax: number;
  #texts = new TextSpool();
  #ranks: number[] = [];
  #sizes: number[] = [];

  constructor(keepMax: number = Number.POSITIVE_INFINITY) {
    this.#keepMax = keepMax;
  }

  get length(): number {
    return Math.min(this.#ranks.length, this.#keepMax);
  }

  add(change: ReleaseChange): void {
    this.#put(JSON.stringify(change), RANKS[change.kind], sizeOf(change));
    // Cut back now and then rather than for each: sorting a list twice as long costs little.
    if (this.#ranks.length >= 2 * this.#keepMax) this.#cutBack();
  }

  /** From the largest on; those of one size in the order they came in, which is that of their keys. */
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

/** A place in an order and no amount: two percentages that no number distinguishes are listed by their keys. */
function sizeOf({ kind, figure }: ReleaseChange): number {
  if (kind === "lost") return Math.abs(Number(figure?.before));
  if (kind !== "raised" && kind !== "cut") return 0;
  return figure === null || figure.percent === null ? FROM_ZERO : Math.abs(Number(figure.percent));
}
