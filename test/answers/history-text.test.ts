import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResultChange } from "../../src/answers/history/schema.ts";
import { fieldTexts, history, historyText } from "../../src/answers/history.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

describe("a history as text", () => {
  let compiled: CompiledDataset;
  let text: string;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
    const release = compiled.open();
    const source = release.states.get("ca") as StateInRelease;
    const lookup = lookupOf(source.state, "outpatient");
    const asked = { npi: "1000100010", billing_code: "99213" };
    const terms = { states: ["ca"], staleAfterMonths: null, admits: async () => true };
    const answer = await history.ask(asked, TODAY, { lookup, source, release, ...terms });
    if (!answer?.ok) throw new Error(JSON.stringify(answer));
    text = answer.text().text;
  });
  afterAll(() => compiled.discard());

  it("says where a rate was published again as it was", () => {
    const day = "2026-01-01";
    const again = { start_date: day, end_date: null, date: day, results: [], no_rate: [], changes: [] };
    const answered = { value: { periods: [again], next_to: null }, lookups: 1, results: [[]] };
    expect(historyText(answered)).toEqual({
      text: "2026-01-01 onward\n  Published again as in the period before.",
      remarks: [],
    });
  });

  it("has the figures that changed, and no field that repeats them", () => {
    expect(text).toContain("      unit value: 2.35 -> 2.4 (");
    expect(text).not.toContain("basic");
    expect(text).not.toContain("conversion_factor: ");
  });

  it("has words and no codes where there was no rate, with the figures that are there now", () => {
    expect(text).toContain(
      "    no rate (Rates are published for the code or the provider, but none for that day) -> $25.86\n      unit value: 2.30 (",
    );
    expect(text).not.toMatch(/not_in_force|null|\["|true|false/);
  });
});

describe("fields that differ", () => {
  const change = (fields: ResultChange["fields"], before: "by_report" | null = null): ResultChange => ({
    result: 0,
    previous_result: 0,
    payment_rate: { before: null, after: null },
    no_rate: { before, after: null },
    inputs: [],
    fields,
  });

  it("are told in words", () => {
    const texts = fieldTexts(
      change([
        { name: "cutback_ind", before: null, after: "0" },
        { name: "is_manually_priced", before: false, after: true },
        { name: "available_service_types", before: ["A", "B"], after: [] },
      ]),
    );
    expect(texts).toEqual([
      "cutback ind: none -> 0",
      "is manually priced: no -> yes",
      "available service types: A, B -> none",
    ]);
  });

  it("that are filled on both sides are told where one of them has no rate", () => {
    const fields = [
      { name: "cutback_ind", before: null, after: "0" },
      { name: "procedure_type_used", before: "Surgery", after: "Medicine" },
    ];
    expect(fieldTexts(change(fields, "by_report"))).toEqual(["procedure type used: Surgery -> Medicine"]);
  });
});
