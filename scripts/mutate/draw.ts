import type { Mutant } from "./mutant.ts";

/** How many more are compiled at once than are still missing: some are refused. */
const SPARE = 1.5;

interface Drawn {
  readonly mutants: readonly Mutant[];
  /** How many were passed over because the compiler refuses them. */
  readonly refused: number;
}

/** The first mutants of an order that compile, as many as requested or as there are. */
export function drawn(
  order: readonly Mutant[],
  count: number,
  refusedOf: (mutants: readonly Mutant[]) => ReadonlySet<Mutant>,
): Drawn {
  const mutants: Mutant[] = [];
  let refused = 0;
  let next = 0;
  while (mutants.length < count && next < order.length) {
    const some = order.slice(next, next + Math.ceil((count - mutants.length) * SPARE));
    const refusedOfSome = refusedOf(some);
    for (const mutant of some) {
      if (mutants.length === count) break;
      if (refusedOfSome.has(mutant)) refused += 1;
      else mutants.push(mutant);
    }
    next += some.length;
  }
  return { mutants, refused };
}
