import { plainCountText, plural } from "../../core/text/plural.ts";
import type { ComparisonOperator } from "../../pricing/worksheet/calculation.ts";
import { LEADS, needsParentheses, SIGNS } from "../../pricing/worksheet/line.ts";
import { amountText, keyText, roundingText, rowPeriod } from "./result-words.ts";
import type {
  ExplainedCalculation,
  ExplainedDecision,
  ExplainedInput,
  ExplainedRow,
  ExplainedStep,
  Expression,
} from "./schema.ts";

export interface ShownStep {
  readonly id: string;
  readonly section: string;
  /** The words of `calculation_method`, or the formula with names and figures. */
  readonly text: string;
  /** The formula by the names of steps and figures, and how it was rounded: `i1 x i2, to cents`. */
  readonly formula: string | null;
  /** Null for a remark, and for what could not be computed. */
  readonly value: string | null;
  readonly applied: boolean;
  readonly decision: string | null;
  readonly paid: boolean;
}

/** The words of a comparison that is true, and of one that is false. */
const COMPARISONS: Readonly<Record<ComparisonOperator, readonly [holds: string, fails: string]>> = {
  greater: ["is greater than", "is not greater than"],
  less: ["is less than", "is not less than"],
  at_least: ["is at least", "is less than"],
  at_most: ["is at most", "is greater than"],
  equal: ["equals", "does not equal"],
};

export function shownSteps(explained: ExplainedCalculation): readonly ShownStep[] {
  const named = namesOf(explained);
  return explained.steps.map((step) => shownStep(step, named, explained.payment));
}

