import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { readersOf } from "../../../src/reprice/values/readers.ts";
import { states } from "../../../src/states/index.ts";

const DAYS = { today: "2026-11-15" as Day, isFrom1904: false, hasSemicolons: false };
const ALL = states.flatMap((state) => state.lookups.map((lookup) => ({ state, lookup })));

describe.each(ALL)("$state.name $lookup.setting", ({ lookup }) => {
  const readers = readersOf(lookup, DAYS, null);

  it("reads what a request would have as it is, for every parameter", () => {
    for (const { query } of lookup.examples) {
      for (const [name, value] of Object.entries(query)) {
        expect(readers(name)(value), name).toMatchObject({ text: value });
      }
    }
  });

  it("leaves a reference_id untouched, whatever it looks like", () => {
    for (const text of [" 1.0 ", "NULL", "'x", "1.82E+09", "x".repeat(1_000)]) {
      expect(readers("reference_id")(text)).toEqual({ text, way: null });
    }
  });
});

it("leaves codes of places to the states that have a rule for them", () => {
  const place = (code: string, cell: string) => {
    const state = states.find((each) => each.code === code);
    if (state === undefined) throw new Error(code);
    return readersOf(lookupOf(state, "outpatient"), DAYS, null)("place_of_service")(cell);
  };
  // Florida takes a nursing facility (31) for no facility (fl 4.1); Medicare does.
  expect(place("fl", "31")).toEqual({ text: "31", way: null });
  expect(place("ga", "31")).toEqual({ text: "facility", way: "placeCode" });
});

it("reads each kind of parameter in its own way", () => {
  const [california] = states;
  if (california === undefined) throw new Error("no states");
  const readers = readersOf(lookupOf(california, "outpatient"), DAYS, null);
  expect(readers("npi")("1000700140.0")).toMatchObject({ text: "1000700140" });
  expect(readers("state_provider_id")("106199901.0")).toMatchObject({ text: "106199901" });
  expect(readers("date_of_service")("10/1/26")).toMatchObject({ text: "2026-10-01" });
  expect(readers("child_patient")("Y")).toMatchObject({ text: "true" });
  expect(readers("anesthesia_minutes")("1440.0")).toMatchObject({ text: "1440" });
  expect(readers("anesthesia_minutes")("1,440")).toBeInstanceOf(Refusal);
});
