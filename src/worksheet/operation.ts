import { Figure, MissingFigure } from "./figure.ts";

export type Operator = "add" | "subtract" | "multiply" | "divide" | "min" | "max";

/** One operation of a formula on its arguments, left to right. */
export class Operation {
  readonly operator: Operator;
  readonly of: readonly Term[];

  constructor(operator: Operator, of: readonly Term[]) {
    this.operator = operator;
    this.of = of;
  }
}

/** What formulas are made of. It is computed, printed and explained: there is no second copy of it. */
export type Term = Figure | Operation | MissingFigure;

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
