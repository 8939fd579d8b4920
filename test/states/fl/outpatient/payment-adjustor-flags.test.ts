import { expect, it } from "vitest";
import { paymentAdjustment } from "../../../../src/states/fl/outpatient/eapg.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { type Figures, outpatientRequest, sheetWith, withoutValue } from "../rows.ts";

const FLAGS = [
  "paf_multiple_significant",
  "paf_same_significant",
  "paf_clinical_significant",
  "paf_packaging",
  "paf_repeat_ancillary",
  "paf_bilateral",
  "paf_terminated",
] as const;

function adjusted(flags: readonly (typeof FLAGS)[number][], figures: Figures = {}) {
  const request = outpatientRequest(Object.fromEntries(flags.map((flag) => [flag, "true"])));
  const adjustment = paymentAdjustment(request, sheetWith(figures));
  if (adjustment === null) return null;
  return [adjustment.combined.value.text, ...adjustment.flags.map(({ name, value }) => `${name} ${value.value}`)];
}

it("no flag leaves the factor out", () => {
  expect(adjusted([])).toBeNull();
});

it("one flag keeps its published digits", () => {
  expect(FLAGS.map((flag) => adjusted([flag]))).toEqual([
    ["0.50", "paf_multiple_significant 0.50"],
    ["0", "paf_same_significant 0"],
    ["0", "paf_clinical_significant 0"],
    ["0", "paf_packaging 0"],
    ["0.50", "paf_repeat_ancillary 0.50"],
    ["1.50", "paf_bilateral 1.50"],
    ["0.50", "paf_terminated 0.50"],
  ]);
});

it("several flags multiply exactly, without trailing zeros, in the contract's order", () => {
  expect(adjusted(["paf_terminated", "paf_bilateral", "paf_multiple_significant"])).toEqual([
    "0.375",
    "paf_multiple_significant 0.50",
    "paf_bilateral 1.50",
    "paf_terminated 0.50",
  ]);
  expect(adjusted(["paf_packaging", "paf_bilateral"])).toMatchObject(["0", {}, {}]);
});

it("the first flag sent whose parameter has no value fails the line", () => {
  const without = { paf_packaging: null, paf_terminated: null };
  const failure = noRateOf(() => adjusted(["paf_terminated", "paf_packaging"], without));
  expect(failure.message).toBe(withoutValue("paf_packaging"));
  expect(adjusted(["paf_bilateral"], without)).toMatchObject(["1.50", {}]);
});
