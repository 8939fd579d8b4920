import type { Operator } from "./calculation.ts";

/* How operations are written between and before their arguments (infix notation). */

export const SIGNS: Readonly<Record<Operator, string>> = {
  add: " + ",
  subtract: " - ",
  multiply: " x ",
  divide: " / ",
  min: " and ",
  max: " and ",
};

export const LEADS: Partial<Record<Operator, string>> = { min: "lesser of ", max: "greater of " };

/**
 * Whether an operation among the arguments of another needs parentheses: a sum within a product, whatever is taken away or
 * divided by as a whole, and a choice, whose text has no end of its own.
 */
export function needsParentheses(inner: Operator, outer: Operator, place: number): boolean {
  if (inner === "min" || inner === "max") return true;
  if (outer === "divide" && place > 0) return true;
  const innerIsSum = inner === "add" || inner === "subtract";
  if (outer === "multiply" || outer === "divide") return innerIsSum || (place > 0 && inner === "divide");
  return outer === "subtract" && place > 0 && innerIsSum;
}
