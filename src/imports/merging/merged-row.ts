import type { Day } from "../../calendar/day.ts";

/** Where a row, or some of its cells, comes from. */
export interface RowOrigin {
  /** The place of the publication among those that feed the table; `BY_HAND` for a row written by hand. */
  readonly layer: number;
  readonly edition: number;
  readonly place: string;
}

/** A row of the table as it will be. */
export interface MergedRow {
  readonly key: string;
  readonly start: Day | null;
  readonly end: Day | null;
  /** In one text, dates excluded. */
  readonly cells: string;
  readonly isByHand: boolean;
  readonly origins: readonly RowOrigin[];
}
