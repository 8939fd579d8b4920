import { isDescription } from "./descriptions.ts";
import { applied, type Edit, type Mutant } from "./mutant.ts";
import { operators } from "./operators/index.ts";
import type { Surroundings } from "./operators/operator.ts";
import { type Call, eachChild, parse, type SyntaxNode } from "./syntax.ts";

/** A long statement is shown by its beginning and its end. */
const SHOWN_MAX = 160;
const SHOWN_END = 40;

/** Every mutant of a file, in the order of its text. Each change is made once, whichever operators came to it. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found = new Map<string, Mutant>();
  for (const statement of parse(source).body) {
    const within = nameOf(statement);
    const declaration = { start: statement.start, end: statement.end, isTyped: isTyped(statement) };
    const around = { source, parent: null, isInFunction: false, isDeclared: !declaration.isTyped };
    walk(statement, around, (node, around) => {
      for (const [operator, changesOf] of Object.entries(operators)) {
        for (const { node: at, replacement, place = "expression" } of changesOf(node, around)) {
          const text = place === "expression" ? enclosed(replacement, around.parent) : replacement;
          const edit: Edit = { start: at.start, end: at.end, replacement: text, place };
          const key = `${edit.start} ${edit.end} ${text}`;
          if (source.slice(edit.start, edit.end) === replacement || found.has(key)) continue;
          found.set(key, { file, within, declaration, operator, ...shown(source, edit), edit });
        }
      }
    });
  }
  return [...found.values()];
}

function walk(
  node: SyntaxNode,
  around: Surroundings,
  visit: (node: SyntaxNode, around: Surroundings) => void,
  isInChain = false,
): void {
  if (isLeftAlone(node)) return;
  // Parentheses in the middle of an optional chain would end it there.
  if (!isInChain) visit(node, around);
  const isFunction = node.type.includes("Function");
  const isInFunction = around.isInFunction || isFunction;
  const isArgument = node.type === "CallExpression" && !isInFunction;
  const isDeclared = !isInFunction && (around.isDeclared || isArgument);
  const spine = spineOf(node, around.parent, isInChain);
  eachChild(node, (child) => {
    walk(child, { source: around.source, parent: node, isInFunction, isDeclared }, visit, child === spine);
  });
}

const LEFT_ALONE = /^(?:Import\w*|ExportAllDeclaration|ThrowStatement)$/;

/** What programmers read, and names, is left alone: imports, thrown errors, descriptions. */
function isLeftAlone(node: SyntaxNode): boolean {
  if (LEFT_ALONE.test(node.type)) return true;
  if (node.type === "ExportNamedDeclaration" && node.source !== null) return true;
  return isDescription(node);
}

/** The link of an optional chain below this one; undefined outside of chains. */
function spineOf(node: SyntaxNode, parent: SyntaxNode | null, isInChain: boolean): SyntaxNode | undefined {
  if (!isInChain && parent?.type !== "ChainExpression") return undefined;
  if (node.type === "CallExpression") return (node as Call).callee;
  return node.type === "MemberExpression" ? node.object : undefined;
}

function declared(statement: SyntaxNode): SyntaxNode {
  return statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
}

function isTyped(statement: SyntaxNode): boolean {
  const declaration = declared(statement);
  if (declaration.type === "FunctionDeclaration") return declaration.returnType !== null;
  if (declaration.type !== "VariableDeclaration") return true;
  return declaration.declarations.every(({ id }) => "typeAnnotation" in id && id.typeAnnotation !== null);
}

/** `acutePayment` of `export function acutePayment() {...}`. */
function nameOf(statement: SyntaxNode): string {
  const declaration = declared(statement);
  if (declaration.type === "VariableDeclaration") {
    const [first] = declaration.declarations;
    return first?.id.type === "Identifier" ? first.id.name : "";
  }
  return "id" in declaration && declaration.id !== null && "name" in declaration.id ? declaration.id.name : "";
}

const SIMPLE = /^[\w$.~"]*$/;
const BINDS_ITS_PARTS = /^(?:Binary|Logical|Unary|Member|Await|TSAs|TSNonNull|TSSatisfies)Expression$/;

/** In parentheses where the surroundings could tear the text apart. */
function enclosed(text: string, parent: SyntaxNode | null): string {
  if (SIMPLE.test(text) || parent === null) return text;
  const isTorn = parent.type === "ConditionalExpression" ? text.includes("?") : BINDS_ITS_PARTS.test(parent.type);
  return isTorn ? `(${text})` : text;
}

function shown(source: string, edit: Edit): Pick<Mutant, "line" | "original" | "mutated"> {
  const from = source.lastIndexOf("\n", edit.start - 1) + 1;
  const after = source.indexOf("\n", edit.end);
  const to = after < 0 ? source.length : after;
  const moved = { ...edit, start: edit.start - from, end: edit.end - from };
  const lines = source.slice(from, to);
  return {
    line: source.slice(0, edit.start).split("\n").length,
    original: collapsed(lines),
    mutated: collapsed(applied(lines, moved)),
  };
}

function collapsed(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SHOWN_MAX ? line : `${line.slice(0, SHOWN_MAX - SHOWN_END)} ... ${line.slice(-SHOWN_END)}`;
}
