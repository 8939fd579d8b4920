import type { SyntaxNode } from "../syntax.ts";
import { type Change, type Surroundings, textOf } from "./operator.ts";

/** Numbers one more and one less, `true` for `false`. */
export function* values(node: SyntaxNode): Iterable<Change> {
  if (node.type !== "Literal") return;
  if (typeof node.value === "boolean") yield { node, replacement: String(!node.value) };
  if (typeof node.value === "number") {
    yield { node, replacement: String(node.value + 1) };
    yield { node, replacement: String(node.value - 1) };
  }
  if (typeof node.value === "bigint") {
    yield { node, replacement: `${node.value + 1n}n` };
    yield { node, replacement: `${node.value - 1n}n` };
  }
}

/** What a changed text ends in. */
const CHANGED = "~";

/** Texts of rules, which reach answers or decide; not those of declarations, which describe. */
export function* texts(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (around.isDeclared || isTypeName(around.parent)) return;
  if (node.type === "Literal" && typeof node.value === "string" && around.parent?.type !== "ExpressionStatement") {
    yield { node, replacement: JSON.stringify(node.value + CHANGED) };
  }
  const template = node.type === "TaggedTemplateExpression" ? node.quasi : node;
  if (template.type !== "TemplateLiteral" || around.parent?.type === "TaggedTemplateExpression") return;
  const words = template.quasis.find(({ value }) => /\w/.test(value.raw));
  if (words === undefined) return;
  // Its range ends with the quote, or with what opens the next value.
  const end = words.end - (words.tail ? "`" : "${").length;
  yield {
    node,
    replacement: textOf(around, { start: node.start, end }) + CHANGED + textOf(around, { start: end, end: node.end }),
  };
}

/** `typeof value === "string"` names a type. */
function isTypeName(parent: SyntaxNode | null): boolean {
  return (
    parent?.type === "BinaryExpression" &&
    [parent.left, parent.right].some(({ type, ...side }) => {
      return type === "UnaryExpression" && "operator" in side && side.operator === "typeof";
    })
  );
}
