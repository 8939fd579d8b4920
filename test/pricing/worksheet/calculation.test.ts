import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factor, whole } from "../../../src/core/money/factor.ts";
import { plainText } from "../../../src/core/money/rounding.ts";
import {
  begunUnits,
  type ComparisonOperator,
  constant,
  type Figure,
  greaterOf,
  lesserOf,
  MissingFigure,
  minus,
  over,
  plus,
  type Term,
  times,
  words,
} from "../../../src/pricing/worksheet/calculation.ts";
import {
  compareTerms,
  decide,
  exactUnits,
  fixed,
  inDollars,
  rounded,
  roundedUnits,
  unrounded,
} from "../../../src/pricing/worksheet/computing.ts";
import { wordsText } from "../../../src/pricing/worksheet/line.ts";
import { runs } from "../../support/property-runs.ts";
import { money } from "../../support/rules.ts";
import { figures, terms } from "./random-terms.ts";
import { DividedByZero, order, type Ratio, ratio, ratioOf, roundedText } from "./ratio.ts";

describe("exact value", () => {
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
      runs(2000),
    );
  });

  it("formulas are compared exactly, never by rounded values", () => {
    fc.assert(
      fc.property(terms, terms, (a, b) => {
        const [left, right] = [otherwise(a), otherwise(b)];
        if (left !== null && right !== null) expect(compareTerms(a, b)).toBe(order(left, right));
      }),
      runs(1000),
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
      expect(rounded(over(times(figure("10158.04"), plus(figure("2"), figure("1"))), figure("5.87")), 2)).toBe(
        "5191.50",
      );
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
});

describe("computing", () => {
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
      fc.assert(chosen(lesserOf, -1), runs());
      fc.assert(chosen(greaterOf, 1), runs());
    });

    it("is not rounded to anything, so a quotient has no such value", () => {
      expect(unrounded(SECTION, figure("1.50"), "dollars", {}).step).toMatchObject({ decimals: null, unit: "dollars" });
      expect(() => exact(over(figure("1"), figure("3")))).toThrow("A quotient has no exact decimal");
    });
  });
});

describe("decision", () => {
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
});

describe("begun units", () => {
  const SECTION = "xx 1";

  it("any part of a unit counts as one, for all minutes and all lengths of a unit", () => {
    const wrong: string[] = [];
    for (let minutes = 0; minutes <= 200; minutes += 1) {
      const sent = constant(SECTION, whole(minutes), "units");
      for (let perUnit = 1; perUnit <= 60; perUnit += 1) {
        const units = roundedUnits(begunUnits(SECTION, sent, constant(SECTION, whole(perUnit))), 0);
        if (units !== BigInt(Math.ceil(minutes / perUnit))) wrong.push(`${minutes} / ${perUnit} is not ${units}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("words", () => {
  const NOTATION = { dollarSignInParentheses: true };
  const TWO = constant("xx 1", factor("2"));

  it("texts between words are words, values stay values", () => {
    const said = words`note: ${"271"} has ${TWO} units, ${"0"}${TWO}${"!"}`;
    expect(said.terms).toEqual([TWO, TWO]);
    expect(wordsText(said, NOTATION)).toBe("note: 271 has 2 units, 02!");
  });

  it("words alone are the line", () => {
    expect(wordsText(words`no capital add-on is published`, NOTATION)).toBe("no capital add-on is published");
  });
});
