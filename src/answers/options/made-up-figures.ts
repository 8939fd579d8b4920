import type { RowPublication } from "../../pricing/row-origins.ts";
import type { ExplainedCalculation } from "../explanation/schema.ts";

/** `maybe`: the dataset does not say which of several sources a row is from, and they differ in it. */
type MadeUp = "yes" | "maybe" | "no";

const LEAST_FIRST: readonly MadeUp[] = ["no", "maybe", "yes"];

function moreMadeUp(one: MadeUp, other: MadeUp): MadeUp {
  return LEAST_FIRST.indexOf(one) < LEAST_FIRST.indexOf(other) ? other : one;
}

/** Only rows with a figure of the price: who is enrolled decides which rate is paid, not what it comes to. */
export function madeUpOf({ inputs, rows }: Pick<ExplainedCalculation, "inputs" | "rows">): MadeUp {
  const used = new Set(inputs.flatMap(({ from }) => ("row" in from ? [from.row] : [])));
  return rows
    .filter(({ id }) => used.has(id))
    .map(({ publication }) => madeUpIn(publication))
    .reduce(moreMadeUp, "no");
}

function madeUpIn(publication: Pick<RowPublication, "synthetic"> | null): MadeUp {
  if (publication === null || publication.synthetic === false) return "no";
  return publication.synthetic === null ? "maybe" : "yes";
}
