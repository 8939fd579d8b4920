import { closedObject } from "../../http/openapi/json-schema.ts";
import type { SearchAnswer } from "../../pricing/provider-search.ts";
import { searchArguments } from "../arguments.ts";
import { longestFitting, shownOf } from "../fitting.ts";
import { searchInput } from "../input-schemas.ts";
import { ANSWER_MEMBERS, agentSchema } from "../output-schemas.ts";
import { fittingOr, refusedAnswer, refusedFaults } from "../refusal.ts";
import type { Structured, ToolMaker } from "../tool.ts";

/** The providers of a state. */
export const searchTool: ToolMaker = (backend) => ({
  name: "search",
  title: "Search providers",
  description:
    "The providers of a state by name, place, type or identifier, in the order of their names, with the identifiers that the other tools take. Parameters are combined with AND; a name matches in part. No match is an empty list.",
  inputSchema: searchInput(backend),
  outputSchema: agentSchema(
    closedObject("Providers", {
      release: ANSWER_MEMBERS.release,
      providers: {
        type: "array",
        items: { type: "object", description: "A provider, with the fields of its state." },
        description: "The first that match.",
      },
      total_results: { type: "integer", description: "How many match, shown or not." },
      limit_applied: { type: "integer", description: "The limit that was applied." },
      left_out: ANSWER_MEMBERS.left_out,
    }),
  ),
  async answer(sent, abandoned) {
    const asked = searchArguments(sent, backend);
    if (!asked.ok) return refusedFaults(asked.faults);
    const { state, fields } = asked.read;
    const answer = await backend.ask({ kind: "search", state, fields }, abandoned);
    if (!answer.ok) return refusedAnswer(answer.refused);
    const { providers, total_results, limit_applied } = JSON.parse(answer.json) as SearchAnswer;
    const narrow = "Send more of the name, a city or another parameter.";
    const told = (shown: number): Structured => {
      const cut = shownOf(shown, providers.length, "providers that limit allows");
      const leftOut = cut ?? (providers.length < total_results ? `limit is ${limit_applied}, and more match.` : null);
      return {
        release: answer.release,
        providers: providers.slice(0, shown),
        ...{ total_results, limit_applied },
        left_out: leftOut === null ? null : `${leftOut} ${narrow}`,
      };
    };
    return fittingOr(longestFitting(providers.length, told), narrow);
  },
});
