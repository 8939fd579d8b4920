import type { Exact } from "../money/exact.ts";
import { derived, Factor } from "../money/factor.ts";
import { Money } from "../money/money.ts";
import { plainText } from "../money/rounding.ts";
import { Figure, type Step, type Term, type Unit, type Wording } from "./calculation.ts";
import { compareTerms, exactUnits, roundedUnits } from "./exact-value.ts";

/** The result of a step, together with the step that it comes from. */
export interface Computed<Value extends Exact> {
  readonly step: Step;
  readonly figure: Figure<Value>;
}

function computed<Value extends Exact>(
  section: string,
  formula: Term,
  value: Value,
  decimals: number | null,
  unit: Unit,
  wording: Wording | null,
): Computed<Value> {
  const step: Step = {
    section,
    formula,
    value,
    decimals,
    unit,
    wording,
    applied: true,
    decision: null,
    remark: null,
  };
  return { step, figure: new Figure(value, step, unit, null) };
}

/** A formula that comes to dollars: rounded half-up to cents, once (conventions 1.3). */
export function inDollars(section: string, formula: Term, wording: Wording | null): Computed<Money> {
  const same = formula instanceof Figure && formula.value instanceof Money ? formula.value : null;
  return computed(section, formula, same ?? new Money(roundedUnits(formula, 2)), 2, "dollars", wording);
}

/** A formula that comes to a factor or a count, rounded to so many decimals and printed without trailing zeros. */
export function rounded(
  section: string,
  formula: Term,
  decimals: number,
  unit: Unit,
  wording: Wording | null,
): Computed<Factor> {
  return computed(section, formula, derived(roundedUnits(formula, decimals), decimals), decimals, unit, wording);
}

/** The same, printed with exactly so many decimals. */
export function fixed(
  section: string,
  formula: Term,
  decimals: number,
  unit: Unit,
  wording: Wording | null,
): Computed<Factor> {
  const units = roundedUnits(formula, decimals);
  return computed(section, formula, new Factor(units, decimals, plainText(units, decimals)), decimals, unit, wording);
}

/** A formula that nothing rounds. Where it comes to one of its figures, that one's published digits are kept. */
export function unrounded(section: string, formula: Term, unit: Unit, wording: Wording | null): Computed<Factor> {
  const chosen = chosenFigure(formula);
  return computed(section, formula, chosen === null ? exact(formula) : asFactor(chosen.value), null, unit, wording);
}

function exact(formula: Term): Factor {
  const { units, scale } = exactUnits(formula);
  return derived(units, scale);
}

function asFactor(value: Exact): Factor {
  return value instanceof Factor ? value : new Factor(value.units, value.scale, value.text);
}

/** The figure that a formula comes to without computing anything: itself, or the lesser or greater one of two. */
function chosenFigure(formula: Term): Figure | null {
  if (formula instanceof Figure) return formula;
  if (!("operator" in formula)) return null;
  const { operator, of } = formula;
  const [first, second] = of;
  if ((operator !== "min" && operator !== "max") || !(first instanceof Figure) || !(second instanceof Figure)) {
    return null;
  }
  const order = compareTerms(second, first);
  return (operator === "min" ? order < 0 : order > 0) ? second : first;
}
