import type { Dated } from "../calendar/period.ts";
import type { KeyOf, RowPlace, Table } from "./table.ts";

export type KeyValue = string | number | boolean | null;

/** The dated rows of an open release, read by key. */
export interface RateData {
  /** The rows whose `readBy` columns have these values, in file order; empty when there are none. */
  rows<Row extends RowPlace, ReadBy extends string>(table: Table<Row, ReadBy>, key: KeyOf<Row, ReadBy>): readonly Row[];
  /** Whether the table has any row at any date; with a cell, by the name of its column in code, any row that has it. */
  hasRows(table: Table, cell?: { readonly column: string; readonly text: string }): boolean;
  /** The days that the imported editions of a table speak for; empty where none is known, and for tables that declare no `editionDays`. */
  editions(table: Table): readonly Dated[];
}
