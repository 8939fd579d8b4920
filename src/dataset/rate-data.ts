import type { Origin, Table } from "./table.ts";

export type KeyValue = string | number | boolean | null;

/** A column, by its name in code, and what its cell must hold. */
export interface Having {
  readonly column: string;
  readonly cell: string;
}

/** The dated rows of an open release, read by key. */
export interface RateData {
  /** The rows whose `readBy` columns have these values, in file order; empty when there are none. */
  rows<Row extends Origin>(table: Table<Row>, ...key: readonly KeyValue[]): readonly Row[];
  /** Whether the table has any rows; with `having`, any whose cell in a column reads so. */
  hasRows(table: Table, having?: Having): boolean;
}
