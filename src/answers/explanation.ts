import { programVersion } from "../core/files/installation.ts";
import { answerAtOnce, lookupResults } from "../pricing/answer.ts";
import type { LookupRequest } from "../pricing/lookup.ts";
import type { RequestFields } from "../pricing/request/read.ts";
import type { ProviderResult } from "../pricing/result.ts";
import { EXPLAIN_SUFFIX } from "../pricing/state/api-paths.ts";
import { type Answered, answerKind, gathered, type LookupSubject } from "./answer.ts";
import { type CsvColumn, type CsvTable, csvColumn, csvTable, memberColumns } from "./csv-table.ts";
import { explain, namesSent } from "./explanation/explain.ts";
import { shownSteps, whereText } from "./explanation/record-words.ts";
import { keyText } from "./explanation/result-words.ts";
import {
  type ExplainedInput,
  type ExplainedRow,
  type Explanation,
  explanationSchema,
  type ResultExplanation,
} from "./explanation/schema.ts";
import { explanationText } from "./explanation/text.ts";

/** A lookup with the record of its calculation. */
export const explanation = answerKind({
  about: "lookup",
  name: "explain",
  path: EXPLAIN_SUFFIX,
  noun: "explanation",
  summary: "explained",
  description: () =>
    "The lookup with its calculation: every step, every figure with its row and publication, what was assumed and what else was considered. Anyone can recompute the price.",
  counts: "one lookup",
  // An explanation is long: one shows what it is.
  examples: ({ examples }) => examples.slice(0, 1),
  command: {
    description: "answer one rate lookup with every step, figure and source of its prices",
    parameters: "the parameters of the lookup, name=value",
    json: "print the record as JSON",
    example: "ratebook explain ca outpatient --release rates.db npi=1234567893 billing_code=99213 --html > price.html",
  },
  rows: "One row for each step and each figure, with its source.",
  parameters: (_state, { parameters, reader }) => ({ parameters, read: reader.fromQuery }),
  schema: explanationSchema,
  answer: async (request, subject, fields) =>
    explained(request, await lookupResults(subject.lookup, request, subject.source), subject, fields),
  answerAtOnce: (request, subject, fields) => {
    const results = answerAtOnce(subject.lookup, request, subject.source);
    return results === null ? null : explained(request, results, subject, fields);
  },
  table: ({ value }) => explanationTable(value),
  text: ({ value }, { source: { state }, lookup }) => ({
    text: explanationText(value, { state, lookup }),
    remarks: [],
  }),
  page: async ({ value }, { source: { state }, lookup, release }) => {
    const { explanationPage } = await import("./explanation/page.ts");
    return explanationPage(value, { state, lookup }, release.description.sources);
  },
});

function explained(
  request: LookupRequest,
  answered: readonly ProviderResult[],
  subject: LookupSubject,
  fields: RequestFields,
): Answered<Explanation> {
  const { lookup, source, release } = subject;
  const { name, version, contentHash } = release.description;
  const results = [answered];
  const caveats = gathered(subject, results);
  const { stale, empty } = caveats;
  const value = explain(
    { lookup, request, sent: namesSent(fields), results: answered, stale, empty },
    { name, version, contentHash, engineVersion: programVersion(), origins: release.origins, source },
  );
  return { value, lookups: 1, results, caveats };
}

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
  /** The row that it comes from, or the row that was searched for. */
  readonly row?: Pick<ExplainedRow, "table"> & Partial<ExplainedRow>;
}

/** A line of one result, or of the whole lookup (result null). */
interface ExplainedLine extends Line {
  readonly number: number | null;
  readonly of: ResultExplanation | null;
}

/** Fields of every lookup's result (contract 2.3). */
const RESULT_FIELDS = ["npi", "state_provider_id", "provider_name", "billing_code", "payment_rate"];

const PUBLICATION_FIELDS = [
  "publisher",
  "published",
  "synthetic",
  "edition",
  "confirmed_by_edition",
  "file",
  "sha256",
  "place",
] as const;

const ofLine = (...names: readonly (keyof Line)[]) => memberColumns((line: ExplainedLine) => line, names);

const COLUMNS: readonly CsvColumn<ExplainedLine>[] = [
  csvColumn("result_number", ({ number }) => number),
  ...memberColumns(({ of }: ExplainedLine) => of?.result, RESULT_FIELDS),
  ...ofLine("kind", "id", "name", "value", "unit"),
  csvColumn("paid", ({ kind, id, of }) => (kind === "step" || kind === "input" ? id === of?.payment : null)),
  ...ofLine("applied", "text", "formula", "decision", "section", "source"),
  ...memberColumns(({ row }: ExplainedLine) => row, ["table", "line"]),
  ...ofLine("column"),
  csvColumn("key", ({ row }) => (row?.key === undefined ? null : keyText(row.key))),
  ...memberColumns(({ row }: ExplainedLine) => row, ["effective_start_date", "effective_end_date"]),
  csvColumn("publication", ({ row }) => row?.publication?.name),
  ...memberColumns(({ row }: ExplainedLine) => row?.publication, PUBLICATION_FIELDS),
];

/**
 * For each result: a line with its calculation, a line for each step and figure with its cell and publication, and a
 * line for each remedy. At the end: what was assumed, and which tables are old or empty.
 */
function explanationTable(explanation: Explanation): CsvTable {
  const { release, engine_version } = explanation;
  const columns: readonly CsvColumn<ExplainedLine>[] = [
    ...COLUMNS,
    csvColumn("release_version", () => release.version),
    csvColumn("release_content_hash", () => release.content_hash),
    csvColumn("engine_version", () => engine_version),
  ];
  const ofResults = explanation.explanations.flatMap((of, place) =>
    resultLines(of).map((line): ExplainedLine => ({ ...line, number: place + 1, of })),
  );
  const ofLookup = lookupLines(explanation).map((line): ExplainedLine => ({ ...line, number: null, of: null }));
  return csvTable(columns, [...ofResults, ...ofLookup]);
}

function resultLines(explained: ResultExplanation): readonly Line[] {
  const { result, payment, steps, inputs, rows, no_rate } = explained;
  return [
    { kind: "result", id: payment, value: result.payment_rate, text: result.calculation_method },
    ...shownSteps(explained).map(({ id, applied, text, formula, decision, section }, place): Line => {
      // The digits of the record, without the dollar sign of the text.
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
