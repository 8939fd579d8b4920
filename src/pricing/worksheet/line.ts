import type { Exact } from "../../core/money/money.ts";
import {
  Figure,
  MissingFigure,
  Operation,
  type Operator,
  type Step,
  type Term,
  type Wording,
  type Words,
} from "./calculation.ts";

/**
 * How a state's page writes dollars: California and Georgia with their sign everywhere, Florida and New York without it in
 * parentheses, where the name says what the value is.
 */
export interface Notation {
  readonly dollarSignInParentheses: boolean;
}

/** The text of a step in `calculation_method`; null if it is not printed. */
export function stepText(step: Step, notation: Notation): string | null {
  const { wording, formula, value, remark } = step;
  if (wording === null) return null;
  let text = aroundText(wording.lead, notation);
  if (wording.shown !== undefined) text += wordsText(wording.shown, notation);
  else if (formula !== null) text += termText(formula, notation);
  text += aroundText(wording.trail, notation);
  if (value !== null && !wording.isResultUnsaid) text += ` = ${resultText(step, value, wording, notation)}`;
  return remark === null ? text : `${text}, ${wordsText(remark, notation)}`;
}

function aroundText(around: string | Words = "", notation: Notation): string {
  return typeof around === "string" ? around : wordsText(around, notation);
}

function resultText({ unit }: Step, value: Exact, { resultName, resultLabel }: Wording, notation: Notation): string {
  const digits = value.text;
  const shown = unit === "dollars" ? `$${digits}` : digits;
  if (resultName !== undefined) return `${resultName} (${notation.dollarSignInParentheses ? shown : digits})`;
  return resultLabel === undefined ? shown : `${resultLabel} ${shown}`;
}

export function wordsText({ texts, terms }: Words, notation: Notation): string {
  let text = texts[0] as string;
  for (let place = 0; place < terms.length; place += 1) {
    text += termText(terms[place] as Term, notation) + (texts[place + 1] as string);
  }
  return text;
}

/** A formula in one line of ASCII (conventions 3.8). */
export function termText(term: Term, notation: Notation): string {
  if (term instanceof Figure) return figureText(term, notation);
  if (term instanceof MissingFigure) return `${term.name} (${term.words})`;
  const { operator, of } = term;
  let text = LEADS[operator] ?? "";
  for (let place = 0; place < of.length; place += 1) {
    const argument = of[place] as Term;
    const shown = termText(argument, notation);
    if (place > 0) text += SIGNS[operator];
    text +=
      argument instanceof Operation && needsParentheses(argument.operator, operator, place) ? `(${shown})` : shown;
  }
  return text;
}

function figureText({ value, unit, name, detail }: Figure, { dollarSignInParentheses }: Notation): string {
  const digits = value.text;
  if (name === null) return unit === "dollars" ? `$${digits}` : digits;
  const sign = dollarSignInParentheses && unit === "dollars" ? "$" : "";
  return detail === null ? `${name} (${sign}${digits})` : `${name} (${sign}${digits}${detail})`;
}

/* How operations are written between and before their arguments (infix notation). */

export const SIGNS: Readonly<Record<Operator, string>> = {
  add: " + ",
  subtract: " - ",
  multiply: " x ",
  divide: " / ",
  min: " and ",
  max: " and ",
};

export const LEADS: Partial<Record<Operator, string>> = { min: "lesser of ", max: "greater of " };

/**
 * Whether an inner operation needs parentheses: a sum in a product, the right side of a subtraction or division, and a
 * choice, whose text has no closing mark.
 */
export function needsParentheses(inner: Operator, outer: Operator, place: number): boolean {
  if (inner === "min" || inner === "max") return true;
  if (outer === "divide" && place > 0) return true;
  const innerIsSum = inner === "add" || inner === "subtract";
  if (outer === "multiply" || outer === "divide") return innerIsSum || (place > 0 && inner === "divide");
  return outer === "subtract" && place > 0 && innerIsSum;
}