function shownStep(step: ExplainedStep, named: (id: string) => string, payment: string | null): ShownStep {
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

/** `estimated cost ($52101.00) is greater than threshold ($30000.00)`; `named` gives the words of a reference. */
export function decisionText({ compare, of, outcome }: ExplainedDecision, named: (id: string) => string): string {
  const words = COMPARISONS[compare][outcome ? 0 : 1];
  return of.map((expression) => formulaText(expression, named)).join(` ${words} `);
}

/** The words of a reference: `conversion factor (10.00)`, `s1 ($24.00)`; a constant is its digits. */
function namesOf({ steps, inputs }: ExplainedCalculation): (id: string) => string {
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

/** An expression in one line; `leaf` gives the words of a reference. */
export function formulaText(expression: Expression, leaf: (id: string) => string): string {
  if ("ref" in expression) return leaf(expression.ref);
  const { op, of } = expression;
  const shown = of.map((argument, place) => {
    const text = formulaText(argument, leaf);
    return "op" in argument && needsParentheses(argument.op, op, place) ? `(${text})` : text;
  });
  return `${LEADS[op] ?? ""}${shown.join(SIGNS[op])}`;
}

export interface ShownFigure {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** The column of the row; or that it was sent, is a default of the methodology or a constant of a rule. */
  readonly where: string;
  readonly paid: boolean;
}

export interface ShownSource {
  /** The id of the row; null if the source is not a row. */
  readonly id: string | null;
  readonly title: string;
  readonly row: ExplainedRow | null;
  readonly said: readonly LabeledValue[];
  readonly figures: readonly ShownFigure[];
}

interface ShownSources {
  /** The rows that figures are taken from, then the figures that come from elsewhere. */
  readonly ofFigures: readonly ShownSource[];
  /** The rows that decided something and gave no figure, such as the provider's own. */
  readonly withoutFigures: readonly ShownSource[];
}

export function shownSources({ inputs, rows, payment }: ExplainedCalculation): ShownSources {
  const publications = new ShownPublications();
  const figuresOf = (takes: (from: ExplainedInput["from"]) => boolean) =>
    inputs.filter(({ from }) => takes(from)).map((input) => shownFigure(input, payment));
  const used = rows
    .filter((row) => row.used)
    .map((row) => ({ row, figures: figuresOf((from) => "row" in from && from.row === row.id) }));
  const shown = ({ row, figures }: (typeof used)[number]) => usedRow(row, figures, publications);
  const elsewhere = figuresOf((from) => !("row" in from));
  return {
    ofFigures: [
      ...used.filter(({ figures }) => figures.length > 0).map(shown),
      ...(elsewhere.length === 0
        ? []
        : [{ id: null, title: "Not taken from a row", row: null, said: [], figures: elsewhere }]),
    ],
    withoutFigures: used.filter(({ figures }) => figures.length === 0).map(shown),
  };
}

function usedRow(row: ExplainedRow, figures: readonly ShownFigure[], publications: ShownPublications): ShownSource {
  const period = rowPeriod(row);
  return {
    id: row.id,
    title: `${row.table}, line ${row.line}`,
    row,
    said: [
      ["found by", keyText(row.key)],
      ...(period === null ? [] : [["in force", period] as const]),
      ...publications.said(row),
    ],
    figures,
  };
}

function shownFigure({ id, name, value, unit, from }: ExplainedInput, payment: string | null): ShownFigure {
  // A constant has no name but its digits.
  const called = name === value ? "constant" : name;
  return { id, name: called, value: amountText(value, unit), unit, where: whereText(from), paid: id === payment };
}

export function whereText(from: ExplainedInput["from"]): string {
  if ("row" in from) return `column ${from.column}`;
  if ("parameter" in from) return `sent in the request as ${from.parameter}`;
  if ("default" in from) return `default of the methodology, ${from.section}: ${from.default}`;
  return `constant of the rule, ${from.rule}`;
}

/** A labelled fact about a source: `publisher`, and its name. */
export type LabeledValue = readonly [label: string, value: string];

/** Publications of rows: in full the first time, then by the first row that names it. */
export class ShownPublications {
  readonly #rows = new Map<string, string>();

  said({ id, publication }: ExplainedRow): readonly LabeledValue[] {
    if (publication === null) return [["published in", "a source that the dataset does not name"]];
    const { name, publisher, published, edition, file, sha256, place, synthetic } = publication;
    const key = JSON.stringify([name, publisher, edition, file, sha256, publication.confirmed_by_edition]);
    const first = this.#rows.get(key);
    if (first !== undefined)
      return known([
        ["published in", `the same publication as ${first}`],
        ["place", place],
      ]);
    this.#rows.set(key, id);
    return known([
      ["published in", name],
      ["kind", kindOfFigures(synthetic)],
      ["publisher", publisher],
      ["published", edition === null ? published : null],
      ["edition", editionText(edition, publication.confirmed_by_edition)],
      ["file", file],
      ["place", place],
      ["SHA-256", sha256],
    ]);
  }
}

/** Null for published figures, which need no word. */
function kindOfFigures(synthetic: boolean | null): string | null {
  if (synthetic === null) return "published or made up: the dataset does not say which";
  return synthetic ? "made-up figure" : null;
}

function known(said: readonly (readonly [string, string | null])[]): readonly LabeledValue[] {
  return said.filter((each): each is LabeledValue => each[1] !== null);
}

/** `2023-03-15`, and the later edition that confirms it. */
function editionText(edition: string | null, confirmedBy: string | null): string | null {
  if (edition === null || confirmedBy === null) return edition;
  return `first published in the edition of ${edition}; still so in the edition of ${confirmedBy}`;
}

export interface LosingRows {
  readonly count: string;
  readonly lines: string;
  readonly whyNot: string;
  readonly periods: readonly string[];
}

/** The rows of one table and key that were read and not used. */
export interface ConsideredRows {
  readonly title: string;
  readonly table: string;
  readonly key: ExplainedRow["key"];
  /** Only publications that no used row comes from. */
  readonly publications: readonly string[];
  readonly losing: readonly LosingRows[];
}

/** The unused rows, grouped by the reason. */
export function consideredRows(rows: readonly ExplainedRow[]): readonly ConsideredRows[] {
  const unused = rows.filter(({ used }) => !used);
  const used = new Set(rows.filter(({ used }) => used).map(publishedIn));
  const groups = Map.groupBy(unused, ({ table, key }) => `${table}, ${keyText(key)}`);
  return [...groups].map(([title, group]) => ({
    title,
    table: (group[0] as ExplainedRow).table,
    key: (group[0] as ExplainedRow).key,
    publications: distinct(group.map(publishedIn)).filter((publication) => !used.has(publication)),
    losing: [...Map.groupBy(group, ({ why_not }) => why_not ?? "")].map(([whyNot, losers]) => ({
      count: plainCountText(losers.length, "row"),
      lines: linesText(losers.map(({ line }) => line)),
      whyNot,
      periods: distinct(losers.map(rowPeriod)),
    })),
  }));
}

/** `line 490`, or `lines 490 to 501, 507`. */
function linesText(lines: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === line - 1) run.last = line;
    else runs.push({ first: line, last: line });
  }
  const texts = runs.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
  return `${plural(lines.length, "line")} ${texts.join(", ")}`;
}

/** The publication without the place, which differs from row to row. */
function publishedIn({ publication }: ExplainedRow): string | null {
  const { name, publisher, edition, file } = publication ?? {};
  return [name, publisher, edition, file].filter((each) => each != null).join(", ") || null;
}

function distinct(texts: readonly (string | null)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}
