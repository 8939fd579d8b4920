import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asMoney, compare, difference, dollars, sum, withDecimals } from "../../../src/core/money/arithmetic.ts";
import { factor, parseFactor } from "../../../src/core/money/factor.ts";
import { Money } from "../../../src/core/money/money.ts";

describe("money", () => {
  it("rounds each product once, half-up to cents", () => {
    expect(dollars(factor("4.38"), factor("5.49")).text).toBe("24.05"); // 24.0462
    expect(dollars(factor("24.05"), factor("0.8")).text).toBe("19.24");
    expect(dollars(factor("0.10"), factor("0.05")).text).toBe("0.01"); // 0.005 is a tie
    expect(dollars(factor("0.10"), factor("0.049")).text).toBe("0.00"); // 0.0049
    // Not rounded between the factors: 0.332667.
    expect(dollars(factor("0.333"), factor("0.333"), factor("3")).text).toBe("0.33");
  });

  it("rounds a tie away from zero on both sides", () => {
    expect(asMoney(factor("1.005")).text).toBe("1.01");
    expect(asMoney(factor("-1.005")).text).toBe("-1.01");
    expect(withDecimals(factor("-0.00125"), 4).text).toBe("-0.0013");
  });

  it("prints exactly two decimals, with a dollar sign only in text", () => {
    expect(new Money(5n).text).toBe("0.05");
    expect(new Money(-123456n).text).toBe("-1234.56");
    expect(String(new Money(100000n))).toBe("$1000.00");
  });
});

describe("factors", () => {
  it("keep the digits they were published with", () => {
    expect(factor("0.5320").text).toBe("0.5320");
    expect(factor("0.5320").number).toBe(0.532);
    expect(factor("007.10").text).toBe("007.10");
  });

  it("print plainly and without trailing zeros when derived", () => {
    expect(sum(factor("0.75"), factor("0.25")).text).toBe("1");
    expect(difference(factor("6"), factor("6.0")).text).toBe("0");
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

  it("comparing and subtracting agree", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        expect(compare(factor(a), factor(b))).toBe(Big(a).cmp(b));
        expect(Big(difference(factor(a), factor(b)).text).eq(Big(a).minus(b))).toBe(true);
      }),
    );
  });
});
