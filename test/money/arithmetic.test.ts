import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asMoney,
  ceilingOfQuotient,
  compare,
  complement,
  difference,
  dollars,
  lesser,
  minus,
  nearestWhole,
  over,
  plus,
  product,
  quotient,
  rounded,
  smaller,
  sum,
  times,
  timesOver,
} from "../../src/money/arithmetic.ts";
import { factor, parseFactor } from "../../src/money/factor.ts";
import { Money } from "../../src/money/money.ts";

const money = (text: string) => asMoney(factor(text));

describe("money", () => {
  it("rounds each product once, half-up to cents", () => {
    expect(dollars(factor("4.38"), factor("5.49")).text).toBe("24.05"); // 24.0462
    expect(times(money("24.05"), factor("0.8")).text).toBe("19.24");
    expect(times(money("0.10"), factor("0.05")).text).toBe("0.01"); // 0.005 is a tie
    expect(times(money("0.10"), factor("0.049")).text).toBe("0.00"); // 0.0049
  });

  it("rounds a tie away from zero on both sides", () => {
    expect(asMoney(factor("1.005")).text).toBe("1.01");
    expect(asMoney(factor("-1.005")).text).toBe("-1.01");
    expect(over(money("-0.01"), factor("2")).text).toBe("-0.01");
  });

  it("does not round between the factors of one product", () => {
    // 0.333 x 0.333 x 3 = 0.332667; rounding in between would give 0.33 x ...
    expect(times(money("1.00"), factor("0.333"), factor("0.333"), factor("3")).text).toBe("0.33");
    expect(timesOver(money("10158.04"), factor("3"), factor("5.87")).text).toBe("5191.50");
  });

  it("prints exactly two decimals, with a dollar sign only in text", () => {
    expect(new Money(5n).text).toBe("0.05");
    expect(new Money(-123456n).text).toBe("-1234.56");
    expect(String(new Money(100000n))).toBe("$1000.00");
  });

  it("adds, subtracts and compares without rounding", () => {
    expect(plus(money("0.10"), money("0.20")).text).toBe("0.30");
    expect(minus(money("1.00"), money("1.01")).text).toBe("-0.01");
    expect(lesser(money("2.00"), money("1.99")).text).toBe("1.99");
  });
});

describe("factors", () => {
  it("keep the digits they were published with", () => {
    expect(factor("0.5320").text).toBe("0.5320");
    expect(factor("0.5320").number).toBe(0.532);
    expect(factor("007.10").text).toBe("007.10");
  });

  it("print plainly and without trailing zeros when derived", () => {
    expect(complement(factor("0.20")).text).toBe("0.8");
    expect(product(factor("0.50"), factor("0.50")).text).toBe("0.25");
    expect(sum(factor("0.75"), factor("0.25")).text).toBe("1");
    expect(difference(factor("6"), factor("6.0")).text).toBe("0");
  });

  it("round quotients to exactly four decimals and weights to at most four", () => {
    expect(quotient(factor("8.06"), factor("27.10")).text).toBe("0.2974");
    expect(quotient(factor("1"), factor("2")).text).toBe("0.5000");
    expect(rounded(product(factor("3.4821"), factor("1.75")), 4).text).toBe("6.0937"); // 6.093675
  });

  it("keep the first one's digits when the smaller of two is a tie", () => {
    expect(smaller(factor("1.0"), factor("1")).text).toBe("1.0");
    expect(smaller(factor("2"), factor("1.5")).text).toBe("1.5");
  });

  it("count any part of a unit as one", () => {
    expect([0, 1, 15, 16, 95].map((minutes) => ceilingOfQuotient(minutes, factor("15")))).toEqual([0, 1, 1, 2, 7]);
    expect(ceilingOfQuotient(30, factor("15.0"))).toBe(2);
  });

  it("round to whole days half-up", () => {
    expect(["2.49", "2.50", "0.05", "21.46"].map((days) => nearestWhole(factor(days)))).toEqual([2, 3, 0, 21]);
  });

  it("are read from plain decimal notation only", () => {
    for (const text of ["", "1e5", "$1", "1,000", ".5", "5.", "+1", "0x10", " 1", "1 ", "٣", "9".repeat(401)]) {
      expect(parseFactor(text)).toBeNull();
    }
  });
});

const decimalText = fc
  .tuple(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => Big(units.toString()).div(Big(10).pow(scale)).toFixed(scale));

describe("against big.js", () => {
  const HALF_UP = 1;

  it("every product agrees to the cent", () => {
    fc.assert(
      fc.property(decimalText, fc.array(decimalText, { minLength: 1, maxLength: 4 }), (start, factors) => {
        const expected = factors.reduce((amount, each) => amount.times(each), Big(start)).round(2, HALF_UP);
        expect(dollars(factor(start), ...factors.map(factor)).text).toBe(expected.toFixed(2));
      }),
    );
  });

  it("every quotient of money agrees to the cent", () => {
    const cents = fc.bigInt(-(10n ** 12n), 10n ** 12n);
    fc.assert(
      fc.property(cents, decimalText, decimalText, (amount, by, divisor) => {
        fc.pre(Number(divisor) !== 0);
        // The oracle divides with 40 decimals, far more than a tie at the third could hide in.
        Big.DP = 40;
        const expected = Big(amount.toString()).div(100).times(by).div(divisor);
        const text = timesOver(new Money(amount), factor(by), factor(divisor)).text;
        expect(Big(text).eq(expected.round(2, HALF_UP))).toBe(true);
      }),
    );
  });

  it("comparing and subtracting agree", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        expect(compare(factor(a), factor(b))).toBe(Big(a).cmp(b));
        expect(Big(difference(factor(a), factor(b)).text).eq(Big(a).minus(b))).toBe(true);
      }),
    );
  });

  it("money never drifts: adding and taking away gives back the same cents", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(-(10n ** 10n), 10n ** 10n)), (amounts) => {
        const all = amounts.map((cents) => new Money(cents));
        const total = all.reduce(plus, new Money(0n));
        expect(all.reduce(minus, total).cents).toBe(0n);
      }),
    );
  });
});
