import { array } from "../core/schema/schema.ts";
import { wrapped } from "../core/text/terminal.ts";
import { alternativesIn } from "../pricing/alternatives.ts";
import { answerAtOnce, lookupResults } from "../pricing/answer.ts";
import type { LookupRequest } from "../pricing/lookup.ts";
import type { RequestFields } from "../pricing/request/read.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import type { Assumption } from "../pricing/sheet.ts";
import { type Answered, answerKind } from "./answer.ts";
import { csvTable, fieldColumns } from "./csv-table.ts";
import { assumptionsOf, namesSent } from "./explanation/explain.ts";
import { holdsText, identifiers } from "./explanation/result-words.ts";

/** The lookup itself: what a service or a stay pays at a provider on a day. */
export const rate = answerKind({
  about: "lookup",
  name: "price",
  path: "",
  noun: "result",
  summary: "",
  description: ({ about }) =>
    `${about.description}\n\nBy \`provider_name\` alone: the first 20 providers that can be priced. What cannot be priced is a result too: \`rate_found\` is false, and \`error_message\` says what would help.`,
  examples: ({ examples }) => examples,
  command: {
    description: "answer one rate lookup without a server",
    parameters: "the parameters of the lookup, name=value",
    json: "print the results as the API does",
    example: "ratebook price ca outpatient --release rates.db npi=1234567893 billing_code=99213",
  },
  rows: "One row for each result, with its fields in their order.",
  parameters: (_state, { parameters, reader }) => ({ parameters, read: reader.fromQuery }),
  schema: (result) => ({ ...array(result, "One for each provider and rate that matches."), minItems: 1 }),
  answer: async (request, { lookup, source }, fields) =>
    answeredWith(request, await lookupResults(lookup, request, source), fields),
  answerAtOnce: (request, { lookup, source }, fields) => {
    const results = answerAtOnce(lookup, request, source);
    return results === null ? null : answeredWith(request, results, fields);
  },
  // Most requests are single lookups, so they have a faster writer.
  json: ({ results }, { lookup }) => lookup.resultsJson(results[0]),
  table: ({ value }, { lookup }) =>
    csvTable<Result>(
      fieldColumns(lookup.resultSchema, (result) => result),
      value,
    ),
  text: ({ request, fields, results }, { lookup }) => {
    const textOf = (each: ProviderResult) =>
      resultWithChoices(each, assumptionsOf({ lookup, request, sent: namesSent(fields), results: [each] }));
    return { text: results[0].map(textOf).join("\n\n"), remarks: [] };
  },
});

interface AnsweredLookup extends Answered<readonly Result[]> {
  readonly request: LookupRequest;
  readonly fields: RequestFields;
  readonly results: readonly [readonly ProviderResult[]];
}

function answeredWith(
  request: LookupRequest,
  results: readonly ProviderResult[],
  fields: RequestFields,
): AnsweredLookup {
  return { value: results.map(({ result }) => result), lookups: 1, results: [results], request, fields };
}

/** One result in a few lines: for whom, how much, how long and why. The fields are those of every lookup (contract 2.3). */
export function resultText({ result, outcome: { period } }: ProviderResult): string {
  const lines = [
    joined([result.provider_name, ...identifiers(result)], ", ") || "No provider",
    `  ${joined([code(result), outcome(result), holdsText({ period })], "  ")}`,
    result.calculation_method ? `  ${result.calculation_method}` : null,
    result.error_message ? `  ${result.error_message}` : null,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

/** One result in a few lines, with what was assumed and what else is published that could have been priced. */
export function resultWithChoices(answered: ProviderResult, assumed: readonly Assumption[]): string {
  return [
    resultText(answered),
    ...assumed.map(({ parameter, value, reason }) => wrapped("  ", `assumed ${parameter} = ${value} (${reason})`)),
    ...alsoPublished(answered.result).map((text) => wrapped("  ", text)),
  ].join("\n");
}

/** `also published, procedure types: Medicine, Podiatrist`: a text for each list of alternatives. */
export function alsoPublished(result: Result): readonly string[] {
  return alternativesIn(result).map(
    ({ name, values }) => `also published, ${name.replaceAll("_", " ")}: ${values.join(", ")}`,
  );
}

function code({ billing_code, billing_code_description }: Result): string {
  return joined([billing_code, billing_code_description ? `(${billing_code_description})` : null], " ");
}

function outcome({ rate_found, payment_rate, payment_rate_type }: Result): string {
  if (payment_rate) return joined([`$${payment_rate}`, payment_rate_type], " ");
  if (payment_rate_type === "manually_priced") return "manually priced";
  return rate_found ? "rate found, no dollar amount" : "no rate";
}

function joined(parts: readonly unknown[], separator: string): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(separator);
}
