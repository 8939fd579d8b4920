import { expect, test } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { required, text } from "../../src/dataset/column.ts";
import { FaultList, faultText } from "../../src/dataset/fault.ts";
import { type ObligationCheck, requirementCheck, uniqueInForceCheck } from "../../src/dataset/obligations.ts";
import { datedTable, type RowPlace, type Table, undatedTable } from "../../src/dataset/table.ts";

const fees = datedTable({
  folder: "zz",
  name: "fees",
  columns: { code: required(text()), standard: text() },
  key: ["code", "standard"],
});
const rates = undatedTable({
  folder: "zz",
  name: "rates",
  columns: { provider: required(text()), kind: text() },
  key: ["provider"],
});
const providers = undatedTable({ folder: "zz", name: "providers", columns: { id: required(text()) }, key: ["id"] });

function faultsOf(check: ObligationCheck, rows: readonly (readonly [Table, object])[]): string[] {
  const faults = new FaultList();
  for (const [index, [table, row]] of rows.entries()) check.see(table, { line: index + 2, ...row } as RowPlace, faults);
  check.datasetEnds?.(faults, () => undefined);
  return faults.listed.map(faultText);
}

const period = (start: string, end: string | null) => ({ start: start as Day, end: end as Day | null });

test("a value that one row may have at a time is refused where periods meet, and only there", () => {
  const check = () =>
    uniqueInForceCheck({
      table: fees,
      column: "standard",
      value: (row: { code: string; standard: string | null }) => (row.standard === "yes" ? row.code : null),
      what: "one standard fee in force per code",
    });
  const first = [fees, { code: "A", standard: "yes", period: period("2025-01-01", "2025-06-30") }] as const;
  const after = [fees, { code: "A", standard: "yes", period: period("2025-07-01", null) }] as const;
  const onTheLastDay = [fees, { code: "A", standard: "yes", period: period("2025-06-30", "2025-06-30") }] as const;
  const notStandard = [fees, { code: "A", standard: null, period: period("2025-01-01", null) }] as const;
  expect(faultsOf(check(), [first, after, notStandard])).toEqual([]);
  expect(faultsOf(check(), [first, onTheLastDay])).toEqual([
    'zz/fees.csv:3:standard: "2025-06-30 to 2025-06-30", expected one standard fee in force per code, but line 2 has it too (2025-01-01 to 2025-06-30)',
  ]);
});

test("a cell is required where a row of another table asks for it, in whatever order they come", () => {
  const check = () =>
    requirementCheck({
      table: rates,
      column: "kind",
      where: "provider",
      of: providers,
      offers: (row: { id: string; asks: boolean }) => (row.asks ? row.id : null),
      what: "a kind, since the provider asks for it",
    });
  const empty = [rates, { provider: "P1", kind: null }] as const;
  const asking = [providers, { id: "P1", asks: true }] as const;
  const message = 'zz/rates.csv:2:kind: "", expected a kind, since the provider asks for it';
  expect(faultsOf(check(), [empty, asking])).toEqual([message]);
  expect(faultsOf(check(), [asking, empty])).toEqual([message.replace(":2:", ":3:")]);
  expect(faultsOf(check(), [empty, [providers, { id: "P1", asks: false }]])).toEqual([]);
  expect(faultsOf(check(), [[rates, { provider: "P1", kind: "x" }], asking])).toEqual([]);
});
