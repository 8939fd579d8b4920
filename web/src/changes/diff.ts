import type { CellChange, ChangeKind } from "../../../src/diff/release-change.ts";
import { API_PREFIX } from "../../../src/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Pair } from "./releases.ts";

/* What GET /releases/diff answers. */

interface ComparedRelease {
  readonly name: string;
  readonly version: string;
  readonly content_hash: string;
}

/** A table with the number of its changes by kind. */
export type TableDiff = Readonly<Record<ChangeKind, number>> & {
  readonly table: string;
  readonly rows_before: number;
  readonly rows_after: number;
  /** How many of them can be paged through. */
  readonly listed: number;
};

/** One change; the cell that leads stands beside the key. */
export interface ReleaseChange extends Omit<CellChange, "column"> {
  readonly table: string;
  readonly kind: ChangeKind;
  readonly key: Readonly<Record<string, string | null>>;
  readonly from: string | null;
  readonly to: string | null;
  readonly before_until: string | null;
  readonly figure: string | null;
  readonly cells: readonly CellChange[];
}

export interface Diff {
  readonly from: ComparedRelease;
  readonly to: ComparedRelease;
  readonly states_only_before: readonly string[];
  readonly states_only_after: readonly string[];
  readonly tables: readonly TableDiff[];
  readonly changes_listed: number;
  readonly offset: number;
  readonly changes: readonly ReleaseChange[];
}

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
