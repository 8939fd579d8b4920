import type { ExplainedInput, ExplainedRow, ResultExplanation } from "../explanation.ts";
import { amountText } from "./amount.ts";
import { keyText, rowPeriod } from "./period.ts";
import { type Said, ToldPublications } from "./publication.ts";

/** A figure that the calculation starts from. */
export interface ToldFigure {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** The column of the row; or that it was sent, is a default of the methodology or a constant of a rule. */
  readonly where: string;
  readonly paid: boolean;
}

/** Where figures come from, and the figures. */
export interface ToldSource {
  /** The row's; null for what is not a row. */
  readonly id: string | null;
  readonly title: string;
  readonly said: readonly Said[];
  readonly figures: readonly ToldFigure[];
}

interface ToldSources {
  /** The rows that figures are taken from, then the figures that come from elsewhere. */
  readonly ofFigures: readonly ToldSource[];
  /** The rows that decided something and gave no figure, such as the provider's own. */
  readonly withoutFigures: readonly ToldSource[];
}

export function toldSources({ inputs, rows, payment }: ResultExplanation): ToldSources {
  const publications = new ToldPublications();
  const figuresOf = (takes: (from: ExplainedInput["from"]) => boolean) =>
    inputs.filter(({ from }) => takes(from)).map((input) => toldFigure(input, payment));
  const used = rows
    .filter((row) => row.used)
    .map((row) => ({ row, figures: figuresOf((from) => "row" in from && from.row === row.id) }));
  const told = ({ row, figures }: (typeof used)[number]) => usedRow(row, figures, publications);
  const elsewhere = figuresOf((from) => !("row" in from));
  return {
    ofFigures: [
      ...used.filter(({ figures }) => figures.length > 0).map(told),
      ...(elsewhere.length === 0 ? [] : [{ id: null, title: "Not taken from a row", said: [], figures: elsewhere }]),
    ],
    withoutFigures: used.filter(({ figures }) => figures.length === 0).map(told),
  };
}

function usedRow(row: ExplainedRow, figures: readonly ToldFigure[], publications: ToldPublications): ToldSource {
  const period = rowPeriod(row);
  return {
    id: row.id,
    title: `${row.table}, line ${row.line}`,
    said: [
      ["found by", keyText(row.key)],
      ...(period === null ? [] : [["in force", period] as const]),
      ...publications.said(row),
    ],
    figures,
  };
}

function toldFigure({ id, name, value, unit, from }: ExplainedInput, payment: string | null): ToldFigure {
  // A constant has no name but its digits.
  const called = name === value ? "constant" : name;
  return { id, name: called, value: amountText(value, unit), unit, where: whereText(from), paid: id === payment };
}

/** Where a figure stands, in words. */
export function whereText(from: ExplainedInput["from"]): string {
  if ("row" in from) return `column ${from.column}`;
  if ("parameter" in from) return `sent in the request as ${from.parameter}`;
  if ("default" in from) return `default of the methodology, ${from.section}: ${from.default}`;
  return `constant of the rule, ${from.rule}`;
}
