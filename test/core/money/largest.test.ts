import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Factor, factor } from "../../../src/core/money/factor.ts";
import { Largest } from "../../../src/core/money/largest.ts";
import { runs } from "../../support/property-runs.ts";

/** The amounts that a list keeps, in its order, each with its place of arrival. */
function kept(max: number, amounts: readonly string[]): readonly string[] {
  const largest = new Largest<string>(max);
  for (const [place, amount] of amounts.entries()) largest.add(factor(amount), () => `${place}: ${amount}`);
  return largest.items;
}

describe("the largest amounts", () => {
  it("are kept whatever their order and sign, one that is larger takes the last place", () => {
    expect(kept(2, ["1", "-5", "3"])).toEqual(["1: -5", "2: 3"]);
    expect(kept(2, ["5", "3", "1"])).toEqual(["0: 5", "1: 3"]);
    expect(kept(2, ["-0.02", "0.01", "0.03"])).toEqual(["2: 0.03", "0: -0.02"]);
  });

  it("of equal ones the earlier, which a later one does not replace", () => {
    expect(kept(2, ["2", "-2", "2.00"])).toEqual(["0: 2", "1: -2"]);
    expect(kept(3, ["1", "2", "-2", "1"])).toEqual(["1: 2", "2: -2", "0: 1"]);
  });

  it("are none of a list without places", () => {
    expect(kept(0, ["1", "2"])).toEqual([]);
  });

  it("are described only if they have a place when they arrive", () => {
    const described: Factor[] = [];
    const largest = new Largest<Factor>(1);
    for (const amount of ["2", "1", "2", "3"].map(factor)) {
      largest.add(amount, () => {
        described.push(amount);
        return amount;
      });
    }
    expect(described.map(({ text }) => text)).toEqual(["2", "3"]);
  });

  it("are the first of all when these are sorted", () => {
    const amounts = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.nat(6), amounts, (max, numbers) => {
        const sorted = [...numbers.entries()].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
        const first = sorted.slice(0, max).map(([place, number]) => `${place}: ${number}`);
        expect(kept(max, numbers.map(String))).toEqual(first);
      }),
      runs(),
    );
  });
});
