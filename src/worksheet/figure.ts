import type { Exact } from "../money/exact.ts";
import type { Step } from "./step.ts";

/** What a figure counts. */
export type Unit = "dollars" | "factor" | "days" | "units";

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
  /** What stands behind the value in the parentheses, its comma or colon included: `max adjustor (1.2, service)`. */
  readonly detail: string | null;

  constructor(value: Value, source: Input | Step, unit: Unit, name: string | null, detail: string | null = null) {
    this.value = value;
    this.source = source;
    this.unit = unit;
    this.name = name;
    this.detail = detail;
  }

  /** The same value under the name that the next formula gives it; null prints it without one. */
  called(name: string | null, detail: string | null = null): Figure<Value> {
    return new Figure(this.value, this.source, this.unit, name, detail);
  }
}

/** A value that the formula wants and nobody gave: `time units (anesthesia_minutes not supplied)`. */
export class MissingFigure {
  readonly name: string;
  readonly words: string;
  /** The parameter that would bring it; null when nothing that can be sent would. */
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
