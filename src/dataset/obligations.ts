import type { Table } from "./table.ts";

/*
 * What the rows of a dataset owe each other, over and above what each owes its own table.
 */

/** A value in one table that must exist in another. */
export interface Reference {
  readonly from: Table;
  /** The column of `from`, by its name in code. */
  readonly column: string;
  readonly to: Table;
  /** The value that a row of `to` offers; null when it offers none. */
  readonly offers: (row: never) => string | null;
  /** What must exist, in words: `a hospital of ca/providers.csv`. */
  readonly what: string;
}

/** A value that at most one row of a table may have, though it is not the table's key. */
export interface Uniqueness {
  readonly table: Table;
  /** The column to look at, by its name in code. */
  readonly column: string;
  readonly value: (row: never) => string | null;
  /** What it must be, in words: `unique among hospitals`. */
  readonly what: string;
}

/** A value that rows of one group must share, such as "all hospital rows of an NPI have a campus, or none". */
export interface Agreement {
  readonly table: Table;
  /** The column to look at, by its name in code. */
  readonly column: string;
  /** The group that a row belongs to; null when it belongs to none. */
  readonly group: (row: never) => string | null;
  /** What the rows of one group must have in common. */
  readonly value: (row: never) => string;
  /** What it must be, in words: `a campus on every hospital row of an NPI, or on none`. */
  readonly what: string;
}
