import { compare } from "../../core/money/arithmetic.ts";
import { quantile } from "../../core/money/comparison.ts";
import type { Factor } from "../../core/money/factor.ts";

/** How some amounts are spread. */
interface Spread {
  readonly minimum: Factor;
  readonly lowerQuartile: Factor;
  readonly median: Factor;
  readonly upperQuartile: Factor;
  readonly maximum: Factor;
}

/** The spread of amounts, at least one, in ascending order. */
export function spreadOf(ascending: readonly Factor[]): Spread {
  const at = (quarters: number) => quantile(ascending, quarters);
  return { minimum: at(0), lowerQuartile: at(1), median: at(2), upperQuartile: at(3), maximum: at(4) };
}

/** Amounts in ascending order. */
export function ascendingOf(amounts: readonly Factor[]): readonly Factor[] {
  return [...amounts].sort(compare);
}
