import type { Place } from "../mutant.ts";
import type { SyntaxNode } from "../syntax.ts";

/** Where a node stands. */
export interface Surroundings {
  readonly source: string;
  readonly parent: SyntaxNode | null;
  /** Inside a function, where rules are; outside of one stand declarations. */
  readonly isInFunction: boolean;
  /** Outside of functions, in the arguments of a call or in what has no written type: a table, a schema, a list of values. */
  readonly isDeclared: boolean;
}

/** A node and the text that stands in its place. */
export interface Change {
  readonly node: { readonly start: number; readonly end: number };
  readonly replacement: string;
  readonly place?: Place;
}

/** The changes that an operator makes of a node; most nodes get none. */
export type Operator = (node: SyntaxNode, around: Surroundings) => Iterable<Change>;

type Span = Change["node"];

export function textOf({ source }: Surroundings, { start, end }: Span): string {
  return source.slice(start, end);
}

/** The text of a node with another word for one of its parts, such as the operator between two sides. */
export function withOther(around: Surroundings, node: Span, part: Span, other: string): string {
  return (
    textOf(around, { start: node.start, end: part.start }) + other + textOf(around, { start: part.end, end: node.end })
  );
}

/** Where the operator between two sides stands: parentheses may stand beside it. */
export function operatorBetween(around: Surroundings, left: Span, right: Span, operator: string): Span {
  const start = around.source.indexOf(operator, left.end);
  if (start < 0 || start > right.start) throw new Error(`No ${operator} after ${textOf(around, left)}`);
  return { start, end: start + operator.length };
}
