import type { Day } from "../core/calendar/day.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { Tolerance } from "./pricing/payment-comparison.ts";
import type { TakebacksOfFile } from "./pricing/takebacks.ts";
import type { InputColumns } from "./reading/input-columns.ts";

/** Everything that decides the result of a line. Every thread receives it unchanged. */
export interface Plan {
  readonly state: string;
  readonly setting: CareSetting;
  readonly release: {
    /** The path as the caller wrote it; results name it. */
    readonly file: string;
    readonly contentHash: string;
    /** The path on another machine. */
    readonly copy?: string;
  };
  readonly columns: InputColumns;
  /** Cells in front of a line's own: those of a file of rejected lines. */
  readonly leadingCells: number;
  /** Whether a record counts as one line, however many line ends its cells have. */
  readonly recordsAreLines?: boolean;
  /** The sign between the cells of the file; null for rows of a sheet. A comma when absent. */
  readonly separator?: string | null;
  readonly fields: readonly string[];
  /** The largest difference between payment and expected amount that counts as expected. */
  readonly tolerance: Tolerance;
  /** Whether results include the sources of their figures. */
  readonly explains: boolean;
  /** Whether Medicare's price stands beside each line; absent: it does not. */
  readonly isBesideMedicare?: boolean;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** The name of the option that assigns columns, for messages. */
  readonly columnsOption: string;
  /** The takebacks of the whole file; null where none were looked for. */
  readonly takebacks: TakebacksOfFile | null;
  /** The day of lookups without one: the day on which the run began, also after a resume. */
  readonly today: Day;
  /** Whether day numbers are counted from 1904, as in the workbook. */
  readonly isFrom1904: boolean;
  readonly hasSemicolons: boolean;
}
