import type { Operator } from "../../worksheet/operation.ts";
import type { Expression } from "../explanation.ts";

const SIGNS: Readonly<Record<Operator, string>> = {
  add: " + ",
  subtract: " - ",
  multiply: " x ",
  divide: " / ",
  min: " and ",
  max: " and ",
};

const LEADS: Partial<Record<Operator, string>> = { min: "lesser of ", max: "greater of " };

/** An expression in one line; `leaf` says what stands for a reference: its name, or what it refers to. */
export function formulaText(expression: Expression, leaf: (id: string) => string): string {
  if ("ref" in expression) return leaf(expression.ref);
  const { op, of } = expression;
  const shown = of.map((argument, place) => {
    const text = formulaText(argument, leaf);
    return needsParentheses(argument, op, place) ? `(${text})` : text;
  });
  return `${LEADS[op] ?? ""}${shown.join(SIGNS[op])}`;
}

/** Whether a reader who goes from left to right would otherwise compute something else. */
function needsParentheses(argument: Expression, outer: Operator, place: number): boolean {
  if ("ref" in argument || outer === "min" || outer === "max") return false;
  const inner = argument.op;
  if (inner === "min" || inner === "max") return true;
  const innerIsSum = inner === "add" || inner === "subtract";
  if (outer === "add") return false;
  if (outer === "subtract") return place > 0 && innerIsSum;
  if (innerIsSum) return true;
  return place > 0 && (outer === "divide" || inner === "divide");
}
