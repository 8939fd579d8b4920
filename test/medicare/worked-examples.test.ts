import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MedicarePrice, medicarePriceOf } from "../../src/answers/benchmark/medicare-price.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { priceParameters } from "../../src/medicare/request.ts";
import { requestReader } from "../../src/pricing/request/read.ts";
import type { Release } from "../../src/release/release.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* The examples of docs/methodology/medicare.md 7, from the sample. */

let compiled: CompiledDataset;
let release: Release;
beforeAll(async () => {
  compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
  release = compiled.open();
});
afterAll(() => compiled.discard());

const reader = requestReader(priceParameters);

function priced(fields: Readonly<Record<string, string>>): MedicarePrice {
  const read = reader.fromQuery({ date_of_service: "2025-10-15", ...fields }, { today: "2026-11-15" as Day });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return medicarePriceOf(read.request, release);
}

describe("examples of the page (medicare 7)", () => {
  it("M1: a procedure in San Francisco, with the origin of every figure", () => {
    const price = priced({ code: "76145", zip: "94110", place_of_service: "non_facility" });
    expect(price).toMatchObject({
      payment_rate: "1339.81",
      schedule: "physician",
      status_code: "A",
      locality: "01112-05",
      effective_start_date: "2025-10-01",
      effective_end_date: "2025-12-31",
      calculation_method:
        "(work value (0.00) x work index (1.088) + practice value (29.03) x practice index (1.419) + malpractice value (0.51) x malpractice index (0.445)) x conversion factor ($32.3465) = $1339.81",
    });
    expect(price.explanation.inputs.map(({ value }) => value)).toEqual([
      "0.00",
      "1.088",
      "29.03",
      "1.419",
      "0.51",
      "0.445",
      "32.3465",
    ]);
    const used = price.explanation.rows.filter((row) => row.used);
    expect(used.map(({ table, publication }) => [table, publication?.synthetic])).toEqual([
      ["medicare/physician_values", false],
      ["medicare/zip_localities", false],
      ["medicare/practice_costs", false],
    ]);
    expect(used[2]?.key).toEqual({ contractor: "01112", locality: "05" });
  });

  it.each([
    ["M2", { code: "99213", zip: "94110", place_of_service: "non_facility" }, "109.15"],
    ["M2 at a facility", { code: "99213", zip: "94110", place_of_service: "facility" }, "73.35"],
    ["M3", { code: "70450", zip: "94110" }, "138.50"],
    ["M3 technical", { code: "70450", zip: "94110", modifier: "TC" }, "93.78"],
    ["M3 professional", { code: "70450", zip: "94110", modifier: "26" }, "44.72"],
    ["M4", { code: "80053" }, "10.56"],
    ["M5", { code: "00840", zip: "94110", modifier: "QZ", anesthesia_minutes: "61" }, "225.94"],
    ["M5 directed", { code: "00840", zip: "94110", modifier: "QK", anesthesia_minutes: "61" }, "112.97"],
    ["M6 with its county", { code: "99213", zip: "93720", county: "Fresno" }, "92.18"],
  ])("%s", (_, fields, expected) => {
    expect(priced(fields as never).payment_rate).toBe(expected);
  });

  it.each([
    ["M6", { code: "99213", zip: "93720" }, "missing_information"],
    ["M7", { code: "99213", state: "CA", county: "Humboldt" }, "missing_information"],
    ["M8", { code: "99213", zip: "94110", modifier: "50" }, "not_for_request"],
    ["M9", { code: "J1642", zip: "94110" }, "not_loaded"],
  ])("%s has no price", (_, fields, expected) => {
    const { payment_rate, rate_found, no_rate, error_message } = priced(fields as never);
    expect([payment_rate, rate_found, no_rate]).toEqual([null, false, expected]);
    expect(error_message).toMatch(/\.$/);
  });
});
