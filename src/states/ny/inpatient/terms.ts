import { isZero } from "../../../core/money/arithmetic.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Figure, plus, type Term } from "../../../pricing/worksheet/calculation.ts";

/** The sum of the terms that apply; null stands for one that does not. */
export function sumOf(...terms: readonly (Figure<Money> | null)[]): Term {
  return plus(...terms.filter((term) => term !== null));
}

/** An add-on of zero is one that the hospital does not have. */
export function unlessZero(amount: Figure<Money> | null): Figure<Money> | null {
  return amount === null || isZero(amount.value) ? null : amount;
}
