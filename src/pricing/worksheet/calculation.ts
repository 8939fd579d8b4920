import { factor } from "../../core/money/factor.ts";
import type { Exact } from "../../core/money/money.ts";

/*
 * Parts of a calculation: figures, operations, decisions and steps. They are in one file because their types are recursive:
 * a figure may be the result of a step, whose formula is made of figures.
 */

export const UNITS = ["dollars", "factor", "days", "units"] as const;
export type Unit = (typeof UNITS)[number];

/** Where a figure that is not computed comes from; of a row, the name of its column in code. */
export type FigureOrigin =
  | { readonly row: object; readonly column: string }
  | { readonly parameter: string }
  | { readonly default: string; readonly section: string }
  | { readonly rule: string };

/** A figure that a calculation starts from (an input): published, sent, or a constant of the formula. */
export interface Input {
  /** As the state's page says it. */
  readonly name: string;
  readonly value: Exact;
  readonly unit: Unit;
  readonly from: FigureOrigin;
}

/**
 * A value in a formula: an input, or the result of an earlier step. It knows how the formula prints it: `conversion factor
 * (5.49)` with a name, `$24.05` without one.
 */
export class Figure<Value extends Exact = Exact> {
  readonly value: Value;
  readonly source: Input | Step;
  readonly unit: Unit;
  readonly name: string | null;
  /** Text after the value in parentheses, with its comma or colon: `max adjustor (1.2, service)`. */
  readonly detail: string | null;

  constructor(value: Value, source: Input | Step, unit: Unit, name: string | null, detail: string | null = null) {
    this.value = value;
    this.source = source;
    this.unit = unit;
    this.name = name;
    this.detail = detail;
  }

  /** This value under another name for the next formula; null: without a name. */
  called(name: string | null, detail: string | null = null): Figure<Value> {
    return new Figure(this.value, this.source, this.unit, name, detail);
  }
}

/** A value that the formula needs and that is missing: `time units (anesthesia_minutes not supplied)`. */
export class MissingFigure {
  readonly name: string;
  readonly words: string;
  /** The parameter that would supply it; null if none would. */
  readonly parameter: string | null;

  constructor(name: string, words: string, parameter: string | null = null) {
    this.name = name;
    this.words = words;
    this.parameter = parameter;
  }
}

/** A constant of a formula, such as the 1 of `LOS + 1`. */
export function constant<Value extends Exact>(section: string, value: Value, unit: Unit = "factor"): Figure<Value> {
  return new Figure(value, { name: value.text, value, unit, from: { rule: section } }, unit, null);
}

export const OPERATORS = ["add", "subtract", "multiply", "divide", "min", "max"] as const;
export type Operator = (typeof OPERATORS)[number];

/** One operation of a formula on its arguments, left to right. */
export class Operation {
  readonly operator: Operator;
  readonly of: readonly Term[];

  constructor(operator: Operator, of: readonly Term[]) {
    this.operator = operator;
    this.of = of;
  }
}

/** What formulas are made of. The same object is computed, printed and explained. */
export type Term = Figure | Operation | MissingFigure;

export const COMPARISON_OPERATORS = ["greater", "less", "at_least", "at_most", "equal"] as const;
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/** A comparison that decided how the calculation continues. */
export interface Decision {
  readonly compare: ComparisonOperator;
  readonly of: readonly [Term, Term];
  readonly outcome: boolean;
}

/** Words of a line with values in between, as the page prints them. */
export interface Words {
  readonly texts: readonly string[];
  readonly terms: readonly Term[];
}

/** The text around the formula of a step in `calculation_method`. */
export interface Wording {
  /** Before the formula: `outlier: `. */
  readonly lead?: string | Words;
  /** After the formula, before the equals sign: ` for 99213`. */
  readonly trail?: string | Words;
  /** Printed in place of the formula if the page prints less than was computed. */
  readonly shown?: Words;
  /** The printed name of the result: `= base payment ($2736.30)`. */
  readonly resultName?: string;
  /** The printed kind of the result: `= per diem $1042.38`. */
  readonly resultLabel?: string;
  /** The line ends before the equals sign: the formula is a published amount, and it is the price itself. */
  readonly isResultUnsaid?: true;
}

/** A step of a calculation: what was computed, and whether it was used. */
export interface Step {
  /** The rule's section of the methodology: `ca 4.3 step 1`. */
  readonly section: string;
  readonly formula: Term | null;
  readonly value: Exact | null;
  /** The decimals that it was rounded to; null: exact. */
  readonly decimals: number | null;
  readonly unit: Unit | null;
  /** Null: `calculation_method` does not print the step. */
  readonly wording: Wording | null;
  applied: boolean;
  decision: Decision | null;
  /** The printed remark on the result: `= $6704.94, not applied`. */
  remark: Words | null;
}

/* Formulas as rules write them: `times(rate, weight)`. */

export function times(...of: readonly Term[]): Term {
  return of.length === 1 ? (of[0] as Term) : new Operation("multiply", of);
}

export function plus(...of: readonly Term[]): Term {
  return of.length === 1 ? (of[0] as Term) : new Operation("add", of);
}

export function minus(first: Term, ...others: readonly Term[]): Operation {
  return new Operation("subtract", [first, ...others]);
}

export function over(dividend: Term, divisor: Term): Operation {
  return new Operation("divide", [dividend, divisor]);
}

export function lesserOf(first: Term, second: Term): Operation {
  return new Operation("min", [first, second]);
}

export function greaterOf(first: Term, second: Term): Operation {
  return new Operation("max", [first, second]);
}

/** Whether every value of the formula is known. */
export function isComplete(term: Term): boolean {
  if (term instanceof Figure) return true;
  return !(term instanceof MissingFigure) && term.of.every(isComplete);
}

/** Writes words with values in between: words`capped at ${cap}`. A text, such as a code, is one more of the words. */
export function words([first = "", ...others]: TemplateStringsArray, ...parts: readonly (Term | string)[]): Words {
  const texts = [first];
  const terms: Term[] = [];
  for (const [place, part] of parts.entries()) {
    const after = others[place] as string;
    if (typeof part === "string") texts.push(`${texts.pop()}${part}${after}`);
    else {
      terms.push(part);
      texts.push(after);
    }
  }
  return { texts, terms };
}

/**
 * Minutes as time units, each begun unit counted. Both figures are whole numbers, so rounding up equals rounding
 * half-up of the minutes plus half a unit, less half a minute.
 */
export function begunUnits(section: string, minutes: Figure, minutesPerUnit: Figure): Operation {
  const one = constant(section, factor("1"), "units");
  const two = constant(section, factor("2"));
  return over(plus(minutes, over(minus(minutesPerUnit, one), two)), minutesPerUnit);
}
