import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import {
  constant,
  greaterOf,
  lesserOf,
  MissingFigure,
  minus,
  over,
  plus,
  type Step,
  type Term,
  times,
  type Wording,
  words,
} from "../../../src/pricing/worksheet/calculation.ts";
import { fixed, inDollars, rounded } from "../../../src/pricing/worksheet/computing.ts";
import { type Notation, stepText, termText } from "../../../src/pricing/worksheet/line.ts";
import { runs } from "../../support/property-runs.ts";
import { money } from "../../support/rules.ts";
import { terms } from "./random-terms.ts";
import { DividedByZero, order, ratioOf } from "./ratio.ts";
import { valueOfText } from "./text-value.ts";

const EVERYWHERE: Notation = { dollarSignInParentheses: true };
const OUTSIDE: Notation = { dollarSignInParentheses: false };

const figure = (text: string) => constant("xx 1", factor(text));
const dollars = (text: string) => constant("xx 1", money(text), "dollars");
const text = (term: Term, notation = EVERYWHERE) => termText(term, notation);

const [a, b, c, d] = [figure("1"), figure("2"), figure("3"), figure("4")];

it("what the text says comes to the value of the expression, whatever the expression is", () => {
  fc.assert(
    fc.property(terms, fc.constantFrom(EVERYWHERE, OUTSIDE), (term, notation) => {
      const printed = termText(term, notation);
      try {
        const value = ratioOf(term);
        expect(order(valueOfText(printed), value), printed).toBe(0);
      } catch (error) {
        if (!(error instanceof DividedByZero)) throw error;
        expect(() => valueOfText(printed), printed).toThrow(DividedByZero);
      }
    }),
    runs(3000),
  );
});

describe("parentheses", () => {
  it("stand around a sum within a product, and nowhere else where nothing is taken away", () => {
    expect(text(times(plus(a, b), c))).toBe("(1 + 2) x 3");
    expect(text(times(a, minus(b, c)))).toBe("1 x (2 - 3)");
    expect(text(over(plus(a, b), c))).toBe("(1 + 2) / 3");
    expect(text(plus(times(a, b), over(c, d)))).toBe("1 x 2 + 3 / 4");
    expect(text(plus(a, minus(b, c)))).toBe("1 + 2 - 3");
    expect(text(times(a, times(b, c)))).toBe("1 x 2 x 3");
    expect(text(over(times(a, b), c))).toBe("1 x 2 / 3");
  });

  it("stand around what is taken away or divided by as a whole", () => {
    expect(text(minus(a, plus(b, c)))).toBe("1 - (2 + 3)");
    expect(text(minus(a, minus(b, c), d))).toBe("1 - (2 - 3) - 4");
    expect(text(minus(plus(a, b), c))).toBe("1 + 2 - 3");
    expect(text(minus(a, times(b, c)))).toBe("1 - 2 x 3");
    expect(text(over(a, times(b, c)))).toBe("1 / (2 x 3)");
    expect(text(over(a, over(b, c)))).toBe("1 / (2 / 3)");
    expect(text(over(over(a, b), c))).toBe("1 / 2 / 3");
    expect(text(times(a, over(b, c)))).toBe("1 x (2 / 3)");
  });

  it("stand around a choice within anything, and around nothing within a choice", () => {
    expect(text(lesserOf(plus(a, b), times(c, d)))).toBe("lesser of 1 + 2 and 3 x 4");
    expect(text(times(lesserOf(a, b), c))).toBe("(lesser of 1 and 2) x 3");
    expect(text(minus(a, greaterOf(b, c)))).toBe("1 - (greater of 2 and 3)");
    expect(text(greaterOf(a, lesserOf(b, c)))).toBe("greater of 1 and (lesser of 2 and 3)");
  });
});

describe("figures", () => {
  it("print their published digits, in parentheses behind their name", () => {
    expect(text(figure("5.490").called("conversion factor"))).toBe("conversion factor (5.490)");
    expect(text(figure("5.490"))).toBe("5.490");
    expect(text(figure("1.2").called("max adjustor", ", service"))).toBe("max adjustor (1.2, service)");
  });

  it("have their dollar sign outside parentheses, and in them where the state's page writes it there", () => {
    const named = dollars("2736.3").called("base payment", ", full");
    expect([text(dollars("24.05")), text(dollars("24.05"), OUTSIDE)]).toEqual(["$24.05", "$24.05"]);
    expect([text(named), text(named, OUTSIDE)]).toEqual([
      "base payment ($2736.30, full)",
      "base payment (2736.30, full)",
    ]);
  });

  it("that nobody gave say so in place of their value", () => {
    const missing = new MissingFigure("time units", "anesthesia_minutes not supplied");
    expect(text(times(plus(a, missing), b))).toBe("(1 + time units (anesthesia_minutes not supplied)) x 2");
  });
});

describe("the line of a step", () => {
  const product = (wording: Wording | null) => inDollars("xx 1", times(figure("4.38"), figure("5.49")), wording).step;
  const line = (step: Step, notation = EVERYWHERE) => stepText(step, notation);

  it("is the formula and its result, with what stands around it", () => {
    expect(line(product({}))).toBe("4.38 x 5.49 = $24.05");
    expect(line(product({ lead: "outlier: ", trail: " for 99213" }))).toBe("outlier: 4.38 x 5.49 for 99213 = $24.05");
    expect(line(product({ lead: words`rate ${figure("7").called("no")}: ` }))).toBe(
      "rate no (7): 4.38 x 5.49 = $24.05",
    );
    expect(line(product({ shown: words`unit value x factor of ${a}` }))).toBe("unit value x factor of 1 = $24.05");
  });

  it("names the result where the page does", () => {
    expect(line(product({ resultLabel: "per diem" }), OUTSIDE)).toBe("4.38 x 5.49 = per diem $24.05");
    expect(line(product({ resultName: "base payment" }))).toBe("4.38 x 5.49 = base payment ($24.05)");
    expect(line(product({ resultName: "base payment" }), OUTSIDE)).toBe("4.38 x 5.49 = base payment (24.05)");
  });

  it("has a dollar sign for dollars alone, and the decimals that the step was printed with", () => {
    expect(line(rounded("xx 1", over(a, d), 4, "factor", {}).step)).toBe("1 / 4 = 0.25");
    expect(line(fixed("xx 1", over(a, d), 4, "factor", {}).step)).toBe("1 / 4 = 0.2500");
  });

  it("ends with the remark", () => {
    const step = product({});
    step.remark = words`not applied: below ${dollars("30").called("threshold")}`;
    expect(line(step)).toBe("4.38 x 5.49 = $24.05, not applied: below threshold ($30.00)");
  });

  it("is nothing where the method does not print the step", () => {
    expect(line(product(null))).toBeNull();
  });
});
