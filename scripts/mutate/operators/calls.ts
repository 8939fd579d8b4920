import type { SyntaxNode } from "../syntax.ts";
import { type Change, type Surroundings, textOf, withOther } from "./operator.ts";

/** Methods that differ in what they look for, where they begin or which way they round. */
const OTHERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: "every",
    every: "some",
    find: "findLast",
    findLast: "find",
    startsWith: "endsWith",
    endsWith: "startsWith",
    padStart: "padEnd",
    min: "max",
    max: "min",
    floor: "ceil",
    ceil: "floor",
    round: "floor",
    trunc: "ceil",
  }),
);

/** Methods that give back what they were called on, less or in another order. */
const DROPPED = new Set([
  ...["filter", "sort", "toSorted", "reverse", "toReversed", "slice"],
  ...["trim", "toUpperCase", "toLowerCase", "padStart", "padEnd", "replace", "replaceAll"],
]);

/** Methods of lists, texts and `Math` for each other, or not called at all. */
export function* methods(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression" || node.callee.computed) return;
  const { object, property } = node.callee;
  const name = textOf(around, property);
  const other = OTHERS.get(name);
  if (other !== undefined) yield { node, replacement: withOther(around, node, property, other) };
  if (DROPPED.has(name) && !node.callee.optional) yield { node, replacement: textOf(around, object) };
}

/** The operations of formulas (src/pricing/worksheet/calculation.ts), and our own arithmetic: which stands for which. */
const MONEY: ReadonlyMap<string, string> = new Map(
  Object.entries({
    plus: "minus",
    minus: "plus",
    sum: "difference",
    difference: "sum",
    times: "over",
    over: "times",
    lesserOf: "greaterOf",
    greaterOf: "lesserOf",
  }),
);
const QUESTION = "isZero";

/** Operations on money for each other, or one of the amounts alone; questions about amounts denied. */
export function* money(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return;
  const { name } = node.callee;
  if (name === QUESTION) yield { node, replacement: `!${textOf(around, node)}` };
  const other = MONEY.get(name);
  if (other === undefined) return;
  yield { node, replacement: withOther(around, node, node.callee, other) };
  for (const argument of node.arguments.slice(0, 2)) {
    if (argument.type !== "SpreadElement") yield { node, replacement: textOf(around, argument) };
  }
}
