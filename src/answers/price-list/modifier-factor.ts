import type { Sheet } from "../../pricing/sheet.ts";
import { Figure, type Input, type Term } from "../../pricing/worksheet/calculation.ts";

/** The inputs of a formula, without those of the steps that it continues. */
function inputsOf(term: Term | null): readonly Input[] {
  if (term === null) return [];
  if ("of" in term) return term.of.flatMap(inputsOf);
  return term instanceof Figure && "from" in term.source ? [term.source] : [];
}

/** Whether an input is a figure of the whole program: a row of its parameters, or the built-in value of one. */
function isParameter({ name, from }: Input): boolean {
  return "default" in from || ("row" in from && (from.row as { readonly name?: unknown }).name === name);
}

/**
 * The factor of the program that a price with a modifier is made with: the same for every code, so that the price is no published rate.
 * States name the parameter after the modifier: `modifier_26_factor`, `modifier_50`. Null where the price with the modifier is published.
 */
export function modifierFactor(modifier: string | null, { steps }: Pick<Sheet, "steps">): string | null {
  if (modifier === null) return null;
  const names = [`modifier_${modifier}`, `modifier_${modifier}_factor`].map((name) => name.toLowerCase());
  const factor = steps
    .filter(({ applied }) => applied)
    .flatMap(({ formula }) => inputsOf(formula))
    .find((input) => names.includes(input.name) && isParameter(input));
  return factor?.value.text ?? null;
}

/** The note of such a line. */
export function modifierFactorNote(modifier: string, factor: string): string {
  return `no published rate: the program's factor for modifier ${modifier} (${factor}) is the same for every code`;
}
