import { describe, expect, test } from "vitest";
import {
  otherFields,
  priceChangeText,
  publicationsOf,
  sourceText,
} from "../../../web/src/over-time/changed-figures.tsx";
import type { HistoryPeriod, ResultChange } from "../../../web/src/over-time/history-section.tsx";

const NOTHING: ResultChange = {
  result: 0,
  previous_result: 0,
  payment_rate: { before: "10.00", after: "10.00" },
  no_rate: { before: null, after: null },
  inputs: [],
  fields: [],
};

function told(before: string | null, after: string): string {
  const change = { ...NOTHING, payment_rate: { before, after } };
  const result = { payment_rate: after, payment_rate_type: "claim", error_message: null };
  const period: HistoryPeriod = {
    start_date: null,
    end_date: null,
    date: "2026-01-01",
    results: [result],
    no_rate: [null],
    changes: [change],
  };
  return priceChangeText({ period, result, noRate: null, change });
}

describe("what changed, in words", () => {
  test("has the API's digits before, with a sign and a word for the direction", () => {
    expect(told("9.99", "10.00")).toBe("\u25b2 up from $9.99");
    expect(told("1001.00", "999.00")).toBe("\u25bc down from $1,001.00");
    expect(told("10.00", "10.00")).toBe("as before");
    expect(told(null, "10.00")).toBe("no rate before");
  });

  test("says of a price of another kind neither up nor down", () => {
    const change = {
      ...NOTHING,
      payment_rate: { before: "101.50", after: "0.4175" },
      fields: [{ name: "payment_rate_type", before: "per_visit", after: "per_unit" }],
    };
    const result = { payment_rate: "0.4175", payment_rate_type: "per_unit", error_message: null };
    const period: HistoryPeriod = {
      start_date: null,
      end_date: null,
      date: "2026-01-01",
      results: [result],
      no_rate: [null],
      changes: [change],
    };
    const text = priceChangeText({ period, result, noRate: null, change });
    expect(text).toBe("before $101.50, another kind of price (per visit)");
  });

  test("tells lists by what came and went, and fields only where no figure says it", () => {
    const fields = [
      { name: "available_procedure_types", before: ["A", "B"], after: ["B", "C", "D"] },
      { name: "service_type", before: null, after: "acute" },
    ];
    expect(otherFields({ ...NOTHING, fields })).toEqual([
      "Available procedure types: now also C and D; no longer A",
      "Service type: none \u2192 acute",
    ]);
    const input = { name: "fee", unit: "dollars" as const, before: null, after: null };
    expect(otherFields({ ...NOTHING, fields, inputs: [input] })).toEqual([]);
  });

  test("names the row, its period and its publication, and each publication once", () => {
    const from = {
      table: "xx/fees",
      line: 12,
      key: {},
      column: "fee",
      effective_start_date: "2026-01-01",
      effective_end_date: null,
      publication: {
        name: "Fee schedule",
        publisher: null,
        edition: "2026-01-15",
        file: null,
        sha256: null,
        place: "row 7",
        confirmed_by_edition: null,
      },
    };
    expect(sourceText(from)).toBe(
      "xx/fees, line 12, column fee; in force since 1 Jan 2026; Fee schedule, edition 2026-01-15, row 7",
    );
    expect(sourceText({ default: "cutback", section: "xx 2.6" })).toBe("the methodology's own value (xx 2.6)");
    const inputs = [
      { name: "fee", unit: "dollars" as const, before: { value: "1.00", from }, after: { value: "2.00", from } },
    ];
    expect(publicationsOf([{ ...NOTHING, inputs }])).toBe("Fee schedule");
  });
});
