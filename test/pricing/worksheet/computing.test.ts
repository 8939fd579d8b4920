import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import {
  constant,
  type Figure,
  greaterOf,
  lesserOf,
  minus,
  over,
  plus,
  type Term,
  times,
} from "../../../src/pricing/worksheet/calculation.ts";
import { fixed, inDollars, rounded, unrounded } from "../../../src/pricing/worksheet/computing.ts";
import { money } from "../../support/rules.ts";
import { figures } from "./random-terms.ts";
import { order, ratio } from "./ratio.ts";

const SECTION = "xx 1";
const figure = (text: string) => constant(SECTION, factor(text));
const dollars = (text: string) => constant(SECTION, money(text), "dollars");

it("dollars are rounded half-up to cents, once, and print both of them", () => {
  const { step, figure: result } = inDollars(SECTION, times(figure("4.38"), figure("5.49")), {});
  expect(step).toMatchObject({ section: SECTION, decimals: 2, unit: "dollars", applied: true, decision: null });
  expect(result.value.text).toBe("24.05"); // 24.0462
  expect(inDollars(SECTION, figure("0.1"), {}).figure.value.text).toBe("0.10");
  expect(inDollars(SECTION, minus(figure("0"), figure("0.125")), {}).figure.value.text).toBe("-0.13");
});

it("a result is a figure without a name that comes from its step", () => {
  const { step, figure: result } = inDollars(SECTION, dollars("24.05"), null);
  expect(result).toMatchObject({ source: step, unit: "dollars", name: null });
  expect(result.value).toBe(step.value);
});

it("a factor is printed without trailing zeros, or with exactly the decimals it is rounded to", () => {
  const half = over(figure("1.00"), figure("2"));
  expect(rounded(SECTION, half, 4, "factor", {}).figure.value.text).toBe("0.5");
  expect(fixed(SECTION, half, 4, "factor", {}).figure.value.text).toBe("0.5000");
  expect(rounded(SECTION, over(figure("5"), figure("2")), 0, "days", {}).figure.value.text).toBe("3");
  expect(fixed(SECTION, over(figure("8.06"), figure("27.10")), 4, "factor", {}).step).toMatchObject({
    decimals: 4,
    unit: "factor",
    value: { text: "0.2974" },
  });
});

describe("what nothing rounds", () => {
  const exact = (formula: Term) => unrounded(SECTION, formula, "factor", null).figure.value.text;

  it("keeps the published digits of the figure that it comes to", () => {
    const [half, more, dime] = [figure("0.50"), figure("0.7500"), dollars("0.1")];
    expect(exact(half)).toBe("0.50");
    expect(exact(lesserOf(half, more))).toBe("0.50");
    expect(exact(lesserOf(more, half))).toBe("0.50");
    expect(exact(greaterOf(half, more))).toBe("0.7500");
    expect(exact(lesserOf(dime, half))).toBe("0.10");
  });

  it("keeps those of the first of two that are equal", () => {
    expect(exact(lesserOf(figure("1.50"), figure("1.5")))).toBe("1.50");
    expect(exact(greaterOf(figure("1.5"), figure("1.50")))).toBe("1.5");
  });

  it("prints what is computed plainly, without trailing zeros", () => {
    expect(exact(minus(figure("1"), figure("0.20")))).toBe("0.8");
    expect(exact(plus(figure("0.75"), figure("0.25")))).toBe("1");
    expect(exact(times(figure("0.50"), figure("0.50")))).toBe("0.25");
    expect(exact(lesserOf(plus(figure("0.50"), figure("0")), figure("1")))).toBe("0.5");
  });

  it("is one of both figures of a choice, digit for digit, and the right one", () => {
    const chosen = (choice: (a: Figure, b: Figure) => Term, sign: number) =>
      fc.property(figures, figures, (a, b) => {
        const text = exact(choice(a, b));
        const isSecond = order(ratio(b.value.text), ratio(a.value.text)) * sign > 0;
        expect(text).toBe((isSecond ? b : a).value.text);
      });
    fc.assert(chosen(lesserOf, -1));
    fc.assert(chosen(greaterOf, 1));
  });

  it("is not rounded to anything, so a quotient has no such value", () => {
    expect(unrounded(SECTION, figure("1.50"), "dollars", {}).step).toMatchObject({ decimals: null, unit: "dollars" });
    expect(() => exact(over(figure("1"), figure("3")))).toThrow("A quotient has no exact decimal");
  });
});
