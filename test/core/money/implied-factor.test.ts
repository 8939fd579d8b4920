import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars } from "../../../src/core/money/arithmetic.ts";
import { derived, factor } from "../../../src/core/money/factor.ts";
import { impliedFactor } from "../../../src/core/money/implied-factor.ts";
import { Money } from "../../../src/core/money/money.ts";

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
    );
  });
});
