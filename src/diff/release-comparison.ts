import { setImmediate as nextTurn } from "node:timers/promises";
import type { Day } from "../calendar/day.ts";
import { type Table, titleOf } from "../dataset/table.ts";
import type { ReleaseDescription } from "../release/release.ts";
import { ownRateTables, type StoredRelease, sharedTables } from "../release/stored-release.ts";
import type { OnProgress } from "../runtime/progress.ts";
import type { State } from "../state/state.ts";
import { ChangeList } from "./change-list.ts";
import { providerChanges } from "./provider-changes.ts";
import { rateChanges } from "./rate-changes.ts";
import { CHANGE_KINDS, type ChangeKind, type ReleaseChange } from "./release-change.ts";

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
