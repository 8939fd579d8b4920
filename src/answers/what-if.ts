import { priceDifference } from "../core/money/comparison.ts";
import {
  array,
  choice,
  named,
  nullable,
  nullableDecimal,
  nullableInteger,
  nullableString,
  object,
  plainValue,
  record,
  type Schema,
  string,
  type ValueOf,
} from "../core/schema/schema.ts";
import { quoted } from "../core/text/refusal.ts";
import { snakeCase } from "../core/text/spelling.ts";
import { wrapped } from "../core/text/terminal.ts";
import { NO_LINE, type RateData, type RowPlace, titleOf } from "../dataset/table.ts";
import { answerAtOnce } from "../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../pricing/lookup.ts";
import { NO_RATE_CODES, type NoRateCode } from "../pricing/no-rate.ts";
import { text as textParameter } from "../pricing/request/kinds.ts";
import type { Parameter } from "../pricing/request/parameter.ts";
import { type RequestFault, requestReader } from "../pricing/request/read.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import type { State } from "../pricing/state/state.ts";
import { UNITS } from "../pricing/worksheet/calculation.ts";
import {
  type Answered,
  type AnswerText,
  answerKind,
  type LookupSubject,
  type ReadParameters,
  type RequestErrors,
} from "./answer.ts";
import { type CsvTable, csvColumn, csvTable, memberColumns } from "./csv-table.ts";
import { understoodRequest } from "./explanation/explain.ts";
import { amountText, codeWithSeverity, outcomeText, providerText } from "./explanation/result-words.ts";
import { noRateSchema, understoodSchema } from "./explanation/schema.ts";
import { matched } from "./history/result-changes.ts";
import { listOf, namingOneProvider, ofOneProvider } from "./parameters.ts";
import {
  invalidSet,
  type PublishedFigure,
  type Replacement,
  type SentFigure,
  SettableFigures,
  withFigures,
} from "./what-if/figures.ts";
import { type DifferingStep, differingStep, differingSteps } from "./what-if/steps.ts";

/** Prices of the sample data read at most 12 figures. A name with its value takes up to 200 characters. */
const FIGURES_MAX = 20;
const SET_CHARACTERS_MAX = 4000;

/** A lookup with the caller's figures in place of published ones. */
export const whatIf = answerKind({
  about: "lookup",
  name: "what-if",
  path: "/what-if",
  noun: "what-if",
  summary: "with other figures",
  description: () =>
    "One lookup, and the same with your figures in place of published ones (`set`): both results, the difference, and the steps that differ. `figures` names what can be set.",
  counts: "two lookups for each result",
  // Without `set`: only the loaded data shows which figures a price reads, and the answer names them.
  examples: ({ examples }) => examples.slice(0, 1),
  command: {
    description: "price one lookup with your figures in place of published ones, and show what differs",
    parameters: "the parameters of the lookup, name=value; also set=TABLE/NAME=VALUE or set=TABLE/KEY/COLUMN=VALUE",
    example:
      "ratebook what-if ca outpatient --release rates.db npi=1234567893 billing_code=99213 set=ca/outpatient_rates/99213/unit_value=2.5",
  },
  rows: "One row for each figure that can be set, for each result and for each step that differs.",
  parameters: whatIfParameters,
  schema: whatIfSchema,
  answer: priceAgain,
  table: ({ value }) => whatIfTable(value),
  text: whatIfText,
});

/** A lookup of one provider, and the figures to price it with. */
interface WhatIfRequest {
  readonly request: LookupRequest;
  /** As sent. They are parsed together, so that all errors are reported at once. */
  readonly set: readonly string[];
}

const A_FIGURE = "TABLE/NAME=VALUE or TABLE/KEY/COLUMN=VALUE";

