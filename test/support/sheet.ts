import type { Day } from "../../src/core/calendar/day.ts";
import { factor } from "../../src/core/money/factor.ts";
import type { ParameterTable } from "../../src/dataset/common-tables.ts";
import { keyOf, type RateData, type RowPlace, type Table } from "../../src/dataset/table.ts";
import { NoRate } from "../../src/pricing/no-rate.ts";
import { Sheet } from "../../src/pricing/sheet.ts";
import type { Notation } from "../../src/pricing/worksheet/line.ts";
import { period } from "./rules.ts";

/** Rows of one table, for a test of a single rule. */
export type TableRows = readonly [table: Table, rows: readonly RowPlace[]];

/** Rows of a table, each checked by the compiler. */
export function rowsOf<Row extends RowPlace, ReadBy extends string>(
  table: Table<Row, ReadBy>,
  rows: readonly Row[],
): TableRows {
  return [table, rows];
}

/** Rows of `parameters.csv`; null stands for a name that has no value on the day. */
export function parameterRows(table: ParameterTable, figures: Readonly<Record<string, string | null>>): TableRows {
  const rows = Object.entries(figures).map(([name, value], place) => ({
    name,
    value: factor(value ?? "1"),
    period: value === null ? period("1999-01-01", "1999-12-31") : period("2000-01-01"),
    line: place + 2,
  }));
  return rowsOf(table, rows);
}

/** Rates as a release would hold them, of the rows that a test is about. */
export function dataOf(...tables: readonly TableRows[]): RateData {
  const values = (record: object, names: readonly string[]) =>
    keyOf(names.map((name) => (record as Record<string, unknown>)[name]));
  const rowsIn = (sought: Table) => tables.flatMap(([table, rows]) => (table === sought ? rows : []));
  return {
    rows: (table, key) => {
      const sought = values(key, table.readBy);
      return rowsIn(table as unknown as Table).filter((row) => values(row, table.readBy) === sought) as never;
    },
    hasRows: (table, cell) =>
      rowsIn(table).some((row) => cell === undefined || values(row, [cell.column]) === cell.text),
    editions: () => [],
  };
}

/** A sheet over the rows that a test is about. */
export function sheetOver(day: Day, notation: Notation, ...tables: readonly TableRows[]): Sheet {
  return new Sheet(dataOf(...tables), day, "date_of_service", notation);
}

/** Why a rule cannot go on; fails when it can. */
export function noRateOf(rule: () => unknown): NoRate {
  try {
    rule();
  } catch (reason) {
    if (reason instanceof NoRate) return reason;
    throw reason;
  }
  throw new Error("The rule has found a rate");
}
