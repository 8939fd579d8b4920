import { expect, it } from "vitest";
import { shownSteps } from "../../../../src/answers/explanation/record-words.ts";
import type { ExplainedDecision } from "../../../../src/answers/explanation/schema.ts";
import { pricedResult } from "../support/record.ts";

it("a step has the words of the price's own line, its formula by names and its rounding", () => {
  expect(shownSteps(pricedResult())[0]).toEqual({
    id: "s1",
    section: "ca 4.3 step 1",
    text: "unit value (4.38) x conversion factor (5000.00) = $21900.00",
    formula: "i1 x i2, to cents",
    value: "$21900.00",
    applied: true,
    decision: null,
    paid: true,
  });
});

it("a step that the line does not print is written with the names of its figures, and says what decided it", () => {
  expect(shownSteps(pricedResult())[1]).toMatchObject({
    text: "lesser of s1 ($21900.00) and total charges ($900000.00) = $21900.00",
    applied: false,
    decision: "s1 ($21900.00) is not greater than total charges ($900000.00)",
    paid: false,
  });
});

it.each([
  ["greater", true, "is greater than"],
  ["greater", false, "is not greater than"],
  ["less", true, "is less than"],
  ["less", false, "is not less than"],
  ["at_least", true, "is at least"],
  ["at_least", false, "is less than"],
  ["at_most", true, "is at most"],
  ["at_most", false, "is greater than"],
  ["equal", true, "equals"],
  ["equal", false, "does not equal"],
] as const)("%s with the outcome %s reads %s", (compare, outcome, words) => {
  const decision: ExplainedDecision = { compare, of: [{ ref: "i1" }, { ref: "i4" }], outcome };
  const result = pricedResult();
  const steps = result.steps.map((step) => ({ ...step, decision }));
  // A constant has no name: its digits stand for it.
  expect(shownSteps({ ...result, steps })[0]?.decision).toBe(`unit value (4.38) ${words} 1`);
});

it.each([
  [2, "dollars", "to cents"],
  [2, "factor", "to 2 decimals"],
  [1, "factor", "to 1 decimal"],
  [0, "units", "to a whole number"],
  [null, "dollars", "not rounded"],
] as const)("%s decimals of %s are told as %s", (decimals, unit, words) => {
  const result = pricedResult();
  const steps = result.steps.map((step) => ({ ...step, decimals, unit }));
  expect(shownSteps({ ...result, steps })[0]?.formula).toBe(`i1 x i2, ${words}`);
});

it("a remark has neither formula nor value", () => {
  const result = pricedResult();
  const [first] = result.steps;
  const remark = {
    ...first,
    expression: null,
    value: null,
    decimals: null,
    unit: null,
    text: "transfer_claim has no effect",
  };
  expect(shownSteps({ ...result, steps: [remark as never] })[0]).toMatchObject({
    text: "transfer_claim has no effect",
    formula: null,
    value: null,
  });
});

it("an amount below zero has its minus before the dollar sign", () => {
  const result = pricedResult();
  const steps = result.steps.map((step) => ({ ...step, value: "-12.50" }));
  expect(shownSteps({ ...result, steps })[0]?.value).toBe("-$12.50");
});
