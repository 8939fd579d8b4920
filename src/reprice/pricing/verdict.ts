import { compare, isZero, product, size, ZERO } from "../../money/arithmetic.ts";
import { type Factor, factor } from "../../money/factor.ts";

/** What the amount paid for a line turned out to be. */
export type Verdict = "underpaid" | "overpaid" | "asExpected";

/** Differences up to this much are as expected: dollars, or percent of the expected amount. Plain text, as threads get it. */
export interface Tolerance {
  readonly figure: string;
  readonly of: "dollars" | "percent";
}

export const NO_TOLERANCE: Tolerance = { figure: "0", of: "dollars" };

const HUNDRED = factor("100");

/** Judges differences within a tolerance. One that is just as large as the tolerance is within it. */
export function judge({ figure, of }: Tolerance): (expected: Factor, difference: Factor) => Verdict {
  const allowed = factor(figure);
  const isWithin = (expected: Factor, difference: Factor) =>
    of === "dollars"
      ? compare(size(difference), allowed) <= 0
      : compare(product(size(difference), HUNDRED), product(size(expected), allowed)) <= 0;
  return (expected, difference) => {
    if (isZero(difference) || isWithin(expected, difference)) return "asExpected";
    return compare(difference, ZERO) > 0 ? "underpaid" : "overpaid";
  };
}

/** `$0.50`, or `1% of the expected amount`. */
export function toleranceText({ figure, of }: Tolerance): string {
  return of === "dollars" ? `$${figure}` : `${figure}% of the expected amount`;
}
