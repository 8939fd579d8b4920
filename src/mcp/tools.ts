import { type Coverage, coverageSchema, type StateCoverage } from "../answers/coverage/schema.ts";
import { coverage as coverageKind } from "../answers/coverage.ts";
import { lookupKinds } from "../answers/index.ts";
import { search } from "../answers/search.ts";
import type { SearchAnswer } from "../pricing/provider-search.ts";
import { inputOf, readFields, searchArguments, searchInput } from "./arguments.ts";
import type { Backend } from "./backend.ts";
import { lookupTool } from "./lookup-tools.ts";
import { parametersTool } from "./parameters-tool.ts";
import { repriceTool } from "./reprice-tool.ts";
import {
  fitting,
  fittingOr,
  leftOut,
  longestFitting,
  outputSchema,
  refusedAnswer,
  refusedFaults,
  type Structured,
  shownOf,
  type Tool,
  type ToolMaker,
} from "./tool.ts";

/** The tools, in the order in which an agent needs them. */
export function toolsOver(backend: Backend): readonly Tool[] {
  const makers = [parametersTool, searchTool, ...lookupKinds.map(lookupTool), repriceTool, coverageTool];
  return makers.map((made) => made(backend));
}

const searchTool: ToolMaker = (backend) => ({
  name: search.name,
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

const coverageTool: ToolMaker = (backend) => {
  const parameters = coverageKind.parameters(backend.states.map(({ code }) => code));
  return {
    name: coverageKind.name,
    title: "What the data covers",
    description:
      "What the loaded data covers on a day: states and settings, tables with their rows and periods, editions of publications and their age, gaps, what is made up (`synthetic`) and what is not loaded. Read it before you rely on a price; for one state it has the tables.",
    inputSchema: inputOf(parameters),
    outputSchema: outputSchema(coverageSchema),
    async answer(sent, abandoned) {
      const request = readFields(new Map(Object.entries(sent)), parameters, backend);
      if (!request.ok) return refusedFaults(request.faults);
      const answer = await backend.answer(
        { kind: coverageKind, state: null, setting: null, fields: request.read },
        abandoned,
      );
      if (!answer.ok) return refusedAnswer(answer.refused);
      const coverage = JSON.parse(answer.json) as Coverage;
      return fittingOr(
        fitting({ ...coverage }) ?? shortened(coverage),
        "The command `ratebook coverage` prints all of it.",
      );
    },
  };
};

/** Several states without details, one state with as many tables as fit. */
function shortened(coverage: Coverage): Structured | null {
  const [only, ...others] = coverage.states;
  if (only === undefined || others.length > 0) {
    const states = coverage.states.map((state): StateCoverage => ({ ...state, tables: [], counterparts: [] }));
    const left = "Tables and counterparts are left out: send state for those of one.";
    return fitting({ ...coverage, states, common: [], left_out: left });
  }
  return longestFitting(only.tables.length, (shown) => ({
    ...coverage,
    states: [{ ...only, tables: only.tables.slice(0, shown) }],
    left_out: shownOf(shown, only.tables.length, "tables; the command `ratebook coverage` prints all of them"),
  }));
}
