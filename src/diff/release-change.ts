import type { Day } from "../calendar/day.ts";
import { nullableString, object, text, type ValueOf } from "../schema/schema.ts";

/**
 * What became of a key on some days, by its leading figure: `extended` are days after the last period of the earlier release on
 * which the later one says the same as before; `lost` and `gained` are keys that both have and whose figure one has not; `changed` is
 * what moves no figure.
 */
export const CHANGE_KINDS = ["raised", "cut", "lost", "ended", "gained", "added", "extended", "changed"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const cellMembers = {
  column: text("The column."),
  before: nullableString("What the earlier release says; null: nothing."),
  after: nullableString("What the later release says; null: nothing."),
  difference: nullableString("After minus before, of figures on both sides."),
  percent: nullableString("The difference in percent of the figure before, to two decimals; null from zero."),
};

/** A cell that differs. Difference and percentage are of figures that stand on both sides. */
export const cellChangeSchema = object("CellChange", cellMembers);
export type CellChange = ValueOf<typeof cellChangeSchema>;

/** One difference between two releases: a key of a table, the days, and what was said and is said of it on these days. */
export interface ReleaseChange {
  /** `ca/outpatient_rates` */
  readonly table: string;
  readonly kind: ChangeKind;
  /** By the header of each column of the key. */
  readonly key: Readonly<Record<string, string | null>>;
  /** The first and the last day on which they differ so; null in a table without periods, and for "from then on". */
  readonly from: Day | null;
  readonly to: Day | null;
  /** The last day of what the later release is compared with, where the earlier one says nothing of these days. */
  readonly beforeUntil: Day | null;
  /** The figure that the kind is judged by, one of the cells; null when no figure differs. */
  readonly figure: CellChange | null;
  /** Every cell that differs; of what was added or ended, every cell that is filled. */
  readonly cells: readonly CellChange[];
}
