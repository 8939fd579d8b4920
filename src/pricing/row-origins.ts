import type { Day } from "../core/calendar/day.ts";
import type { Source } from "../dataset/description.ts";
import type { RowPlace, Table } from "../dataset/table.ts";

/** Where a row was published, as far as the dataset says. */
export interface RowPublication {
  /** What was published; where several may be meant, all of them with a semicolon between two. */
  readonly name: string | null;
  readonly publisher: string | null;
  /** The day that the edition is as of. */
  readonly edition: string | null;
  /** The name of the file that was imported, and its SHA-256. */
  readonly file: string | null;
  readonly sha256: string | null;
  /** In the published file: `line 12`, or `sheet "Fees", row 12`. */
  readonly place: string | null;
}

/**
 * What explains the rows of an open release besides their values. Read from the file each time it is asked for: for
 * explanations, not for pricing.
 */
export interface RowOrigins {
  /** Of the row that a line of the table's CSV file holds; null when the dataset says nothing about it. */
  publicationOf(table: Table, line: number): RowPublication | null;
  /**
   * The entries of `dataset.json` that such a row may come from: one where an import says so, several where they are not told apart.
   * Rows that were read together and come from the same have the same list.
   */
  sourcesOf(table: Table, line: number): readonly Source[];
  /**
   * The newest edition of the row's publication, later than the one that it is taken from and not after a day on which the row is in
   * force. It says the same: what an edition leaves out or changes is not in force from its first day on. Null when there is none.
   */
  confirmedBy(table: Table, line: number, day: Day): string | null;
  /**
   * The cells of a row of this release as they stand in its CSV file, by the header of their column: null where the
   * file has none, whatever the row has in its place.
   */
  cellsOf(table: Table, row: RowPlace): Readonly<Record<string, string | null>>;
}
