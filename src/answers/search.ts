import type { ObjectSchema } from "../core/schema/schema.ts";
import { tableLines } from "../core/text/terminal.ts";
import { answerSearch, type SearchAnswer, type SearchRequest, searchSchema } from "../pricing/provider-search.ts";
import type { Result } from "../pricing/result.ts";
import { SEARCH_PATH } from "../pricing/state/api-paths.ts";
import { type AnswerText, answerKind } from "./answer.ts";
import { type CsvTable, csvColumn, csvTable, fieldColumns } from "./csv-table.ts";

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
  text: ({ value }) => searchText(value),
});

/** Found providers as CSV. Each row has the total, so that a cut list shows it. */
export function providersTable(recordSchema: ObjectSchema, value: FoundProviders): CsvTable {
  return csvTable<Result>(
    [
      ...fieldColumns<Result>(recordSchema, (record) => record),
      csvColumn("total_results", () => value.total_results),
      csvColumn("limit_applied", () => value.limit_applied),
    ],
    value.providers,
  );
}

type FoundProviders = Pick<SearchAnswer, "providers" | "total_results" | "limit_applied">;

/** A table of the fields that at least one provider has. */
function searchText({ providers, total_results }: SearchAnswer): AnswerText {
  const fields = Object.keys(providers[0] ?? {}).filter((field) => providers.some((each) => shown(each[field]) !== ""));
  const lines = tableLines(
    fields.map((field) => field.toUpperCase()),
    providers.map((provider) => fields.map((field) => shown(provider[field]))),
  );
  return {
    text: providers.length === 0 ? "" : lines.join("\n"),
    remarks: [`${total_results} found, ${providers.length} shown.`],
  };
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
