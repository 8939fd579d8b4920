/** One change of one place in a source file. */
export interface Mutant {
  /** Path from the root of the repository, with slashes. */
  readonly file: string;
  /** The top-level declaration that it is in, by name; empty for a statement without one. */
  readonly within: string;
  readonly declaration: Declaration;
  readonly operator: string;
  readonly line: number;
  /** The whole lines that the change is in, spaces collapsed, before and after. */
  readonly original: string;
  readonly mutated: string;
  /** Where the change stands in the file, and what stands there instead. */
  readonly edit: Edit;
}

interface Declaration {
  readonly start: number;
  readonly end: number;
  /** Its type is written down, so that a change inside of it makes no error outside of it. */
  readonly isTyped: boolean;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly place: Place;
}

/** What stands at an edit, which decides how a switch can be put around it: see switched.ts. */
export type Place = "expression" | "statement" | "shorthand";

export function applied(source: string, { start, end, replacement }: Edit): string {
  return source.slice(0, start) + replacement + source.slice(end);
}
