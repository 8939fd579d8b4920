import type { Origin, Table } from "./table.ts";

export type KeyValue = string | number | boolean | null;

/** The dated rows of an open release, read by key. */
export interface RateData {
  /** The rows whose `readBy` columns have these values, in file order; empty when there are none. */
  rows<Row extends Origin>(table: Table<Row>, ...key: readonly KeyValue[]): readonly Row[];
  /** Whether the table has any rows; with values of its first `readBy` columns, any rows that have these. */
  hasRows(table: Table, ...leading: readonly KeyValue[]): boolean;
}
