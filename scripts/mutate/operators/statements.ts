import type { Expression, SyntaxNode } from "../syntax.ts";
import type { Change } from "./operator.ts";

/** Calls and assignments that are left out; a loop that neither stops nor skips. */
export function* removal(node: SyntaxNode): Iterable<Change> {
  const isDone = node.type === "ExpressionStatement" && node.directive === null && !isParentCall(node.expression);
  const isJump = node.type === "ContinueStatement" || node.type === "BreakStatement";
  if (isDone || isJump) yield { node, replacement: ";", place: "statement" };
}

function isParentCall(expression: Expression): boolean {
  return expression.type === "CallExpression" && expression.callee.type === "Super";
}

/** Functions that find nothing: `null`, or a list without entries. */
export function* returns(node: SyntaxNode): Iterable<Change> {
  const value = returned(node);
  if (value === null || (value.type === "Literal" && value.value === null)) return;
  yield { node: value, replacement: value.type === "ArrayExpression" ? "[]" : "null" };
  if (value.type === "CallExpression") yield { node: value, replacement: "[]" };
}

function returned(node: SyntaxNode): Expression | null {
  if (node.type === "ReturnStatement") return node.argument;
  if (node.type !== "ArrowFunctionExpression" || node.body.type === "BlockStatement") return null;
  return node.body as Expression;
}
