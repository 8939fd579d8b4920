import { derived, Factor } from "../../core/money/factor.ts";
import { type Exact, Money } from "../../core/money/money.ts";
import { divideHalfUp, plainText, powerOfTen } from "../../core/money/rounding.ts";
import {
  type ComparisonOperator,
  type Decision,
  Figure,
  Operation,
  type Operator,
  type Step,
  type Term,
  type Unit,
  type Wording,
} from "./calculation.ts";

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

/** As `rounded`, printed with exactly so many decimals. */
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

/** A formula without rounding. If the result is one of its figures, that figure's published digits are kept. */
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

/** The figure that a formula selects without computing: itself, or the lesser or greater of two. */
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

const HOLDS: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  greater: (order) => order > 0,
  less: (order) => order < 0,
  at_least: (order) => order >= 0,
  at_most: (order) => order <= 0,
  equal: (order) => order === 0,
};

export function decide(first: Term, compare: ComparisonOperator, second: Term): Decision {
  return { compare, of: [first, second], outcome: HOLDS[compare](compareTerms(first, second)) };
}

/** The value of a formula before it is rounded: units / (10^scale x divisor). */
interface Fraction {
  readonly units: bigint;
  readonly scale: number;
  /** Above zero; one unless something was divided. */
  readonly divisor: bigint;
}

/** The value of a formula rounded half-up to so many decimals, in units of the last: the only rounding there is. */
export function roundedUnits(term: Term, decimals: number): bigint {
  const { units, scale, divisor } = fractionOf(term);
  if (divisor === 1n && scale <= decimals) return units * powerOfTen(decimals - scale);
  const dividend = scale < decimals ? units * powerOfTen(decimals - scale) : units;
  return divideHalfUp(dividend, scale > decimals ? divisor * powerOfTen(scale - decimals) : divisor);
}

/** The value of a formula that divides nothing, exactly. */
export function exactUnits(term: Term): { readonly units: bigint; readonly scale: number } {
  const { units, scale, divisor } = fractionOf(term);
  if (divisor !== 1n) throw new Error("A quotient has no exact decimal: say to how many decimals it is rounded");
  return { units, scale };
}

export function compareTerms(a: Term, b: Term): number {
  return compareFractions(fractionOf(a), fractionOf(b));
}

function fractionOf(term: Term): Fraction {
  if (term instanceof Figure) return { units: term.value.units, scale: term.value.scale, divisor: 1n };
  if (!(term instanceof Operation)) throw new Error(`The formula lacks its ${term.name}: ${term.words}`);
  const { operator, of } = term;
  if (operator === "multiply") return productOf(of);
  const operation = OPERATIONS[operator];
  let value = fractionOf(of[0] as Term);
  for (let place = 1; place < of.length; place += 1) value = operation(value, fractionOf(of[place] as Term));
  return value;
}

/** Nearly every formula is a product of figures, so it avoids a fraction for each of them. */
function productOf(terms: readonly Term[]): Fraction {
  let units = 1n;
  let scale = 0;
  let divisor = 1n;
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place] as Term;
    const factor = term instanceof Figure ? term.value : fractionOf(term);
    units = place === 0 ? factor.units : units * factor.units;
    scale += factor.scale;
    if ("divisor" in factor) divisor *= factor.divisor;
  }
  return { units, scale, divisor };
}

const OPERATIONS: Readonly<Record<Exclude<Operator, "multiply">, (a: Fraction, b: Fraction) => Fraction>> = {
  add: (a, b) => sum(a, b, 1n),
  subtract: (a, b) => sum(a, b, -1n),
  divide: (a, b) => {
    if (b.units === 0n) throw new Error("A formula divides by zero");
    const sign = b.units < 0n ? -1n : 1n;
    return {
      units: a.units * b.divisor * powerOfTen(b.scale) * sign,
      scale: a.scale,
      divisor: a.divisor * b.units * sign,
    };
  },
  // The first on a tie, so that its published digits are kept.
  min: (a, b) => (compareFractions(b, a) < 0 ? b : a),
  max: (a, b) => (compareFractions(b, a) > 0 ? b : a),
};

function sum(a: Fraction, b: Fraction, sign: bigint): Fraction {
  const scale = Math.max(a.scale, b.scale);
  const left = a.units * powerOfTen(scale - a.scale);
  const right = b.units * powerOfTen(scale - b.scale) * sign;
  if (a.divisor === b.divisor) return { units: left + right, scale, divisor: a.divisor };
  return { units: left * b.divisor + right * a.divisor, scale, divisor: a.divisor * b.divisor };
}

function compareFractions(a: Fraction, b: Fraction): number {
  const { units } = sum(a, b, -1n);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}
