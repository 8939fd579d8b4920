import { expect, it } from "vitest";
import { appliedSteps } from "../../../src/answers/explanation/explain-result.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { UNPRINTED } from "../../../src/pricing/sheet.ts";
import { constant, plus, times } from "../../../src/pricing/worksheet/calculation.ts";
import { decide } from "../../../src/pricing/worksheet/computing.ts";
import { sheetWith } from "../../pricing/fees.ts";

const two = constant("xx 3", factor("2"));
const three = constant("xx 3", factor("3"));

it("what the payment is computed from is applied, and what is shown beside it is not", () => {
  const sheet = sheetWith([]);
  const base = sheet.dollars("xx 3", times(two, three));
  sheet.dollars("xx 4", plus(base, two), UNPRINTED);
  const payment = sheet.dollars("xx 5", plus(base, three));
  const applied = appliedSteps(sheet.steps, payment);
  expect(sheet.steps.map((step) => applied.has(step))).toEqual([true, false, true]);
});

it("a comparison that had it go that way is applied with all that it compares; one that did not is not", () => {
  const sheet = sheetWith([]);
  const cost = sheet.dollars("xx 3", times(two, three), UNPRINTED);
  const loss = sheet.dollars("xx 4", plus(cost, two), UNPRINTED);
  sheet.decided(loss, decide(loss, "greater", three));
  const gain = sheet.dollars("xx 5", plus(two, two), UNPRINTED);
  sheet.notApplied(gain, decide(gain, "greater", cost));
  const payment = sheet.dollars("xx 6", three);
  const applied = appliedSteps(sheet.steps, payment);
  expect(sheet.steps.map((step) => applied.has(step))).toEqual([true, true, false, true]);
});

it("without a payment a rule alone says what it has set aside", () => {
  const sheet = sheetWith([]);
  sheet.dollars("xx 3", times(two, three));
  sheet.notApplied(sheet.dollars("xx 4", two), null);
  expect(appliedSteps(sheet.steps, null)).toEqual(new Set([sheet.steps[0]]));
});
