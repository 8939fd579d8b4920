import Big from "big.js";
import { Figure, Operation, type Operator, type Term } from "../../../src/pricing/worksheet/calculation.ts";

/* Exact fractions by way of big.js, which shares nothing with the program's own arithmetic. */

export interface Ratio {
  readonly over: Big;
  /** Above zero. */
  readonly under: Big;
}

export class DividedByZero extends Error {}

export function ratio(text: string): Ratio {
  return { over: new Big(text), under: new Big(1) };
}

/** Below, at or above zero. */
export function order(a: Ratio, b: Ratio): number {
  return a.over.times(b.under).cmp(b.over.times(a.under));
}

const OPERATIONS: Readonly<Record<Operator, (a: Ratio, b: Ratio) => Ratio>> = {
  add: (a, b) => ({ over: a.over.times(b.under).plus(b.over.times(a.under)), under: a.under.times(b.under) }),
  subtract: (a, b) => ({ over: a.over.times(b.under).minus(b.over.times(a.under)), under: a.under.times(b.under) }),
  multiply: (a, b) => ({ over: a.over.times(b.over), under: a.under.times(b.under) }),
  divide: (a, b) => {
    if (b.over.eq(0)) throw new DividedByZero();
    const sign = b.over.lt(0) ? -1 : 1;
    return { over: a.over.times(b.under).times(sign), under: a.under.times(b.over).times(sign) };
  },
  min: (a, b) => (order(b, a) < 0 ? b : a),
  max: (a, b) => (order(b, a) > 0 ? b : a),
};

export function computed(operator: Operator, values: readonly Ratio[]): Ratio {
  return values.reduce(OPERATIONS[operator]);
}

/** The value of a formula, from the digits of its figures. */
export function ratioOf(term: Term): Ratio {
  if (term instanceof Figure) return ratio(term.value.text);
  if (!(term instanceof Operation)) throw new Error("The formula lacks a value");
  return computed(term.operator, term.of.map(ratioOf));
}

/** Rounded half-up, a tie away from zero, with exactly so many decimals. */
export function roundedText({ over, under }: Ratio, decimals: number): string {
  const Rounding = Big();
  Rounding.DP = decimals;
  Rounding.RM = Big.roundHalfUp;
  const text = new Rounding(over).div(under).toFixed(decimals);
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
