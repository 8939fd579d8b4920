import { expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import { type ComparisonOperator, constant, minus, over, plus } from "../../../src/pricing/worksheet/calculation.ts";
import { decide } from "../../../src/pricing/worksheet/computing.ts";
import { money } from "../../support/rules.ts";

const threshold = constant("xx 1", money("99000"), "dollars");
const loss = (text: string) => constant("xx 1", factor(text));

it("a comparison holds below, exactly at and above the value, or does not", () => {
  const outcomes = (compare: ComparisonOperator) =>
    ["98999.99", "99000", "99000.01"].map((text) => decide(loss(text), compare, threshold).outcome);
  expect(outcomes("greater")).toEqual([false, false, true]);
  expect(outcomes("at_least")).toEqual([false, true, true]);
  expect(outcomes("equal")).toEqual([false, true, false]);
  expect(outcomes("at_most")).toEqual([true, true, false]);
  expect(outcomes("less")).toEqual([true, false, false]);
});

it("keeps what was compared, so that an explanation can say it", () => {
  const first = loss("1");
  expect(decide(first, "less", threshold)).toEqual({ compare: "less", of: [first, threshold], outcome: true });
});

it("compares formulas by their exact values, the digits of their figures notwithstanding", () => {
  expect(decide(loss("1.50"), "equal", loss("1.5")).outcome).toBe(true);
  const third = over(loss("1"), loss("3"));
  expect(decide(plus(third, third, third), "equal", loss("1")).outcome).toBe(true);
  expect(decide(minus(loss("0.334"), third), "greater", loss("0")).outcome).toBe(true);
});
