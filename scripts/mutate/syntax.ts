import { parseAst } from "vitest/node";

/** A node of the syntax tree: what vitest's own parser makes of TypeScript, without parentheses. */
type Program = ReturnType<typeof parseAst>;
type Statement = Program["body"][number];
export type Expression = Extract<Statement, { type: "ExpressionStatement" }>["expression"];
export type Call = Extract<Expression, { type: "CallExpression" }>;
export type SyntaxNode = Statement | Expression;

export function parse(source: string): Program {
  return parseAst(source, { lang: "ts" });
}

/** Types leave no trace in what runs, so nothing in them can be changed. */
const TYPES_ONLY = new Set(["typeAnnotation", "returnType", "typeParameters", "typeArguments", "superTypeArguments"]);
const ERASED_WRAPPERS = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

/** Calls `visit` with each child that runs, in the order of the text. */
export function eachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  for (const [key, value] of Object.entries(node)) {
    if (TYPES_ONLY.has(key) || (key === "key" && isName(node))) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child) && leavesTrace(child)) visit(child);
  }
}

/** The key of a field that is not computed is its name. */
function isName(node: SyntaxNode): boolean {
  return "computed" in node && !node.computed;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function leavesTrace({ type }: SyntaxNode): boolean {
  return !type.startsWith("TS") || ERASED_WRAPPERS.has(type);
}
