import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import { plainText } from "../../../src/core/money/rounding.ts";
import {
  constant,
  greaterOf,
  lesserOf,
  MissingFigure,
  minus,
  over,
  plus,
  type Term,
  times,
} from "../../../src/pricing/worksheet/calculation.ts";
import { compareTerms, exactUnits, roundedUnits } from "../../../src/pricing/worksheet/computing.ts";
import { terms } from "./random-terms.ts";
import { DividedByZero, order, type Ratio, ratioOf, roundedText } from "./ratio.ts";

const figure = (text: string) => constant("xx 1", factor(text));

function rounded(term: Term, decimals: number): string {
  return plainText(roundedUnits(term, decimals), decimals);
}

/** The value by the other arithmetic; null where something is divided by zero. */
function otherwise(term: Term): Ratio | null {
  try {
    return ratioOf(term);
  } catch (error) {
    if (error instanceof DividedByZero) return null;
    throw error;
  }
}

it("every formula, rounded at every scale, is what another arithmetic says", () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 0, max: 12 }), (term, decimals) => {
      const value = otherwise(term);
      if (value === null) expect(() => rounded(term, decimals)).toThrow("divides by zero");
      else expect(rounded(term, decimals)).toBe(roundedText(value, decimals));
    }),
    { numRuns: 2000 },
  );
});

it("formulas are compared exactly, never by rounded values", () => {
  fc.assert(
    fc.property(terms, terms, (a, b) => {
      const [left, right] = [otherwise(a), otherwise(b)];
      if (left !== null && right !== null) expect(compareTerms(a, b)).toBe(order(left, right));
    }),
    { numRuns: 1000 },
  );
  const third = over(figure("1"), figure("3"));
  expect(compareTerms(third, figure("0.3333333333333333333333333"))).toBe(1);
  expect(compareTerms(third, figure("0.3333333333333333333333334"))).toBe(-1);
  expect(compareTerms(times(third, figure("3")), figure("1.000"))).toBe(0);
});

describe("rounding", () => {
  it("is half-up, a tie going away from zero on both sides", () => {
    const cents = (text: string) => rounded(figure(text), 2);
    expect(["1.004", "1.005", "1.0049999", "1.006"].map(cents)).toEqual(["1.00", "1.01", "1.00", "1.01"]);
    expect(["-1.004", "-1.005", "-1.0049999", "-0.004"].map(cents)).toEqual(["-1.00", "-1.01", "-1.00", "0.00"]);
  });

  it("happens once, at the end of the formula", () => {
    // 0.333 x 0.333 x 3 = 0.332667; two roundings on the way would give 0.3333 or 0.33 x ...
    expect(rounded(times(figure("0.333"), figure("0.333"), figure("3")), 4)).toBe("0.3327");
    expect(rounded(times(over(figure("10.00"), figure("3")), figure("3")), 2)).toBe("10.00");
    expect(rounded(over(times(figure("10158.04"), plus(figure("2"), figure("1"))), figure("5.87")), 2)).toBe("5191.50");
  });

  it("fills up with zeros where there are fewer decimals", () => {
    expect(rounded(figure("7"), 3)).toBe("7.000");
    expect(rounded(over(figure("1"), figure("8")), 5)).toBe("0.12500");
  });

  it("of a quotient by something negative keeps the sign", () => {
    expect(rounded(over(figure("1"), figure("-8")), 2)).toBe("-0.13"); // -0.125, a tie
    expect(rounded(over(figure("-1"), figure("-8")), 2)).toBe("0.13");
  });
});

describe("the exact value", () => {
  it("keeps every digit of sums and products", () => {
    expect(exactUnits(times(figure("0.10"), figure("0.050")))).toEqual({ units: 500n, scale: 5 });
    expect(exactUnits(minus(figure("1"), figure("0.20")))).toEqual({ units: 80n, scale: 2 });
    expect(exactUnits(greaterOf(figure("1"), figure("1.50")))).toEqual({ units: 150n, scale: 2 });
  });

  it("is the first of two that are equal, so that its digits are kept", () => {
    expect(exactUnits(lesserOf(figure("1.50"), figure("1.5")))).toEqual({ units: 150n, scale: 2 });
    expect(exactUnits(greaterOf(figure("1.5"), figure("1.50")))).toEqual({ units: 15n, scale: 1 });
  });

  it("is not to be had of a quotient, nor of a formula that lacks a value", () => {
    expect(() => exactUnits(over(figure("1"), figure("3")))).toThrow("say to how many decimals");
    const lacking = plus(figure("6"), new MissingFigure("time units", "anesthesia_minutes not supplied"));
    expect(() => exactUnits(lacking)).toThrow("lacks its time units: anesthesia_minutes not supplied");
    expect(() => roundedUnits(lacking, 2)).toThrow("lacks its time units");
  });
});