/** The last equals sign ends the name: a value is a number. Zero has no sign. */
function sentFigure(sent: string): SentFigure | RequestFault {
  const [, cell, value] = /^(.+)=([^=]+)$/.exec(sent) ?? [];
  if (cell === undefined || value === undefined) return invalidSet(quoted(sent), A_FIGURE);
  return { cell: cell.trim(), value: value.trim().replace(/^-(?=0+(\.0+)?$)/, "") };
}

const setParameter = listOf(
  textParameter({ description: A_FIGURE }) as Parameter<string>,
  {
    description: `Up to ${FIGURES_MAX} figures with commas between them: \`TABLE/NAME=VALUE\` for a parameter of the program, \`TABLE/KEY/COLUMN=VALUE\` for another. A key is needed where the price reads several rows of the table.`,
  },
  { membersMax: FIGURES_MAX, charactersMax: SET_CHARACTERS_MAX },
);

/** The parameters of the lookup, of one provider, by an exact identifier; and the figures. */
function whatIfParameters(state: State, lookup: RateLookup): ReadParameters<WhatIfRequest> {
  const parameters = { ...ofOneProvider(state, lookup.parameters), set: setParameter };
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) {
        const what = "Other figures are set for one provider";
        return { ok: false, faults: read.faults.map((fault) => namingOneProvider(fault, state, what)) };
      }
      const { set, ...request } = read.request as unknown as LookupRequest & {
        readonly set: WhatIfRequest["set"] | null;
      };
      return { ok: true, request: { request, set: set ?? [] } };
    },
  };
}

const figureMembers = {
  cell: string("Its name in `set`."),
  name: string("As the methodology says it."),
  unit: choice(UNITS, "What it counts."),
  table: string("Such as ga/parameters."),
  line: nullableInteger("The line of the CSV file, the header being 1; null for a value that is built in."),
  key: record(plainValue("The cell."), "The columns that identify its row."),
  column: string("The column of the CSV file."),
  built_in: nullableString("The section of the page that has the value, where the dataset has none; else null."),
  published: string("The published digits."),
};

const settableFigure = named("SettableFigure", object("Figure that can be set", figureMembers));

const replacedFigure = named(
  "ReplacedFigure",
  object("Figure that was set", { ...figureMembers, value: string("Your figure, which was used in its place.") }),
);

const noRates = named(
  "WhatIfNoRate",
  object("Why there is no rate", { published: noRateSchema, what_if: noRateSchema }),
);

function whatIfSchema<Of>(result: Schema<Of>, title: string) {
  return object(title, {
    request: understoodSchema,
    set: array(replacedFigure, "Your figures, as they were understood."),
    results: array(
      object("One result, with the published figures and with yours", {
        published: nullable(result, "With the published figures; null where the lookup has no such result."),
        what_if: nullable(result, "With your figures; null where the lookup has no such result with them."),
        difference: nullableDecimal(
          "What your figures pay less what the published ones pay; null where either has no amount.",
        ),
        no_rate: noRates,
        steps: array(differingStep, "The steps of the calculation that differ, in its order."),
      }),
      "One for each result of the lookup.",
    ),
    figures: array(settableFigure, "The figures that can be set, in the order in which the calculation reads them."),
  });
}

export type WhatIf = ValueOf<ReturnType<typeof whatIfSchema<Result>>>;
type ComparedResult = WhatIf["results"][number];

