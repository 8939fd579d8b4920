import { list } from "../core/schema/schema.ts";
import { answerAtOnce, lookupResults } from "../pricing/answer.ts";
import type { LookupRequest } from "../pricing/lookup.ts";
import type { RequestFields } from "../pricing/request/read.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import { type Answered, answerKind } from "./answer.ts";
import { csvTable, fieldColumns } from "./csv-table.ts";
import { assumptionsOf } from "./explanation/explain.ts";
import { namesSent } from "./explanation/understood.ts";
import { resultWithChoices } from "./result-text.ts";

/** The lookup itself: what a service or a stay pays at a provider on a day. */
export const rate = answerKind({
  about: "lookup",
  name: "price",
  path: "",
  noun: "result",
  summary: "",
  description: ({ about }) =>
    `${about.description}\n\nA lookup by \`provider_name\` alone returns the first 20 providers that can be priced; \`provider_matches_total\` says how many there are. What cannot be priced is a result too: \`rate_found\` is false and \`error_message\` says why and what would help.`,
  examples: ({ examples }) => examples,
  command: {
    description: "answer one rate lookup without a server",
    parameters: "the parameters of the lookup, name=value",
    json: "print the results as the API does",
    example: "ratebook price ca outpatient --release rates.db npi=1234567893 billing_code=99213",
  },
  rows: "One row for each result, with its fields in their order.",
  parameters: (_state, { parameters, reader }) => ({ parameters, read: reader.fromQuery }),
  schema: (result) => ({ ...list(result, "One for each provider and rate that matches."), minItems: 1 }),
  answer: async (request, { lookup, source }, fields) =>
    answeredWith(request, await lookupResults(lookup, request, source), fields),
  answerAtOnce: (request, { lookup, source }, fields) => {
    const results = answerAtOnce(lookup, request, source);
    return results === null ? null : answeredWith(request, results, fields);
  },
  // Single lookups are most of what a server answers: their writer knows the fields of the results.
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
