import { expect, it } from "vitest";
import { priceDifference } from "../../../src/core/money/comparison.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { Money } from "../../../src/core/money/money.ts";

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
