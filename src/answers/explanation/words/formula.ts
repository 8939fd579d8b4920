import { LEADS, needsParentheses, SIGNS } from "../../../pricing/worksheet/line.ts";
import type { Expression } from "../explanation.ts";

/** An expression in one line; `leaf` says what stands for a reference: its name, or what it refers to. */
export function formulaText(expression: Expression, leaf: (id: string) => string): string {
  if ("ref" in expression) return leaf(expression.ref);
  const { op, of } = expression;
  const shown = of.map((argument, place) => {
    const text = formulaText(argument, leaf);
    return "op" in argument && needsParentheses(argument.op, op, place) ? `(${text})` : text;
  });
  return `${LEADS[op] ?? ""}${shown.join(SIGNS[op])}`;
}
