import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { asMoney, compare, difference, dollars, sum, withDecimals } from "../../../src/core/money/arithmetic.ts";
import {
  percentChange,
  percentShare,
  priceDifference,
  priceRatio,
  quantile,
} from "../../../src/core/money/comparison.ts";
import { derived, factor, parseFactor } from "../../../src/core/money/factor.ts";
import { impliedFactor } from "../../../src/core/money/implied-factor.ts";
import { dollarsForReaders, dollarText, Money } from "../../../src/core/money/money.ts";
import { runs } from "../../support/property-runs.ts";

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
      runs(),
    );
  });

  it("comparing and subtracting agree", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        expect(compare(factor(a), factor(b))).toBe(Big(a).cmp(b));
        expect(Big(difference(factor(a), factor(b)).text).eq(Big(a).minus(b))).toBe(true);
      }),
      runs(),
    );
  });
});

function priced(units: string, cents: number) {
  return { units: factor(units), amount: new Money(BigInt(cents)) };
}

describe("the factor that amounts imply", () => {
  it("comes to every amount to the cent: 2.4 x 10, 1.81 x 10", () => {
    const implied = impliedFactor([priced("2.4", 2400), priced("1.81", 1810)], 4);
    expect(implied).toMatchObject({ factor: { text: "10" }, reproduced: 2 });
  });

  it("has the fewest decimals that do: 11.33 x 37.23 = 421.8159, 13.59 x 37.23 = 505.9557", () => {
    const implied = impliedFactor([priced("11.33", 42182), priced("13.59", 50596)], 4);
    expect(implied).toMatchObject({ factor: { text: "37.23" }, reproduced: 2 });
  });

  it("is the one that most amounts agree on; the others are left unexplained", () => {
    // 20.98 x 3.82 = 80.1436 and 10 x 3.82 = 38.20; 7.48 x 3.82 = 28.5736, but 28.58 is printed.
    const implied = impliedFactor([priced("20.98", 8014), priced("10", 3820), priced("7.48", 2858)], 4);
    expect(implied).toMatchObject({ factor: { text: "3.82" }, reproduced: 2 });
  });

  it("gets a tie of half a cent right: 0.5 x 1.01 = 0.505 rounds up to 0.51, and 1.02 comes to 0.51 as well", () => {
    expect(impliedFactor([priced("0.5", 51), priced("100", 10100)], 2)?.factor.text).toBe("1.01");
    expect(impliedFactor([priced("0.5", 51), priced("100", 10200)], 2)?.factor.text).toBe("1.02");
    // 1.03 x 0.5 = 0.515 is 0.52 already.
    expect(impliedFactor([priced("0.5", 51), priced("100", 10300)], 2)?.reproduced).toBe(1);
  });

  it("is the middle one where several do equally well: 0.05 x 1.1 and x 1.2 are 0.06, and 1.2 is exactly", () => {
    expect(impliedFactor([priced("0.05", 6)], 4)?.factor.text).toBe("1.2");
    // An amount that no factor of one decimal comes to, 1.1491, moves nothing.
    expect(impliedFactor([priced("0.05", 6), priced("1000", 114910)], 1)?.factor.text).toBe("1.2");
  });

  it("is none where no factor of so few decimals comes to any amount", () => {
    expect(impliedFactor([priced("1000", 37234)], 2)).toBeNull();
    expect(impliedFactor([priced("1000", 37234)], 5)?.factor.text).toBe("0.37234");
    expect(impliedFactor([], 4)).toBeNull();
  });

  it("reproduces as many amounts as it says, and any amounts that come of one factor", () => {
    const units = fc.array(fc.bigInt(1n, 99_999n), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(units, fc.bigInt(1n, 20_000n), (counts, cents) => {
        const secret = derived(cents, 2);
        const cases = counts.map((count) => ({ units: derived(count, 2), amount: dollars(derived(count, 2), secret) }));
        const payable = cases.filter(({ amount }) => amount.cents > 0n);
        const implied = impliedFactor(payable, 2);
        if (payable.length === 0) return implied === null;
        const found = implied?.factor ?? factor("0");
        return payable.every((each) => dollars(each.units, found).cents === each.amount.cents);
      }),
      runs(),
    );
  });
});

