import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { historyOf, historyParameters } from "../../src/answers/history/periods.ts";
import { changesBetween, type ExplainedResult, fieldsOfTheDay } from "../../src/answers/history/result-changes.ts";
import type { History } from "../../src/answers/history/schema.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* An office visit at a hospital of the sample: 2.30, 2.35 and 2.4 units at 9.80 and 10.00 dollars. */

let compiled: CompiledDataset;
let source: StateInRelease;
beforeAll(async () => {
  compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
  source = compiled.open().states.get("ca") as StateInRelease;
});
afterAll(() => compiled.discard());

async function history(query: Readonly<Record<string, string>>): Promise<History> {
  const lookup = lookupOf(source.state, "outpatient");
  const read = historyParameters(source.state, lookup).read(
    { npi: "1000100010", billing_code: "99213", ...query },
    TODAY,
  );
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return (await historyOf(lookup, read.request, source)).value;
}

it("has every period, the newest first, and the days before the first rate", async () => {
  const { periods, next_to } = await history({});
  expect(periods.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
    ["2023-03-15", null],
    ["2022-07-01", "2023-03-14"],
    ["2021-07-01", "2022-06-30"],
    [null, "2021-06-30"],
  ]);
  expect(periods.map(({ results }) => results[0]?.payment_rate)).toEqual(["27.54", "26.42", "25.86", null]);
  expect(next_to).toBeNull();
});

it("tells the figures that changed, with the cells that they stand in", async () => {
  const { periods } = await history({ from: "2022-07-01", to: "2023-12-31" });
  expect(periods).toHaveLength(2);
  const [change, ...others] = periods[0]?.changes ?? [];
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    result: 0,
    previous_result: 0,
    payment_rate: { before: "26.42", after: "27.54" },
    no_rate: { before: null, after: null },
  });
  expect(change?.inputs.map(({ name, before, after }) => [name, before?.value, after?.value])).toEqual([
    ["unit value", "2.35", "2.4"],
    ["conversion factor", "9.80", "10.00"],
  ]);
  expect(change?.inputs[0]?.after?.from).toMatchObject({
    table: "ca/outpatient_rates",
    column: "unit_value",
    effective_start_date: "2023-03-15",
  });
  expect(periods[1]?.changes).toBeNull();
});

it("shows no period for another procedure type that came into force, while the price is the same", async () => {
  const { next_to } = await history({ limit: "1" });
  expect(next_to).toBe("2023-03-14");
});

it("tells a field that changed although the price did not, and none of those that speak of other rows", () => {
  const ofTheDay = fieldsOfTheDay(lookupOf(source.state, "outpatient"));
  const answered = (result: object): ExplainedResult => {
    const outcome = { payment: null, noRate: null, sheet: { assumptions: [] } };
    return { answered: { result, outcome, row: { line: 2 } }, explanation: { inputs: [], rows: [] } } as never;
  };
  const before = answered({ cutback_ind: 0, available_procedure_types: [], effective_start_date: "2024-01-01" });
  const after = answered({
    cutback_ind: 1,
    available_procedure_types: ["Radiology"],
    effective_start_date: "2025-01-01",
  });
  expect(changesBetween([before], [after], ofTheDay)).toMatchObject([
    { inputs: [], fields: [{ name: "cutback_ind", before: 0, after: 1 }] },
  ]);
});

it("is of today where nothing ever changes", async () => {
  const { periods } = await history({ billing_code: "ZZZZZ" });
  expect(periods).toMatchObject([{ start_date: null, end_date: null, date: TODAY.today, changes: null }]);
});
