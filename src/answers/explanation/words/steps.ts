import type { ComparisonOperator } from "../../../pricing/worksheet/calculation.ts";
import type { ExplainedDecision, ExplainedStep, ResultExplanation } from "../explanation.ts";
import { amountText, roundingText } from "./amount.ts";
import { formulaText } from "./formula.ts";

/** A step as a reader follows it. */
export interface ToldStep {
  readonly id: string;
  readonly section: string;
  /** What the price's own line says of it, else the formula with names and figures. */
  readonly text: string;
  /** The formula by the names of steps and figures, and how it was rounded: `i1 x i2, to cents`. */
  readonly formula: string | null;
  /** Null for a remark, and for what could not be computed. */
  readonly value: string | null;
  readonly applied: boolean;
  /** The comparison that decided something, with its values. */
  readonly decision: string | null;
  /** Whether its value is what is paid. */
  readonly paid: boolean;
}

/** How a comparison reads, and how it reads when it does not hold. */
const COMPARISONS: Readonly<Record<ComparisonOperator, readonly [holds: string, fails: string]>> = {
  greater: ["is greater than", "is not greater than"],
  less: ["is less than", "is not less than"],
  at_least: ["is at least", "is less than"],
  at_most: ["is at most", "is greater than"],
  equal: ["equals", "does not equal"],
};

export function toldSteps(explained: ResultExplanation): readonly ToldStep[] {
  const named = namesOf(explained);
  return explained.steps.map((step) => toldStep(step, named, explained.payment));
}

function toldStep(step: ExplainedStep, named: (id: string) => string, payment: string | null): ToldStep {
  const { id, section, expression, decimals, unit, applied, decision } = step;
  const value = step.value === null ? null : amountText(step.value, unit);
  return {
    id,
    section,
    text: step.text ?? (expression === null ? "" : `${formulaText(expression, named)} = ${value}`),
    formula:
      expression === null
        ? null
        : `${formulaText(expression, (reference) => reference)}, ${roundingText(decimals, unit)}`,
    value,
    applied,
    decision: decision === null ? null : decisionText(decision, named),
    paid: id === payment,
  };
}

/** `estimated cost ($52101.00) is greater than threshold ($30000.00)`; `named` says what stands for a reference. */
export function decisionText({ compare, of, outcome }: ExplainedDecision, named: (id: string) => string): string {
  const words = COMPARISONS[compare][outcome ? 0 : 1];
  return of.map((expression) => formulaText(expression, named)).join(` ${words} `);
}

/** What stands for a reference in words: `conversion factor (10.00)`, `s1 ($24.00)`; a constant is its digits. */
function namesOf({ steps, inputs }: ResultExplanation): (id: string) => string {
  const names = new Map<string, string>();
  for (const { id, value, unit } of steps) {
    names.set(id, value === null ? id : `${id} (${amountText(value, unit)})`);
  }
  for (const { id, name, value, unit } of inputs) {
    const amount = amountText(value, unit);
    names.set(id, name === value ? amount : `${name} (${amount})`);
  }
  return (id) => names.get(id) ?? id;
}
