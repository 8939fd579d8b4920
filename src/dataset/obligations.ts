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

/** A cell that must be filled in the rows that belong to certain rows of another table, such as those of hospitals. */
export interface Requirement {
  readonly table: Table;
  /** The column that must be filled, by its name in code. */
  readonly column: string;
  /** The column of `table` that names a row of `of`, by its name in code. */
  readonly where: string;
  readonly of: Table;
  /** The name under which a row of `of` asks for it; null when it does not. */
  readonly offers: (row: never) => string | null;
  /** What must be filled in, in words. */
  readonly what: string;
}

/** Everything that the tables of a state owe each other. */
export interface Obligations {
  readonly references: readonly Reference[];
  readonly uniqueness: readonly Uniqueness[];
  /** Of dated tables: values that at most one row may have at any time, so the periods of such rows may not overlap. */
  readonly uniqueInForce?: readonly Uniqueness[];
  readonly agreements?: readonly Agreement[];
  readonly requirements?: readonly Requirement[];
}