async function priceAgain(
  { request, set }: WhatIfRequest,
  { lookup, source, admits }: LookupSubject,
): Promise<Answered<WhatIf> | RequestErrors | null> {
  const priced = (data: RateData) => {
    const results = answerAtOnce(lookup, request, { ...source, data });
    if (results === null) throw new Error("Other figures are set for one provider, by an exact identifier");
    return results;
  };
  const published = priced(source.data);
  const lookups = 2 * published.length;
  const figures = new SettableFigures(source).add(published);
  const sent = set.map(sentFigure);
  const misspelt = sent.filter((each) => "message" in each);
  const named = sent.filter((each) => "cell" in each);
  const replacements: Replacement[] = [];
  let whatIf = published;
  if (set.length === 0 && !(await admits(lookups))) return null;
  // A figure may be read only where another one is set, such as an outlier's share where the threshold is lower.
  while (replacements.length < set.length) {
    const open = named.filter((each) => !replacements.some(({ sent }) => sent === each));
    const found = open.flatMap((each) => figures.only(each));
    replacements.push(...found);
    const rates = withFigures(source.data, replacements);
    // Whether the price reads the other figures may follow from those that are set.
    const unread = found.length === 0 ? open : open.filter((each) => figures.isNeverRead(each));
    const faults = [...misspelt, ...unread.map((each) => figures.refusalOf(each))];
    if ("faults" in rates) return { ok: false, faults: [...faults, ...rates.faults] };
    if (faults.length > 0) return { ok: false, faults };
    if (replacements.length === found.length && !(await admits(lookups))) return null;
    whatIf = priced(rates.data);
    figures.add(whatIf);
  }
  const shown = (figure: PublishedFigure) => shownFigure(figure, figures);
  const value: WhatIf = {
    request: understoodRequest(lookup, request),
    set: replacements.map(({ figure, sent }) => ({ ...shown(figure), value: sent.value })),
    results: pairsOf(published, whatIf).map(([before, after]) =>
      comparedResult(published[before ?? -1] ?? null, whatIf[after ?? -1] ?? null),
    ),
    figures: figures.all.map(shown),
  };
  return { value, lookups, results: [published, whatIf] };
}

/**
 * Pairs the results of the two calculations by position, if both have results for the same records. Assumptions do not
 * identify results here: they may follow from a figure, such as the average length of stay.
 */
function pairsOf(published: readonly ProviderResult[], whatIf: readonly ProviderResult[]): ReturnType<typeof matched> {
  const line = ({ row }: ProviderResult) => (row as RowPlace | null)?.line;
  const isAlike =
    published.length === whatIf.length &&
    published.every((each, at) => line(each) === line(whatIf[at] as ProviderResult));
  return isAlike ? published.map((_, place) => [place, place]) : matched(published, whatIf);
}

function shownFigure(figure: PublishedFigure, figures: SettableFigures): ValueOf<typeof settableFigure> {
  const { table, column, line, cells, section, name, unit, value } = figure;
  const headers = table.key.map(snakeCase);
  return {
    cell: figures.nameOf(figure),
    name,
    unit,
    table: titleOf(table),
    line: line === NO_LINE ? null : line,
    key: Object.fromEntries(headers.map((header) => [header, cells[header] ?? null])),
    column,
    built_in: section,
    published: value,
  };
}

function comparedResult(published: ProviderResult | null, whatIf: ProviderResult | null): ComparedResult {
  const [before, after] = [published?.outcome.payment?.value, whatIf?.outcome.payment?.value];
  return {
    published: published?.result ?? null,
    what_if: whatIf?.result ?? null,
    difference: before === undefined || after === undefined ? null : priceDifference(after, before),
    no_rate: { published: published?.outcome.noRate?.code ?? null, what_if: whatIf?.outcome.noRate?.code ?? null },
    steps: differingSteps(published, whatIf),
  };
}

/** A figure, a result or a step, with its value on both sides. */
interface WhatIfRow {
  readonly kind: "figure" | "result" | "step";
  /** From 1; null for a figure, which all results share. */
  readonly number: number | null;
  readonly name: string;
  readonly unit: string | null;
  readonly published: string | null | undefined;
  readonly whatIf: string | null | undefined;
  readonly of?: ComparedResult;
  readonly step?: DifferingStep;
}

