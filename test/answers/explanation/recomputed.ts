import type { CsvFiles } from "./csv-files.ts";
import { computed, type Fraction, fraction, order, roundedHalfUp } from "./fractions.ts";

/*
 * A reader of explanations who knows nothing but their JSON, the answer of the plain lookup and the CSV files of the dataset:
 * recomputes every step, finds every figure in its cell, and says what does not fit.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON as a stranger reads it
type Json = any;

/** Everything in an explanation that does not fit; empty when all of it does. */
export function faultsOf(explanation: Json, results: readonly Json[], files: CsvFiles): string[] {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  expect(explanation.explanations.length === results.length, "not one explanation for each result");
  explanation.explanations.forEach((each: Json, place: number) => {
    expect(JSON.stringify(sorted(each.result)) === JSON.stringify(sorted(results[place] ?? {})), "another result");
    try {
      checkResult(each, explanation.request, files, expect);
    } catch (error) {
      // What cannot even be read (a line that there is not, a reference to nothing) does not fit either.
      faults.push((error as Error).message);
    }
  });
  return faults;
}

type Expect = (holds: boolean, fault: string) => void;

function checkResult(explained: Json, request: Json, files: CsvFiles, expect: Expect): void {
  const { result, steps, inputs, rows, payment, no_rate: noRate, rows_left_out: leftOut } = explained;
  const values = new Map<string, Fraction>();
  const rowsById = new Map<string, Json>(rows.map((row: Json) => [row.id, row]));

  rows.forEach((row: Json, place: number) => {
    expect(row.id === `r${place + 1}`, `row ${row.id} is not in order`);
    checkRow(row, files, expect);
  });
  const unused = rows.filter((row: Json) => !row.used).length;
  expect(unused <= 20, "more than 20 rows that were not used");
  expect(leftOut === 0 || (leftOut > 0 && unused === 20), `${leftOut} rows left out beside ${unused}`);

  inputs.forEach((input: Json, place: number) => {
    expect(input.id === `i${place + 1}`, `input ${input.id} is not in order`);
    values.set(input.id, fraction(input.value));
    checkInput(input, rowsById, request, files, expect);
  });

  const texts: string[] = [];
  steps.forEach((step: Json, place: number) => {
    expect(step.id === `s${place + 1}`, `step ${step.id} is not in order`);
    expect(/^[a-z]{2} [0-9]/.test(step.section), `${step.id} has section ${step.section}`);
    if (step.text !== null) texts.push(step.text);
    if (result.payment_rate !== null && step.applied && step.value !== null && step.decision === null) {
      expect(isUsed(step.id, payment, steps), `${step.id} is applied and nothing is computed from it`);
    }
    if (step.expression === null) expect(step.value === null, `${step.id} has a value and no expression`);
    else {
      const exact = evaluated(step.expression, values);
      const value = step.decimals === null ? exact : roundedHalfUp(exact, step.decimals);
      expect(order(value, fraction(step.value)) === 0, `${step.id}: ${step.text} is not ${step.value}`);
      values.set(step.id, fraction(step.value));
    }
    if (step.decision !== null) checkDecision(step, values, expect);
  });
  if (result.calculation_method === null) expect(texts.length === 0, "texts of a result that prints none");
  else {
    for (const figure of figuresIn(result.calculation_method)) {
      const isKnown = [...values.values()].some((value) => order(value, fraction(figure)) === 0);
      expect(isKnown, `${figure} of ${result.calculation_method} is no figure of the record`);
    }
    expect(
      texts.join("; ") === result.calculation_method,
      `the texts are ${texts.join("; ")}, not ${result.calculation_method}`,
    );
  }

  if (result.payment_rate === null) {
    expect(payment === null, "a payment without a payment_rate");
    expect(noRate !== null, "neither a price nor a reason");
    if (noRate !== null) expect(noRate.message === result.error_message, `no_rate says ${noRate.message}`);
  } else {
    expect(noRate === null, "a price and a reason why there is none");
    const paid = values.get(payment);
    expect(
      paid !== undefined && order(paid, fraction(result.payment_rate)) === 0,
      `${payment} is not ${result.payment_rate}`,
    );
    const last = [...steps, ...inputs].find((each: Json) => each.id === payment);
    expect(last?.value === result.payment_rate, `${payment} prints ${last?.value}, not ${result.payment_rate}`);
    for (const step of stepsBehind(payment, steps)) expect(step.applied, `${step.id} is paid and not applied`);
  }
}

