import type { ExplainedInput, ExplainedRow, Explanation, ResultExplanation } from "../../explanation/explanation.ts";
import { keyText } from "../../explanation/words/period.ts";
import { whereText } from "../../explanation/words/sources.ts";
import { toldSteps } from "../../explanation/words/steps.ts";
import { type Column, column, csvOf } from "./table.ts";

/** What a line of the table is about. */
type LineKind = "result" | "step" | "input" | "no_rate" | "remedy" | "assumption" | "stale_table" | "empty_table";

interface Line {
  readonly kind: LineKind;
  readonly id?: string | null;
  readonly name?: string;
  readonly value?: unknown;
  readonly unit?: string | null;
  readonly applied?: boolean;
  readonly text?: unknown;
  readonly formula?: string | null;
  readonly decision?: string | null;
  readonly section?: string;
  readonly source?: string;
  readonly column?: string;
  /** Where it stands: the row that it was taken from, or what was looked for or is meant. */
  readonly row?: Pick<ExplainedRow, "table"> & Partial<ExplainedRow>;
}

/** A line of one result; or of the whole lookup, whose result is null. */
interface ExplainedLine extends Line {
  readonly number: number | null;
  readonly of: ResultExplanation | null;
}

/** Of the result that a line is about; they are fields of every lookup (contract 2.3). */
const RESULT_FIELDS = ["npi", "state_provider_id", "provider_name", "billing_code", "payment_rate"] as const;

const PUBLICATION_FIELDS = ["publisher", "edition", "confirmed_by_edition", "file", "sha256", "place"] as const;

const COLUMNS: readonly Column<ExplainedLine>[] = [
  column("result_number", ({ number }) => number),
  ...RESULT_FIELDS.map((name) => column<ExplainedLine>(name, ({ of }) => of?.result[name])),
  column("kind", ({ kind }) => kind),
  column("id", ({ id }) => id),
  column("name", ({ name }) => name),
  column("value", ({ value }) => value),
  column("unit", ({ unit }) => unit),
  column("paid", ({ kind, id, of }) => (kind === "step" || kind === "input" ? id === of?.payment : null)),
  column("applied", ({ applied }) => applied),
  column("text", ({ text }) => text),
  column("formula", ({ formula }) => formula),
  column("decision", ({ decision }) => decision),
  column("section", ({ section }) => section),
  column("source", ({ source }) => source),
  column("table", ({ row }) => row?.table),
  column("line", ({ row }) => row?.line),
  column("column", ({ column: name }) => name),
  column("key", ({ row }) => (row?.key === undefined ? null : keyText(row.key))),
  column("effective_start_date", ({ row }) => row?.effective_start_date),
  column("effective_end_date", ({ row }) => row?.effective_end_date),
  column("publication", ({ row }) => row?.publication?.name),
  ...PUBLICATION_FIELDS.map((name) => column<ExplainedLine>(name, ({ row }) => row?.publication?.[name])),
];

/**
 * An explanation: for each result one line with its calculation, then one for each step and each figure with the cell and the
 * publication that it comes from, and one for each remedy; last what was assumed and which tables are old or empty.
 */
export function explanationCsv(explanation: Explanation): string {
  const { release, engine_version } = explanation;
  const columns: readonly Column<ExplainedLine>[] = [
    ...COLUMNS,
    column("release_version", () => release.version),
    column("release_content_hash", () => release.content_hash),
    column("engine_version", () => engine_version),
  ];
  const ofResults = explanation.explanations.flatMap((of, place) =>
    resultLines(of).map((line): ExplainedLine => ({ ...line, number: place + 1, of })),
  );
  const ofLookup = lookupLines(explanation).map((line): ExplainedLine => ({ ...line, number: null, of: null }));
  return csvOf(columns, [...ofResults, ...ofLookup]);
}

function resultLines(explained: ResultExplanation): readonly Line[] {
  const { result, payment, steps, inputs, rows, no_rate } = explained;
  return [
    { kind: "result", id: payment, value: result.payment_rate, text: result.calculation_method },
    ...toldSteps(explained).map(({ id, applied, text, formula, decision, section }, place): Line => {
      // With the digits of the record: words put a sign before dollars.
      const { value, unit } = steps[place] ?? { value: null, unit: null };
      return { kind: "step", id, value, unit, applied, text, formula, decision, section };
    }),
    ...inputs.map((input) => inputLine(input, rows)),
    ...(no_rate === null ? [] : noRateLines(no_rate)),
  ];
}

function inputLine({ id, name, value, unit, from }: ExplainedInput, rows: readonly ExplainedRow[]): Line {
  const line: Line = { kind: "input", id, name, value, unit, source: whereText(from) };
  if (!("row" in from)) return line;
  const row = rows.find((each) => each.id === from.row);
  return { ...line, column: from.column, ...(row === undefined ? {} : { row }) };
}

function noRateLines({ code, message, sought, remedy }: NonNullable<ResultExplanation["no_rate"]>): readonly Line[] {
  return [
    { kind: "no_rate", name: code, text: message, ...(sought === null ? {} : { row: sought }) },
    ...remedy.map(({ parameter, value, why }): Line => ({ kind: "remedy", name: parameter, value, text: why })),
  ];
}

function lookupLines({ assumptions, stale, empty_tables }: Explanation): readonly Line[] {
  return [
    ...assumptions.map(
      ({ parameter, value, reason }): Line => ({ kind: "assumption", name: parameter, value, text: reason }),
    ),
    ...stale.map(
      ({ table, edition, message }): Line => ({ kind: "stale_table", value: edition, text: message, row: { table } }),
    ),
    ...empty_tables.map(({ table, message }): Line => ({ kind: "empty_table", text: message, row: { table } })),
  ];
}
