import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

/** A mutant that no test can notice, because it changes nothing that can be seen. */
interface Equivalent extends Pick<Mutant, "file" | "within" | "original" | "mutated"> {
  readonly reason: string;
}

export function declaredEquivalents(): readonly Equivalent[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"));
}

/** Found by their texts, not by their line, so that edits elsewhere in the file leave them in force. */
export class Equivalents {
  readonly #reasons: ReadonlyMap<string, string>;

  constructor(declared: readonly Equivalent[]) {
    this.#reasons = new Map(declared.map((each) => [keyOf(each), each.reason]));
  }

  reasonFor(mutant: Mutant): string | null {
    return this.#reasons.get(keyOf(mutant)) ?? null;
  }
}

/** Entries that are no mutant of the sources any more. */
export function staleAmong(declared: readonly Equivalent[], mutants: readonly Mutant[]): readonly Equivalent[] {
  const known = new Set(mutants.map(keyOf));
  return declared.filter((each) => !known.has(keyOf(each)));
}

function keyOf({ file, within, original, mutated }: Omit<Equivalent, "reason">): string {
  return JSON.stringify([file, within, original, mutated]);
}
