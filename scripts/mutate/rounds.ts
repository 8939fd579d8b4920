import type { Mutant } from "./mutant.ts";

/** Mutants that are compiled together, none of which shares its declaration with another. */
export type Round = readonly Mutant[];

/** As few rounds as the declaration with the most mutants allows: an error is then that of one mutant. */
export function roundsOf(mutants: readonly Mutant[]): readonly Round[] {
  const rounds: Mutant[][] = [];
  const used = new Map<string, number>();
  for (const mutant of mutants) {
    const declaration = `${mutant.file} ${mutant.declaration.start}`;
    const round = used.get(declaration) ?? 0;
    used.set(declaration, round + 1);
    rounds[round] ??= [];
    rounds[round].push(mutant);
  }
  return rounds;
}
