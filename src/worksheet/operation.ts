import { Figure, MissingFigure, Operation, type Term } from "./calculation.ts";

/* Formulas as rules write them: `times(rate, weight)`. */

export function times(...of: readonly Term[]): Term {
  return of.length === 1 ? (of[0] as Term) : new Operation("multiply", of);
}

export function plus(...of: readonly Term[]): Term {
  return of.length === 1 ? (of[0] as Term) : new Operation("add", of);
}

export function minus(first: Term, ...others: readonly Term[]): Operation {
  return new Operation("subtract", [first, ...others]);
}

export function over(dividend: Term, divisor: Term): Operation {
  return new Operation("divide", [dividend, divisor]);
}

export function lesserOf(first: Term, second: Term): Operation {
  return new Operation("min", [first, second]);
}

export function greaterOf(first: Term, second: Term): Operation {
  return new Operation("max", [first, second]);
}

/** Whether every value of the formula is known. */
export function isComplete(term: Term): boolean {
  if (term instanceof Figure) return true;
  return !(term instanceof MissingFigure) && term.of.every(isComplete);
}
