import type { SyntaxNode } from "../syntax.ts";
import { type Change, operatorBetween, type Surroundings, textOf, withOther } from "./operator.ts";

const OTHERS: Readonly<Record<string, string>> = {
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
  "*=": "/=",
  "/=": "*=",
  "++": "--",
  "--": "++",
};

/** Operators of numbers for each other; a sign dropped. */
export function* arithmetic(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (node.type === "BinaryExpression" || node.type === "AssignmentExpression") {
    const other = OTHERS[node.operator];
    if (other !== undefined && !isText(node.right) && !isText(node.left)) {
      const between = operatorBetween(around, node.left, node.right, node.operator);
      yield { node, replacement: withOther(around, node, between, other) };
    }
  }
  if (node.type === "UpdateExpression") {
    const argument = textOf(around, node.argument);
    const other = OTHERS[node.operator] as string;
    yield { node, replacement: node.prefix ? other + argument : argument + other };
  }
  if (node.type === "UnaryExpression" && node.operator === "-") {
    yield { node, replacement: textOf(around, node.argument) };
  }
}

/** Texts are joined by the sign that adds numbers. */
function isText({ type, ...node }: { readonly type: string; readonly value?: unknown }): boolean {
  return type === "TemplateLiteral" || (type === "Literal" && typeof node.value === "string");
}
