import type { SyntaxNode } from "../syntax.ts";
import { type Change, operatorBetween, type Surroundings, textOf, withOther } from "./operator.ts";

/** A comparison on the other side of its boundary, and the opposite comparison. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
};

/** Comparisons moved over their boundary or turned round; `in` and `instanceof` denied. */
export function* comparison(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (node.type !== "BinaryExpression") return;
  const { left, right, operator } = node;
  for (const other of OTHERS[operator] ?? []) {
    yield { node, replacement: withOther(around, node, operatorBetween(around, left, right, operator), other) };
  }
  if (operator === "in" || operator === "instanceof") yield { node, replacement: `!(${textOf(around, node)})` };
}
