import type { Day } from "../core/calendar/day.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { Tolerance } from "./pricing/payment-comparison.ts";
import type { InputColumns } from "./reading/input-columns.ts";

/** Everything that decides what becomes of a line. Every thread gets it as it is. */
export interface Plan {
  readonly state: string;
  readonly setting: CareSetting;
  readonly release: {
    /** As it was asked for, and as results name it. */
    readonly file: string;
    readonly contentHash: string;
    /** Where another machine than the one that was asked has it. */
    readonly copy?: string;
  };
  readonly columns: InputColumns;
  /** How many cells of a line come before its own: those of a file of faults. */
  readonly leadingCells: number;
  /** Whether a record counts as one line, however many line ends are in its cells. */
  readonly recordsAreLines?: boolean;
  /** The fields of a result that are written. */
  readonly fields: readonly string[];
  /** How far a payment may be from the expected amount and still be as expected. */
  readonly tolerance: Tolerance;
  /** Whether each result is written with where its figures come from. */
  readonly explains: boolean;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** How faults name the place where it is said what columns are. */
  readonly columnsOption: string;
  /** The day of lookups without one: that on which the run began, also when it is resumed. */
  readonly today: Day;
  /** Whether days that are numbers are counted from 1904, as the workbook that they came from counts. */
  readonly isFrom1904: boolean;
  /** Whether the file has semicolons between its cells. */
  readonly hasSemicolons: boolean;
}
