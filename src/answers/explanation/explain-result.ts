import type { RowPlace, Table } from "../../dataset/table.ts";
import type { ReadRow } from "../../pricing/readings.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { RowOrigins } from "../../pricing/row-origins.ts";
import type { Decision, Step, Term } from "../../pricing/worksheet/calculation.ts";
import { type Notation, stepText } from "../../pricing/worksheet/line.ts";
import { appliedSteps } from "./applied-steps.ts";
import type {
  ExplainedDecision,
  ExplainedNoRate,
  ExplainedStep,
  Expression,
  ResultExplanation,
} from "./explanation.ts";
import { keyOfRow, ListedRows } from "./listed-rows.ts";
import { References } from "./references.ts";

/** Where the rows of a calculation come from. */
export interface Registry {
  readonly providers: Table;
  readonly origins: RowOrigins;
}

/** Reads the explanation of one result off the record of its calculation. */
export function explainResult(
  { result, outcome, row }: ProviderResult,
  { providers, origins }: Registry,
  noRate: ExplainedNoRate | null,
): ResultExplanation {
  const { sheet, payment } = outcome;
  const provider = row === null ? [] : [providerRow(row as RowPlace, providers)];
  const rows = new ListedRows([...provider, ...sheet.readings.rowsOn(sheet.day)], origins);
  const references = new References(sheet.steps, rows);
  // Steps of a calculation that came to nothing are explained; the result does not print them.
  const isPrinted = outcome.method !== null;
  const applied = appliedSteps(sheet.steps, payment);
  const steps = sheet.steps.map((step) => ({
    ...explainedStep(step, references, isPrinted ? sheet.notation : null),
    applied: applied.has(step),
  }));
  return {
    result: withoutAbsent(result),
    period: outcome.period,
    payment: payment === null ? null : references.figure(payment),
    steps,
    inputs: references.inputs,
    rows: rows.explained(sheet.day),
    rows_left_out: rows.leftOut,
    no_rate: noRate,
  };
}

/** The provider's own row, which was found by its identifiers. */
function providerRow(row: RowPlace, table: Table): ReadRow {
  return { table, key: keyOfRow(table, row), row, used: true, whyNot: null };
}

/** A result as JSON carries it: fields that do not apply are left out. */
function withoutAbsent(result: Result): Result {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

function explainedStep(step: Step, references: References, notation: Notation | null): Omit<ExplainedStep, "applied"> {
  const { section, formula, value, decimals, unit, decision } = step;
  // What the words around a formula print is a figure of the calculation as well.
  for (const term of termsInWords(step)) references.mention(term);
  if (formula !== null) references.mention(formula);
  return {
    id: references.step(step),
    section,
    expression: formula === null || value === null ? null : operationOf(references.expression(formula)),
    value: value?.text ?? null,
    decimals,
    unit,
    text: notation === null ? null : stepText(step, notation),
    decision: decision === null ? null : explainedDecision(decision, references),
  };
}

/** A value that is taken as it is, as an operation like every other: the sum of one. */
function operationOf(expression: Expression): Expression {
  return "ref" in expression ? { op: "add", of: [expression] } : expression;
}

/** The figures that the words of a step print. */
export function termsInWords({ wording, remark }: Step): readonly Term[] {
  const parts = [wording?.lead, wording?.shown, wording?.trail, remark];
  return parts.flatMap((words) => (typeof words === "object" ? (words?.terms ?? []) : []));
}

function explainedDecision({ compare, of, outcome }: Decision, references: References): ExplainedDecision {
  return { compare, of: of.map((term) => references.expression(term)), outcome };
}
