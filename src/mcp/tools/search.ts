import { search } from "../../answers/search.ts";
import type { SearchAnswer } from "../../pricing/provider-search.ts";
import { searchArguments, searchInput } from "../arguments.ts";
import { leftOut, longestFitting, shownOf } from "../fitting.ts";
import { fittingOr, outputSchema, refusedAnswer, refusedFaults, type Structured, type ToolMaker } from "../tool.ts";

/** The providers of a state. */
export const searchTool: ToolMaker = (backend) => ({
  name: "search",
  title: "Search providers",
  description:
    "The providers of a state by name, place, type or identifier, in the order of their names, with the identifiers that the other tools take. Parameters are combined with AND. No match is an empty list.",
  inputSchema: searchInput(backend),
  outputSchema: outputSchema(search.schema({}, "Providers")),
  async answer(sent, abandoned) {
    const request = searchArguments(sent, backend);
    if (!request.ok) return refusedFaults(request.faults);
    const { state, fields } = request.read;
    const answer = await backend.answer({ kind: search, state, setting: null, fields }, abandoned);
    if (!answer.ok) return refusedAnswer(answer.refused);
    const found = JSON.parse(answer.json) as SearchAnswer;
    const narrow = "Send more of the name, a city or another parameter.";
    const part = (shown: number): Structured => {
      const cut = shownOf(shown, found.providers.length, "providers that limit allows");
      const isLimited = found.providers.length < found.total_results;
      const why = cut ?? (isLimited ? `limit is ${found.limit_applied}, and more match.` : null);
      return {
        release: answer.release,
        ...found,
        providers: found.providers.slice(0, shown),
        left_out: leftOut(why, why === null ? null : narrow),
      };
    };
    return fittingOr(longestFitting(found.providers.length, part), narrow);
  },
});
