import type { SyntaxNode } from "../syntax.ts";
import { type Change, type Surroundings, textOf } from "./operator.ts";

const OTHERS: ReadonlyMap<string, string> = new Map([
  ["&&", "||"],
  ["||", "&&"],
]);

/** `&&` and `||` for each other, one side alone of both and of `??`, a `!` dropped. */
export function* logic(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (node.type === "LogicalExpression") {
    const { left, right, operator } = node;
    yield { node, replacement: textOf(around, left) };
    yield { node, replacement: textOf(around, right) };
    const other = OTHERS.get(operator);
    if (other !== undefined) {
      // The sides in parentheses: the other operator may bind less than those inside of them.
      yield { node, replacement: `(${textOf(around, left)}) ${other} (${textOf(around, right)})` };
    }
  }
  if (node.type === "UnaryExpression" && node.operator === "!") {
    yield { node, replacement: textOf(around, node.argument) };
  }
}

/** Conditions that always or never hold, branches of a ternary swapped. */
export function* conditions(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
    yield { node: node.test, replacement: "true" };
    yield { node: node.test, replacement: "false" };
  }
  if (node.type === "WhileStatement") yield { node: node.test, replacement: "false" };
  if (node.type === "ConditionalExpression") {
    const [test, yes, no] = [node.test, node.consequent, node.alternate].map((part) => textOf(around, part));
    yield { node, replacement: `${test} ? (${no}) : (${yes})` };
  }
}

/** An optional chain that finds nothing. */
export function* chains(node: SyntaxNode): Iterable<Change> {
  if (node.type === "ChainExpression") yield { node, replacement: "undefined" };
}
