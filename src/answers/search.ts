import type { ObjectSchema } from "../core/schema/schema.ts";
import { answerSearch, type SearchAnswer, type SearchRequest, searchSchema } from "../pricing/provider-search.ts";
import type { Result } from "../pricing/result.ts";
import { SEARCH_PATH } from "../pricing/state/api-paths.ts";
import { type AnswerText, answerKind } from "./answer.ts";
import { type CsvColumn, type CsvTable, csvColumn, csvTable, fieldColumns, terminalTable } from "./csv-table.ts";

/** The providers of a state by name, identifier and filters. */
export const search = answerKind({
  about: "state",
  name: "search",
  path: SEARCH_PATH,
  noun: "providers",
  summary: "Provider search",
  description: ({ search }) => `${search.about.description}\n\nNo match is an empty list, not an error.`,
  examples: ({ search }) => search.examples,
  command: {
    description: "search the providers of a state without a server",
    parameters: "the parameters of the search, name=value",
    example: 'ratebook search ca --release rates.db provider_name="mercy" limit=10',
  },
  rows: "One row for each provider.",
  parameters: ({ search: { parameters, reader } }) => ({ parameters, read: reader.fromQuery }),
  schema: searchSchema,
  answer: async (request: SearchRequest, { source: { state, directory, data } }) => {
    const value = await answerSearch(state.search, state.providers, request, directory, data);
    return { value, lookups: 0, results: [] };
  },
  table: ({ value }, { source: { state } }) => providersTable(state.search.recordSchema, value),
  text: ({ value }, { source: { state } }) => providersText(state.search.recordSchema, value),
});

/** Found providers as CSV. Each row has the total, so that a cut list shows it. */
export function providersTable(recordSchema: ObjectSchema, value: FoundProviders): CsvTable {
  return csvTable<Result>(
    [
      ...recordColumns(recordSchema),
      csvColumn("total_results", () => value.total_results),
      csvColumn("limit_applied", () => value.limit_applied),
    ],
    value.providers,
  );
}

type FoundProviders = Pick<SearchAnswer, "providers" | "total_results" | "limit_applied">;

/** Found providers for a terminal. */
export function providersText(recordSchema: ObjectSchema, { providers, total_results }: FoundProviders): AnswerText {
  return {
    text: terminalTable(recordColumns(recordSchema), providers),
    remarks: [`${total_results} found, ${providers.length} shown.`],
  };
}

function recordColumns(recordSchema: ObjectSchema): readonly CsvColumn<Result>[] {
  return fieldColumns<Result>(recordSchema, (record) => record);
}
