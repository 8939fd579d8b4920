import type { Day } from "../core/calendar/day.ts";
import type { Source } from "../dataset/description.ts";
import type { RowPlace, Table } from "../dataset/table.ts";

/** Where a row was published, if the dataset says so. */
export interface RowPublication {
  /** The publication; several candidates are separated by semicolons. */
  readonly name: string | null;
  readonly publisher: string | null;
  /** The day it was published, for entries that no import wrote. */
  readonly published: string | null;
  /** Whether its figures are made up, for trials; null where the entries that may be meant differ in it. */
  readonly synthetic: boolean | null;
  /** The date of the edition. */
  readonly edition: string | null;
  /** The name of the file that was imported, and its SHA-256. */
  readonly file: string | null;
  readonly sha256: string | null;
  /** In the published file: `line 12`, or `sheet "Fees", row 12`. */
  readonly place: string | null;
}

/** Origins of the rows of an open release. Read from the file each time: for explanations, not for pricing. */
export interface RowOrigins {
  /** The publication of the row on a line of the table's CSV file; null if the dataset has none. */
  publicationOf(table: Table, line: number): RowPublication | null;
  /**
   * The entries of `dataset.json` that the row may come from: one if an import says so, otherwise several. Rows with
   * the same sources that were read together share one list.
   */
  sourcesOf(table: Table, line: number): readonly Source[];
  /**
   * The newest edition of the row's publication that is later than the row's own, and not after a day on which the row
   * is effective. It confirms the row: a row that an edition drops or changes ends with that edition's first day. Null
   * without one.
   */
  confirmedBy(table: Table, line: number, day: Day): string | null;
  /** The cells of a row in the CSV file, by header; null if empty, even if the row has a default. */
  cellsOf(table: Table, row: RowPlace): Readonly<Record<string, string | null>>;
}
