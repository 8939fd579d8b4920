import {
  boolean,
  named,
  nullable,
  nullableChoice,
  nullableString,
  object,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { type Step, UNITS } from "../../pricing/worksheet/calculation.ts";
import { stepText, termText } from "../../pricing/worksheet/line.ts";
import { appliedSteps } from "../explanation/explain-result.ts";
import { figuresOf } from "./figures.ts";

const shownStep = nullable(
  object("Step of one of the two calculations", {
    text: nullableString("The step in one line, as calculation_method has it; the formula alone where that has none."),
    value: nullableString("What it comes to; null for a note, and where a figure is missing."),
    applied: boolean("False where the amount was computed and then not used."),
  }),
);

export const differingStep = named(
  "DifferingStep",
  object("Step that differs", {
    section: string("The section of the methodology."),
    unit: nullableChoice(UNITS, "What its value counts."),
    published: shownStep,
    what_if: shownStep,
  }),
);

export type DifferingStep = ValueOf<typeof differingStep>;

interface ComparedStep {
  readonly step: Step;
  readonly shown: DifferingStep["published"];
  /** Its figures and its value without trailing zeros, and whether it was used. */
  readonly digits: string;
}

/**
 * The steps that differ between two calculations, in order: in a figure, in the value, in being used, or in being
 * present.
 */
export function differingSteps(
  published: ProviderResult | null,
  whatIf: ProviderResult | null,
): readonly DifferingStep[] {
  const pairs = aligned(comparedSteps(published), comparedSteps(whatIf));
  return pairs
    .filter(([before, after]) => before?.digits !== after?.digits)
    .map(([before, after]) => {
      const { section, unit } = ((after ?? before) as ComparedStep).step;
      return { section, unit, published: before?.shown ?? null, what_if: after?.shown ?? null };
    });
}

function comparedSteps(result: ProviderResult | null): readonly ComparedStep[] {
  if (result === null) return [];
  const { sheet, payment } = result.outcome;
  const applied = appliedSteps(sheet.steps, payment);
  return sheet.steps.map((step) => {
    const { formula, value, decision } = step;
    const unprinted = formula === null ? null : termText(formula, sheet.notation);
    const line = stepText(step, sheet.notation) ?? unprinted;
    const figures = figuresOf(step).map((figure) => withoutZeros(figure.value.text));
    // A note has words and no figures.
    const words = figures.length === 0 ? line : null;
    const isUsed = applied.has(step);
    return {
      step,
      shown: { text: line, value: value?.text ?? null, applied: isUsed },
      digits: JSON.stringify([words, figures, value && withoutZeros(value.text), isUsed, decision?.outcome]),
    };
  });
}

function withoutZeros(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

type AlignedPair = readonly [ComparedStep | null, ComparedStep | null];

/** Puts steps of the same section side by side, equal ones if possible (longest common subsequence). */
function aligned(before: readonly ComparedStep[], after: readonly ComparedStep[]): readonly AlignedPair[] {
  const known = new Map<string, { readonly score: number; readonly pairs: readonly AlignedPair[] }>();
  const best = (left: number, right: number): { readonly score: number; readonly pairs: readonly AlignedPair[] } => {
    const [old = null, now = null] = [before[left], after[right]];
    if (old === null && now === null) return { score: 0, pairs: [] };
    const key = `${left} ${right}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const ways: [number, number, number, AlignedPair][] = [];
    if (old !== null && now !== null && old.step.section === now.step.section) {
      ways.push([old.digits === now.digits ? 3 : 2, left + 1, right + 1, [old, now]]);
    }
    if (old !== null) ways.push([0, left + 1, right, [old, null]]);
    if (now !== null) ways.push([0, left, right + 1, [null, now]]);
    const results = ways.map(([score, nextLeft, nextRight, pair]) => {
      const rest = best(nextLeft, nextRight);
      return { score: score + rest.score, pairs: [pair, ...rest.pairs] };
    });
    const chosen = results.reduce((one, other) => (other.score > one.score ? other : one));
    known.set(key, chosen);
    return chosen;
  };
  return best(0, 0).pairs;
}
