import { wrapped } from "../core/text/terminal.ts";
import { type Answered, type AnswerText, answerKind } from "./answer.ts";
import { type CsvTable, csvColumn, csvTable, memberColumns } from "./csv-table.ts";
import { type Option, type Options, optionsSchema, type TriedValue } from "./options/schema.ts";
import { optionsOf, optionsParameters, resultsAsSent } from "./options/tried.ts";

/** Which other facts of a claim would change its price: found by pricing it with each of them. */
export const options = answerKind({
  about: "lookup",
  name: "options",
  path: "/options",
  noun: "options",
  summary: "what else could be sent",
  description: () =>
    "One lookup priced again with other values of each optional parameter, one at a time: whether it can change the price, and what each choice would pay.",
  counts: "one lookup for each result, mostly one",
  examples: ({ examples }) => examples.slice(0, 1),
  command: {
    description: "tell what else could be sent with one lookup, and what it would do to its price",
    parameters: "the parameters of the lookup, name=value",
    example: "ratebook options ca outpatient --release rates.db npi=1234567893 billing_code=99213",
  },
  rows: "One row for each value that was tried, and for each parameter without any.",
  parameters: optionsParameters,
  schema: optionsSchema,
  answer: async (request, { lookup, source, admits }) => {
    const results = resultsAsSent(lookup, request, source);
    if (!(await admits(results.length))) return null;
    const value = await optionsOf(lookup, request, source, results);
    return { value, lookups: results.length, results: [results] };
  },
  table: ({ value }) => optionsTable(value),
  text: optionsText,
});

/** A value that was tried, or a parameter without listed values. */
interface OptionRow {
  readonly option: Option;
  readonly tried: TriedValue | null;
}

const TRIED = ["value", "rate_found", "payment_rate", "difference", "made_up", "results", "differs"] as const;

function optionsTable({ parameters, rate_found, payment_rate, complete }: Options): CsvTable {
  return csvTable<OptionRow>(
    [
      ...memberColumns(({ option }: OptionRow) => option, ["parameter", "type", "sent", "assumed", "matters"]),
      ...memberColumns(({ tried }: OptionRow) => tried, TRIED),
      csvColumn("rate_found_as_sent", () => rate_found),
      csvColumn("payment_rate_as_sent", () => payment_rate),
      csvColumn("complete", () => complete),
      csvColumn("description", ({ option }) => option.description),
    ],
    parameters.flatMap(rowsOf),
  );
}

function rowsOf(option: Option): readonly OptionRow[] {
  return option.values.length === 0 ? [{ option, tried: null }] : option.values.map((tried) => ({ option, tried }));
}

/** First the values that change the price, with the new price; then those that do not. */
export function optionsText({ value }: Pick<Answered<Options>, "value">): AnswerText {
  const { parameters, complete } = value;
  const mattering = parameters.filter(({ matters }) => matters === true);
  const parts = [
    `As sent: ${paid(value)}`,
    ...mattering.map(optionText),
    listed(
      "Changes nothing here",
      parameters.filter(({ matters }) => matters === false),
    ),
    listed(
      "Not known",
      parameters.filter(({ matters }) => matters === null),
    ),
    complete ? "" : wrapped("", "Not every value was tried: the provider has too many records."),
  ];
  return { text: parts.filter((part) => part !== "").join("\n\n"), remarks: [] };
}

function optionText({ parameter, sent, assumed, description, values }: Option): string {
  const now = sent === null ? (assumed === null ? "not sent" : `not sent, assumed ${assumed}`) : `sent ${sent}`;
  return [
    wrapped("", `${parameter} (${now})`),
    wrapped("  ", description),
    ...grouped(values).map(([effect, of]) => wrapped("    ", `${effect}: ${of.join(", ")}`)),
  ].join("\n");
}

/** Values with the same effect are one group: most of a long list have no rate. */
function grouped(values: readonly TriedValue[]): readonly (readonly [string, readonly string[]])[] {
  const groups = Map.groupBy(values, effectText);
  return [...groups].map(([effect, of]) => [effect, of.map(({ value }) => (value === null ? "not sent" : `${value}`))]);
}

function effectText(value: TriedValue): string {
  const { difference, results, differs } = value;
  const amount = paid(value);
  const change = difference === null || !differs ? "" : ` (${difference.startsWith("-") ? "" : "+"}${difference})`;
  return `${amount}${change}${results > 1 ? `, first of ${results} results` : ""}`;
}

function paid({ rate_found, payment_rate }: Pick<TriedValue, "rate_found" | "payment_rate">): string {
  if (payment_rate !== null) return `$${payment_rate}`;
  return rate_found ? "rate found, no dollar amount" : "no rate";
}

function listed(title: string, options: readonly Option[]): string {
  if (options.length === 0) return "";
  return wrapped("", `${title}: ${options.map(({ parameter }) => parameter).join(", ")}`);
}
