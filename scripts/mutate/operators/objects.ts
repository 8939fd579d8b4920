import { isDescription } from "../descriptions.ts";
import type { SyntaxNode } from "../syntax.ts";
import { type Change, type Surroundings, textOf } from "./operator.ts";

/** Fields that are null instead, and spreads that bring nothing; not in declarations, whose fields are columns and schemas. */
export function* fields(node: SyntaxNode, around: Surroundings): Iterable<Change> {
  if (around.isDeclared) return;
  if (node.type === "ObjectExpression") {
    for (const property of node.properties) {
      if (isDescription(property)) continue;
      if (property.type === "SpreadElement") yield { node: property.argument, replacement: "{}" };
      else if (property.shorthand) {
        yield { node: property, replacement: `${textOf(around, property)}: null`, place: "shorthand" };
      } else if (!property.method && property.value.type !== "Literal") {
        yield { node: property.value, replacement: "null" };
      }
    }
  }
  if (node.type === "ArrayExpression") {
    for (const element of node.elements) {
      if (element?.type === "SpreadElement") yield { node: element.argument, replacement: "[]" };
    }
  }
}
