import type { ChangeKind } from "../../../src/diff/release-change.ts";
import type { TableDiff } from "../../../src/diff/wire.ts";
import { API_PREFIX } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Pair } from "./releases.ts";

export type { ListedChange as ReleaseChange, ReleaseDiff as Diff, TableDiff } from "../../../src/diff/wire.ts";

/** The kinds in the order in which they are told; `src/diff/release-change.ts` declares them. */
export const KINDS = [
  "raised",
  "cut",
  "lost",
  "ended",
  "gained",
  "added",
  "extended",
  "changed",
] as const satisfies readonly ChangeKind[];

/** Changes on a page of the list. */
export const CHANGES_PER_PAGE = 100;

/** What the list of changes is narrowed to. */
export interface Narrowing {
  readonly state: string;
  readonly table: string;
  readonly offset: string;
}

/** Where the tables with their counts are: the list itself is asked for apart, so one change is as few as can be. */
export function overviewPath(pair: Pair, { state }: Narrowing): string {
  return addressText(`${API_PREFIX}/releases/diff`, { ...pair, state, limit: "1" });
}

export function changesPath(pair: Pair, { state, table, offset }: Narrowing): string {
  return addressText(`${API_PREFIX}/releases/diff`, { ...pair, state, table, offset, limit: String(CHANGES_PER_PAGE) });
}

/** How many changes a table has, of all kinds. */
export function changesIn(table: TableDiff): number {
  return KINDS.reduce((sum, kind) => sum + table[kind], 0);
}