function whatIfTable({ set, results, figures }: WhatIf): CsvTable {
  const yours = new Map(set.map(({ cell, value }) => [cell, value]));
  const rows = [
    ...figures.map(({ cell, unit, published }): WhatIfRow => {
      return { kind: "figure", number: null, name: cell, unit, published, whatIf: yours.get(cell) };
    }),
    ...results.flatMap((of, place): readonly WhatIfRow[] => [
      { kind: "result", number: place + 1, name: "payment_rate", unit: "dollars", of, ...paymentsOf(of) },
      ...of.steps.map((step): WhatIfRow => {
        const [published, whatIf] = [step.published?.value, step.what_if?.value];
        return { kind: "step", number: place + 1, name: step.section, unit: step.unit, published, whatIf, step };
      }),
    ]),
  ];
  return csvTable<WhatIfRow>(
    [
      csvColumn("row", ({ kind }) => kind),
      csvColumn("result_number", ({ number }) => number),
      ...memberColumns((row: WhatIfRow) => row, ["name", "unit", "published"]),
      csvColumn("what_if", ({ whatIf }) => whatIf),
      csvColumn("difference", ({ of }) => of?.difference),
      csvColumn("no_rate_published", ({ of }) => of?.no_rate.published),
      csvColumn("no_rate_what_if", ({ of }) => of?.no_rate.what_if),
      csvColumn("text_published", ({ of, step }) => of?.published?.calculation_method ?? step?.published?.text),
      csvColumn("text_what_if", ({ of, step }) => of?.what_if?.calculation_method ?? step?.what_if?.text),
      csvColumn("applied_published", ({ step }) => step?.published?.applied),
      csvColumn("applied_what_if", ({ step }) => step?.what_if?.applied),
    ],
    rows,
  );
}

function paymentsOf({ published, what_if }: ComparedResult): Pick<WhatIfRow, "published" | "whatIf"> {
  const paid = (result: Result | null) => (result?.payment_rate ?? null) as string | null;
  return { published: paid(published), whatIf: paid(what_if) };
}

/** The caller's figures, both prices and the steps that differ; without any figure, those that can be set. */
function whatIfText({ value: { set, results, figures } }: Answered<WhatIf>): AnswerText {
  const replaced = set.map(({ cell, value, name, unit, published, built_in }) => {
    const before = `${built_in === null ? "published" : "built in"} ${amountText(published, unit)}`;
    return wrapped("  ", `${cell} = ${value} (${name}, ${before})`);
  });
  const settable = figures.map(({ cell, name, unit, published }) => {
    return wrapped("  ", `${cell} = ${published} (${name}${unit === "dollars" ? ", dollars" : ""})`);
  });
  const parts =
    set.length === 0
      ? [...results.map(publishedLines), ["Figures that can be set:", ...settable]]
      : [["Your figures:", ...replaced], ...results.map(resultLines)];
  return { text: parts.map((lines) => lines.join("\n")).join("\n\n"), remarks: [] };
}

function resultLines(compared: ComparedResult): readonly string[] {
  const { what_if, difference, no_rate, steps } = compared;
  const change = difference === null ? "" : ` (${difference.startsWith("-") ? "" : "+"}${difference})`;
  const differing = steps.flatMap(({ section, published: before, what_if: after }) => [
    wrapped(`    ${section}: `, stepLine(before)),
    wrapped("      -> ", stepLine(after)),
  ]);
  return [
    ...publishedLines(compared),
    `  With your figures: ${paidText(what_if, no_rate.what_if)}${change}`,
    ...(differing.length === 0 ? [] : ["  Steps that differ:", ...differing]),
  ];
}

function publishedLines({ published, what_if, no_rate }: ComparedResult): readonly string[] {
  const result = published ?? what_if ?? {};
  return [
    wrapped("", `${providerText(result)}, ${codeWithSeverity(result)}`),
    `  Published: ${paidText(published, no_rate.published)}`,
  ];
}

function stepLine(step: DifferingStep["published"]): string {
  if (step === null) return "no such step";
  return `${step.text ?? step.value ?? ""}${step.applied ? "" : " (not used)"}`;
}

function paidText(result: Result | null, noRate: NoRateCode | null): string {
  if (result === null) return "no such result";
  return noRate === null ? outcomeText(result) : `no rate (${NO_RATE_CODES[noRate].replace(/\.$/, "")})`;
}
