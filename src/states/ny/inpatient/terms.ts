import { isZero, plus } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../../money/money.ts";
import type { Formula, Worksheet } from "../../../worksheet/worksheet.ts";

/** A part of a formula by its name; null when it does not apply. */
export type Term<Value extends Money | Factor = Money | Factor> = readonly [name: string, value: Value | null];

/** Writes the terms that apply as `name (value)`, joined by an operator. */
export function termsFormula(operator: "+" | "x", terms: readonly Term[]): Formula {
  const words: string[] = [];
  const operands: string[] = [];
  for (const [name, value] of terms) {
    if (value === null) continue;
    words.push(operands.length === 0 ? `${name} (` : `) ${operator} ${name} (`);
    operands.push(value.text);
  }
  words.push(")");
  return { words, operands };
}

/** The last step of a payment: the sum of the terms that apply. */
export function sumOfTerms(terms: readonly Term<Money>[], sheet: Worksheet): Money {
  let sum = ZERO_DOLLARS;
  for (const [, amount] of terms) {
    if (amount !== null) sum = plus(sum, amount);
  }
  return sheet.step(termsFormula("+", terms), sum);
}

/** An add-on of zero is one that the hospital does not have. */
export function unlessZero(amount: Money | null): Money | null {
  return amount === null || isZero(amount) ? null : amount;
}
