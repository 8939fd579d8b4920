import { expect, it } from "vitest";
import { isLoaded, loadedSettings } from "../../src/pricing/state/loaded.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { states } from "../../src/states/index.ts";
import { atlantis } from "../new-state/tiny-state.ts";

const fees = lookupOf(atlantis, "outpatient");

it("a setting is loaded with the first row of any of its tables", () => {
  expect(isLoaded(fees, { "at/fees": 1 })).toBe(true);
  expect(isLoaded(fees, { "at/fees": 0 })).toBe(false);
  expect(isLoaded(fees, {})).toBe(false);
});

it("rows of tables that it does not price from count for nothing", () => {
  expect(isLoaded(fees, { "at/providers": 5, "zz/fees": 5 })).toBe(false);
});

it("is told of each setting of a state", () => {
  const california = states.find(({ code }) => code === "ca");
  expect(loadedSettings(california?.lookups ?? [], { "ca/drg_weights": 3, "ca/providers": 9 })).toEqual({
    outpatient: false,
    inpatient: true,
  });
});
