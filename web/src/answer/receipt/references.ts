import type { ExplainedStep, Expression, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { Unit } from "../../../../src/pricing/worksheet/calculation.ts";

/** A figure or an earlier step that a formula names. */
export interface Referred {
  readonly id: string;
  /** As the methodology names it; null for a step and for a constant, which have no name of their own. */
  readonly name: string | null;
  readonly value: string | null;
  readonly unit: Unit | null;
}

/** What references stand for in one explanation. */
export function referredIn({ steps, inputs }: ResultExplanation): ReadonlyMap<string, Referred> {
  return new Map<string, Referred>([
    ...steps.map(({ id, value, unit }) => [id, { id, name: null, value, unit }] as const),
    ...inputs.map(
      ({ id, name, value, unit }) => [id, { id, name: name === value ? null : name, value, unit }] as const,
    ),
  ]);
}

/** The references of an expression, left to right. */
export function referencesOf(expression: Expression | null): readonly string[] {
  if (expression === null) return [];
  return "ref" in expression ? [expression.ref] : expression.of.flatMap(referencesOf);
}

/** How many times each step and figure is computed with. */
export function usesOf(steps: readonly ExplainedStep[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { expression, applied } of steps) {
    if (!applied) continue;
    for (const id of referencesOf(expression)) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
}
