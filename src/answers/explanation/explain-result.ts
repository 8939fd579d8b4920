import type { Day } from "../../core/calendar/day.ts";
import { contains, type Dated } from "../../core/calendar/period.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type { ReadRow } from "../../pricing/readings.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { RowOrigins } from "../../pricing/row-origins.ts";
import {
  type Decision,
  Figure,
  type Input,
  MissingFigure,
  Operation,
  type Step,
  type Term,
} from "../../pricing/worksheet/calculation.ts";
import { type Notation, stepText } from "../../pricing/worksheet/line.ts";
import type {
  ExplainedCalculation,
  ExplainedDecision,
  ExplainedInput,
  ExplainedNoRate,
  ExplainedRow,
  ExplainedStep,
  Expression,
  InputOrigin,
} from "./schema.ts";

export interface Registry {
  readonly providers: Table;
  readonly origins: RowOrigins;
}

/** The explanation of one result, from the record of its calculation. */
export function explainResult(
  { result, outcome, row }: ProviderResult,
  { providers, origins }: Registry,
  noRate: ExplainedNoRate | null,
): ExplainedCalculation {
  const { sheet, payment } = outcome;
  const provider = row === null ? [] : [providerRow(row as RowPlace, providers)];
  const rows = new ListedRows([...provider, ...sheet.readings.rowsOn(sheet.day)], origins);
  const references = new References(sheet.steps, rows);
  // Explained too: steps of a calculation without a result. The result does not print them.
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

function providerRow(row: RowPlace, table: Table): ReadRow {
  return { table, key: keyOfRow(table, row), row, used: true, whyNot: null };
}

/** The result as in JSON: without fields that do not apply. */
function withoutAbsent(result: Result): Result {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

function explainedStep(step: Step, references: References, notation: Notation | null): Omit<ExplainedStep, "applied"> {
  const { section, formula, value, decimals, unit, decision } = step;
  // A figure that only the words around a formula print is listed too.
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

/** A value without an operation is written as the sum of one. */
function operationOf(expression: Expression): Expression {
  return "ref" in expression ? { op: "add", of: [expression] } : expression;
}

export function termsInWords({ wording, remark }: Step): readonly Term[] {
  const parts = [wording?.lead, wording?.shown, wording?.trail, remark];
  return parts.flatMap((words) => (typeof words === "object" ? (words?.terms ?? []) : []));
}

function explainedDecision({ compare, of, outcome }: Decision, references: References): ExplainedDecision {
  return { compare, of: of.map((term) => references.expression(term)), outcome };
}

/**
 * The steps that were used: those that the payment is computed from, those that decided a comparison, and the steps
 * that these are computed from. Steps that a rule set aside are not used. Without a payment, only the rule says which
 * steps were used.
 */
export function appliedSteps(steps: readonly Step[], payment: Figure | null): ReadonlySet<Step> {
  const kept = steps.filter(({ applied }) => applied);
  if (payment === null) return new Set(kept);
  const applied = new Set<Step>();
  const follow = (term: Term | null) => {
    if (term instanceof Operation) for (const argument of term.of) follow(argument);
    else if (term instanceof Figure && !("from" in term.source)) add(term.source);
  };
  const add = (step: Step) => {
    if (applied.has(step) || !step.applied) return;
    applied.add(step);
    follow(step.formula);
    for (const term of step.decision?.of ?? []) follow(term);
  };
  follow(payment);
  for (const step of kept) if (step.value === null || step.decision?.outcome) add(step);
  return applied;
}

/** Names the steps and inputs of a calculation (`s1`, `i1`), and writes expressions with these names. */
export class References {
  readonly inputs: ExplainedInput[] = [];
  readonly #steps = new Map<Step, string>();
  readonly #inputs = new Map<Input, string>();
  /** A figure that a rule reads twice is one input. */
  readonly #inputsByOrigin = new Map<string, string>();
  readonly #rows: ListedRows;

  constructor(steps: readonly Step[], rows: ListedRows) {
    this.#rows = rows;
    for (const [place, step] of steps.entries()) this.#steps.set(step, `s${place + 1}`);
  }

  step(step: Step): string {
    const id = this.#steps.get(step);
    if (id === undefined) throw new Error(`The step of ${step.section} is not on this sheet`);
    return id;
  }

  figure({ source, name }: Figure): string {
    return "from" in source ? this.#input(source, name ?? source.name) : this.step(source);
  }

  /** Names the figures of a formula, complete or not. */
  mention(term: Term): void {
    if (term instanceof Figure) this.figure(term);
    else if (term instanceof Operation) for (const argument of term.of) this.mention(argument);
  }

  /** `term` is a complete formula. */
  expression(term: Term): Expression {
    if (term instanceof Figure) return { ref: this.figure(term) };
    if (term instanceof MissingFigure) throw new Error(`The formula lacks its ${term.name}: ${term.words}`);
    return { op: term.operator, of: term.of.map((argument) => this.expression(argument)) };
  }

  #input(input: Input, name: string): string {
    const known = this.#inputs.get(input);
    if (known !== undefined) return known;
    const from = this.#origin(input);
    const key = JSON.stringify([input.value.text, input.unit, from]);
    const id = this.#inputsByOrigin.get(key) ?? this.#added(name, input, from, key);
    this.#inputs.set(input, id);
    return id;
  }

  #added(name: string, input: Input, from: InputOrigin, key: string): string {
    const id = `i${this.inputs.length + 1}`;
    this.inputs.push({ id, name, value: this.#publishedDigits(input), unit: input.unit, from });
    this.#inputsByOrigin.set(key, id);
    return id;
  }

  /** Dollars have two decimals here; a file may have fewer. */
  #publishedDigits({ value, unit, from }: Input): string {
    const cell = unit === "dollars" && "row" in from ? this.#rows.cell(from.row, from.column) : null;
    return cell ?? value.text;
  }

  #origin({ from }: Input): InputOrigin {
    if (!("row" in from)) return from;
    const { row, column } = from;
    const builtIn = this.#rows.builtInSection(row, column);
    const header = snakeCase(column);
    return builtIn === null ? { row: this.#rows.idOf(row), column: header } : { default: header, section: builtIn };
  }
}

/** Unused rows that are listed; the rest is counted. */
const UNUSED_ROWS_MAX = 20;

/** The rows that a calculation read, named `r1`, `r2` ... in the order of reading. */
export class ListedRows {
  readonly leftOut: number;
  readonly #listed: readonly ReadRow[];
  readonly #ids = new Map<object, string>();
  readonly #tables = new Map<object, Table>();
  readonly #origins: RowOrigins;
  /** A cache of rows: reading one takes longer than explaining it. */
  readonly #cells = new Map<object, Readonly<Record<string, string | null>>>();

  constructor(read: readonly ReadRow[], origins: RowOrigins) {
    this.#origins = origins;
    let unused = 0;
    this.#listed = read.filter(({ used }) => {
      if (used) return true;
      unused += 1;
      return unused <= UNUSED_ROWS_MAX;
    });
    this.leftOut = read.length - this.#listed.length;
    for (const [place, { row, table }] of this.#listed.entries()) {
      this.#ids.set(row, `r${place + 1}`);
      this.#tables.set(row, table);
    }
  }

  idOf(row: object): string {
    const id = this.#ids.get(row);
    if (id === undefined) throw new Error("A figure comes from a row that the sheet has not read");
    return id;
  }

  /** The cell in the CSV file; null when it is empty. */
  cell(row: object, column: string): string | null {
    const table = this.#tables.get(row);
    if (table === undefined) return null;
    const cells = this.#cells.get(row) ?? this.#origins.cellsOf(table, row as RowPlace);
    this.#cells.set(row, cells);
    return cells[snakeCase(column)] ?? null;
  }

  /** The page's section that gives an empty cell its figure; null if the cell has a figure. */
  builtInSection(row: object, column: string): string | null {
    const table = this.#tables.get(row);
    // A cell with a figure is empty only in a column with a default.
    if (table === undefined || table.columns[column]?.absent === null) return null;
    if (table.columns[column]?.required) return null;
    return this.cell(row, column) === null ? table.section : null;
  }

  /** The key as in the CSV file, even if rows are found by another form of it. */
  #cellsOfKey(table: Table, row: RowPlace, found: Readonly<Record<string, unknown>>): ExplainedRow["key"] {
    // A small table is read as a whole: then its own key identifies the row.
    const key = table.readBy.length === 0 ? keyOfRow(table, row) : found;
    const cells = keyCells(key);
    if (!Object.keys(key).some((name) => table.columns[name]?.isRewritten)) return cells;
    const written = this.#origins.cellsOf(table, row);
    return Object.fromEntries(
      Object.entries(key).map(([name]) => {
        const header = snakeCase(name);
        return [header, table.columns[name]?.isRewritten ? (written[header] ?? null) : (cells[header] ?? null)];
      }),
    );
  }

  #publicationOf(table: Table, row: RowPlace, day: Day): ExplainedRow["publication"] {
    const publication = this.#origins.publicationOf(table, row.line);
    if (publication === null) return null;
    const isEffective = table.dated && contains((row as RowPlace & Dated).period, day);
    return {
      ...publication,
      confirmed_by_edition: isEffective ? this.#origins.confirmedBy(table, row.line, day) : null,
    };
  }

  /** As of the day that was priced. */
  explained(day: Day): readonly ExplainedRow[] {
    return this.#listed.map(({ table, row, key, used, whyNot }, place) => {
      const period = table.dated ? (row as RowPlace & Dated).period : null;
      return {
        id: `r${place + 1}`,
        table: titleOf(table),
        line: row.line,
        key: this.#cellsOfKey(table, row, key),
        effective_start_date: period?.start ?? null,
        effective_end_date: period?.end ?? null,
        used,
        why_not: whyNot,
        publication: this.#publicationOf(table, row, day),
      };
    });
  }
}

/** The cells that identify a row. */
export function keyOfRow({ key }: Table, row: object): Readonly<Record<string, unknown>> {
  const cells = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(key.map((name) => [name, cells[name]]));
}

/** A key by the headers of its columns. */
export function keyCells(key: Readonly<Record<string, unknown>>): ExplainedRow["key"] {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [snakeCase(name), value as string]));
}
