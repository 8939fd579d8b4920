import type { Day } from "../calendar/day.ts";
import type { Setting } from "../providers/definition.ts";
import type { InputColumns } from "./reading/columns.ts";

/** Everything that decides what becomes of a line. Every thread gets it as it is. */
export interface Plan {
  readonly state: string;
  readonly setting: Setting;
  readonly release: { readonly file: string; readonly contentHash: string };
  readonly columns: InputColumns;
  /** The fields of a result that are written. */
  readonly fields: readonly string[];
  /** The day of lookups without one: that on which the run began, also when it is resumed. */
  readonly today: Day;
}
