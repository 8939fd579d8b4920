import { compareTerms } from "./exact-value.ts";
import type { Term } from "./operation.ts";

export type Comparison = "greater" | "less" | "at_least" | "at_most" | "equal";

/** A comparison of two values that decided how the calculation goes on. */
export interface Decision {
  readonly compare: Comparison;
  readonly of: readonly [Term, Term];
  readonly outcome: boolean;
}

const HOLDS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  greater: (order) => order > 0,
  less: (order) => order < 0,
  at_least: (order) => order >= 0,
  at_most: (order) => order <= 0,
  equal: (order) => order === 0,
};

export function decide(first: Term, compare: Comparison, second: Term): Decision {
  return { compare, of: [first, second], outcome: HOLDS[compare](compareTerms(first, second)) };
}
