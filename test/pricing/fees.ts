import type { Day } from "../../src/core/calendar/day.ts";
import type { Period } from "../../src/core/calendar/period.ts";
import { factor } from "../../src/core/money/factor.ts";
import { decimal, integer, money as moneyColumn, required, text } from "../../src/dataset/column.ts";
import { parameterTable } from "../../src/dataset/common-tables.ts";
import { datedTable, type RowOf, undatedTable } from "../../src/dataset/table.ts";
import { programOf } from "../../src/pricing/program.ts";
import type { Sheet } from "../../src/pricing/sheet.ts";
import { money, period } from "../support/rules.ts";
import { rowsOf, sheetOver, type TableRows } from "../support/sheet.ts";

/* The tables of a state that there is not, for tests of what all states share. */

export const DAY = "2025-10-01" as Day;

export const fees = datedTable({
  folder: "xx",
  name: "fees",
  section: "xx 2.1",
  columns: {
    code: required(text()),
    modifier: text(),
    fee: required(moneyColumn()),
    weight: decimal(),
    averageDays: required(integer(0)),
  },
  key: ["code", "modifier"],
  readBy: ["code"],
});

export type Fee = RowOf<typeof fees>;

export const regions = undatedTable({
  folder: "xx",
  name: "regions",
  section: "xx 2.2",
  columns: { county: required(text()), region: required(text()) },
  key: ["county"],
});

export type Region = RowOf<typeof regions>;

const PARAMETERS = {
  cutback: { builtIn: "0.20" },
  threshold: { builtIn: "99000" },
  per_diem: { builtIn: null },
  trend: { builtIn: null, unpublished: "The state has not published a trend." },
} as const;

export const parameters = parameterTable("xx", "xx 2.3", PARAMETERS);
export const program = programOf(parameters, PARAMETERS);

export function feeOf(differences: Partial<Fee> = {}): Fee {
  return {
    line: 2,
    code: "99213",
    modifier: null,
    fee: money("24.05"),
    weight: factor("1.50"),
    averageDays: 4,
    period: period("2025-07-01"),
    ...differences,
  };
}

export function parameterRow(name: string, value: string, of: Period, line = 2): RowOf<typeof parameters> {
  return { line, name, value: factor(value), period: of };
}

export function sheetWith(rows: readonly Fee[], ...others: readonly TableRows[]): Sheet {
  return sheetOver(DAY, { dollarSignInParentheses: true }, rowsOf(fees, rows), ...others);
}
