import type { ComparisonOperator, Decision, Term } from "./calculation.ts";
import { compareTerms } from "./exact-value.ts";

const HOLDS: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  greater: (order) => order > 0,
  less: (order) => order < 0,
  at_least: (order) => order >= 0,
  at_most: (order) => order <= 0,
  equal: (order) => order === 0,
};

export function decide(first: Term, compare: ComparisonOperator, second: Term): Decision {
  return { compare, of: [first, second], outcome: HOLDS[compare](compareTerms(first, second)) };
}