describe("percent", () => {
  it.each([
    ["100", "110", "10.00"],
    ["4.52", "4.00", "-11.50"],
    ["3", "4", "33.33"],
    // 1 / 800 = 0.125 %: a tie goes away from zero.
    ["800", "801", "0.13"],
    ["800", "799", "-0.13"],
    ["0.5320", "0.532", "0.00"],
    ["10", "0", "-100.00"],
    ["-10", "-5", "50.00"],
  ])("from %s to %s is %s percent", (before, after, percent) => {
    expect(percentChange(factor(before), factor(after))).toBe(percent);
  });

  it("has no percentage from zero", () => {
    expect(percentChange(factor("0.00"), factor("5"))).toBeNull();
  });
});

describe("percentage of a count", () => {
  it.each([
    [0, 1, "0.0"],
    [1, 3, "33.3"],
    [2, 3, "66.7"],
    [1, 8, "12.5"],
    // 1 / 16 = 6.25 %: half-up.
    [1, 16, "6.3"],
    [7, 7, "100.0"],
  ])("%s of %s is %s percent, and there is none of nothing", (part, whole, percent) => {
    expect(percentShare(part, whole)).toBe(percent);
    expect(percentShare(part, 0)).toBeNull();
  });

  test.each([
    ["24.00", "24.00", "1.000"],
    ["1.00", "3.00", "0.333"],
    ["2.00", "3.000", "0.667"],
    ["0.00", "3.00", "0.000"],
    ["3.00", "0.000", null],
  ])("%s of %s is a multiple of %s", (price, of, ratio) => {
    expect(priceRatio(factor(price), factor(of), 3)).toBe(ratio);
  });
});

describe("quartiles", () => {
  // The expected values are those of QUARTILE.INC in a spreadsheet, rounded to cents.
  it.each([
    [["7.00"], ["7.00", "7.00", "7.00", "7.00", "7.00"]],
    [
      ["27.54", "43.03"],
      ["27.54", "31.41", "35.29", "39.16", "43.03"],
    ],
    [
      ["1", "2", "3", "4"],
      ["1.00", "1.75", "2.50", "3.25", "4.00"],
    ],
    [
      ["10", "20", "20", "25.5", "90"],
      ["10.00", "20.00", "20.00", "25.50", "90.00"],
    ],
    // Rates with more decimals keep them.
    [
      ["0.0842", "0.0844", "0.5"],
      ["0.0842", "0.0843", "0.0844", "0.2922", "0.50"],
    ],
  ])("of %s are %s", (amounts, quartiles) => {
    expect([0, 1, 2, 3, 4].map((quarters) => quantile(amounts.map(factor), quarters).text)).toEqual(quartiles);
  });
});

describe("price difference", () => {
  it.each([
    [new Money(2754n), new Money(2400n), "3.54"],
    [new Money(2400n), new Money(2754n), "-3.54"],
    [new Money(2754n), new Money(2754n), "0.00"],
    // A published rate keeps its digits, and so does the difference.
    [factor("0.4175"), new Money(41n), "0.0075"],
    [new Money(41n), factor("0.4175"), "-0.0075"],
    [factor("0.5"), factor("0.25"), "0.25"],
    [factor("1"), factor("3"), "-2.00"],
  ])("%s less %s is %s", (price, other, difference) => {
    expect(priceDifference(price, other)).toBe(difference);
  });
});

describe("published rate", () => {
  test.each([
    ["0.0842", "0.0842"],
    ["0.0042", "0.0042"],
    ["0.610000", "0.610000"],
    ["0.000", "0.000"],
    ["12.345", "12.345"],
  ])("a rate of %s, with more than two decimals, is printed digit for digit", (published, text) => {
    expect(dollarText(factor(published))).toBe(text);
  });

  test.each([
    ["76.15", "76.15"],
    ["76.1", "76.10"],
    ["76", "76.00"],
    ["0", "0.00"],
  ])("a rate of %s, with two decimals or fewer, is printed as %s", (published, text) => {
    expect(dollarText(factor(published))).toBe(text);
  });
});

test.each([
  ["0.00", "$0.00"],
  ["999.5", "$999.5"],
  ["1204.50", "$1,204.50"],
  ["-3", "-$3"],
  ["-1234567.0842", "-$1,234,567.0842"],
])("%s dollars are %s for readers", (amount, text) => {
  expect(dollarsForReaders(amount)).toBe(text);
});
