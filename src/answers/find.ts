import { answerFind, findParameters, findSchema } from "../pricing/provider-find.ts";
import { requestReader } from "../pricing/request/read.ts";
import { FIND_PATH } from "../pricing/state/api-paths.ts";
import { answerKind } from "./answer.ts";
import { providersTable, providersText } from "./search.ts";

const { fromQuery: readFind } = requestReader(findParameters);

/** Providers from a text as people type it. */
export const find = answerKind({
  about: "state",
  name: "find",
  path: FIND_PATH,
  noun: "found",
  summary: "Providers from a typed text",
  description: () =>
    "For a search box: an identifier with spaces and hyphens, or words of the name in any order; where nothing matches, other spellings. The provider search is the exact one, for programs.",
  examples: () => [{ title: "Words in any order", query: { text: "medical center", limit: "2" } }],
  command: {
    description: "find the providers of a state that a typed text may mean",
    parameters: "text=..., limit=...",
    example: 'ratebook find ca --release rates.db text="poppy golden"',
  },
  rows: "One row for each provider.",
  parameters: () => ({ parameters: findParameters, read: readFind }),
  schema: findSchema,
  answer: async (request, { source: { state, directory, data } }) => {
    const value = await answerFind(state.search, state.providers, request, directory, data);
    return { value, lookups: 0, results: [] };
  },
  table: ({ value }, { source: { state } }) => providersTable(state.search.recordSchema, value),
  text: ({ value }, { source: { state } }) => {
    const { text, remarks } = providersText(state.search.recordSchema, value);
    const spellings = value.did_you_mean.map(
      ({ text: name, total_results: total }) => `Did you mean ${name}? ${total} found.`,
    );
    return { text, remarks: [...remarks, ...spellings] };
  },
});