/** What a text prints as a figure: behind a dollar sign, or at the beginning of parentheses. */
function figuresIn(text: string): readonly string[] {
  // Groups and localities are names, whatever they are made of.
  const figures = /(?<!group |locality )(?:\$|\(\$?)([0-9]+(?:\.[0-9]+)?)(?![0-9A-Za-z-])/g;
  return [...text.matchAll(figures)].map(([, figure]) => figure as string);
}

/** Whether a step is paid, computed with, or compared with. */
function isUsed(id: string, payment: string, steps: readonly Json[]): boolean {
  return (
    id === payment ||
    steps.some((step) =>
      [...referencesOf(step.expression), ...(step.decision?.of ?? []).flatMap(referencesOf)].includes(id),
    )
  );
}

/** The steps that a payment is computed from, its own included. */
function stepsBehind(payment: string, steps: readonly Json[]): readonly Json[] {
  const behind = new Set<Json>();
  const follow = (id: string) => {
    const step = steps.find((each) => each.id === id);
    if (step === undefined || behind.has(step)) return;
    behind.add(step);
    for (const reference of referencesOf(step.expression)) follow(reference);
  };
  follow(payment);
  return [...behind];
}

function referencesOf(expression: Json): readonly string[] {
  if (expression === null) return [];
  return "ref" in expression ? [expression.ref] : expression.of.flatMap(referencesOf);
}

function evaluated(expression: Json, values: ReadonlyMap<string, Fraction>): Fraction {
  if ("ref" in expression) {
    const value = values.get(expression.ref);
    if (value === undefined) throw new Error(`${expression.ref} is not known yet`);
    return value;
  }
  return computed(
    expression.op,
    expression.of.map((argument: Json) => evaluated(argument, values)),
  );
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  greater: (order) => order > 0,
  less: (order) => order < 0,
  at_least: (order) => order >= 0,
  at_most: (order) => order <= 0,
  equal: (order) => order === 0,
};

function checkDecision({ id, decision }: Json, values: ReadonlyMap<string, Fraction>, expect: Expect): void {
  const [first, second] = decision.of.map((each: Json) => evaluated(each, values));
  const holds = COMPARISONS[decision.compare]?.(order(first, second));
  expect(holds === decision.outcome, `${id}: its decision is not ${decision.outcome}`);
}

/** The key and the dates of a row are those of its line; some keys are compared in another spelling than they are written. */
function checkRow(row: Json, files: CsvFiles, expect: Expect): void {
  const cells = files.line(row.table, row.line);
  for (const [column, value] of Object.entries(row.key)) {
    const cell = cells.get(column) ?? "";
    expect(alike(cell, value), `${row.table}:${row.line}:${column} is "${cell}", not ${value}`);
  }
  for (const column of ["effective_start_date", "effective_end_date"]) {
    expect((cells.get(column) ?? "") === (row[column] ?? ""), `${row.table}:${row.line}: another ${column}`);
  }
  expect(row.used === (row.why_not === null), `${row.table}:${row.line}: used or not?`);
}

function alike(cell: string, value: unknown): boolean {
  return cell === (value === null ? "" : String(value));
}

function checkInput(
  { id, name, value, unit, from }: Json,
  rows: ReadonlyMap<string, Json>,
  request: Json,
  files: CsvFiles,
  expect: Expect,
): void {
  expect(name !== "" && ["dollars", "factor", "days", "units"].includes(unit), `${id} has no name or unit`);
  if ("row" in from) {
    const row = rows.get(from.row);
    expect(row?.used === true, `${id} comes from ${from.row}, which is not used`);
    const cell = row === undefined ? "" : (files.line(row.table, row.line).get(from.column) ?? "");
    expect(
      cell !== "" && order(fraction(cell), fraction(value)) === 0,
      `${id} is ${value}; ${row?.table}:${row?.line}:${from.column} is "${cell}"`,
    );
    // Dollars are printed with their cents, whole numbers plainly; everything else keeps its digits.
    const isPublished = cell === value || unit === "dollars" || !cell.includes(".");
    expect(isPublished, `${id} is ${value}, published as "${cell}"`);
  } else if ("parameter" in from) {
    const sent = request[from.parameter];
    expect(
      sent !== undefined && order(fraction(String(sent)), fraction(value)) === 0,
      `${id} is ${value}, not ${sent}`,
    );
  } else if ("default" in from) {
    expect(/^[a-z]{2} 2/.test(from.section), `${id} is a default of ${from.section}`);
  } else expect(/^[a-z]{2} [0-9]/.test(from.rule), `${id} is a constant of ${from.rule}`);
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
