import type { AnswerKind, ReadParameters } from "../answers/answer.ts";
import { type Coverage, coverageSchema, type StateCoverage } from "../answers/coverage/schema.ts";
import { coverage as coverageKind } from "../answers/coverage.ts";
import { lookupKinds } from "../answers/index.ts";
import { search } from "../answers/search.ts";
import { anyObject, array, described, type Json, type ObjectSchema, object, string } from "../core/schema/schema.ts";
import type { Example, RateLookup } from "../pricing/lookup.ts";
import type { SearchAnswer } from "../pricing/provider-search.ts";
import {
  type Defaults,
  itemSchema,
  jsonValue,
  namedParameters,
  type Parameters,
} from "../pricing/request/parameter.ts";
import type { RequestFault, RequestFields } from "../pricing/request/read.ts";
import { commonResultFields, inpatientResultFields, outpatientResultFields } from "../pricing/result-fields.ts";
import type { State } from "../pricing/state/state.ts";
import type { CareSetting } from "../registry/definition.ts";
import {
  inputOf,
  isFault,
  lookupArgument,
  notOneOf,
  readFields,
  searchArguments,
  searchInput,
  settingSchema,
  stateArgument,
  stateSchema,
} from "./arguments.ts";
import type { Backend } from "./backend.ts";
import { lookupTool } from "./lookup-tools.ts";
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
      "What the loaded data covers on a day: states and settings, tables with their rows and periods, editions of publications and their age, what is made up (`synthetic`) and what is not loaded. Read it before you rely on a price; for one state it has the tables.",
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
    const states = coverage.states.map((state): StateCoverage => ({ ...state, tables: [] }));
    const left = "Tables are left out: send state for those of one.";
    return fitting({ ...coverage, states, common: [], left_out: left });
  }
  return longestFitting(only.tables.length, (shown) => ({
    ...coverage,
    states: [{ ...only, tables: only.tables.slice(0, shown) }],
    left_out: shownOf(shown, only.tables.length, "tables; the command `ratebook coverage` prints all of them"),
  }));
}

const OF_LOOKUP = new Map(lookupKinds.map((kind) => [kind.name, kind]));

const TOOLS = [...OF_LOOKUP.keys(), search.name];

const takenSchema = object("Parameters", {
  about: string("What the lookup or search answers."),
  parameters: anyObject("The JSON Schema of the parameters."),
  examples: array(described(""), "Examples with a title; their `parameters` can be sent as they are."),
  result_fields: anyObject("Fields of its results that other states do not have."),
});

/** The parameters of the other tools, and the meaning of their answers, for one state and setting. */
const parametersTool: ToolMaker = (backend) => ({
  name: "parameters",
  title: "What a lookup takes",
  description:
    "What can be sent to another tool for one state and setting: a JSON Schema with the meaning, values and default of each parameter, which are required, examples that work on the sample data, and the fields that its results have beside those of every state. Call it once for each state and setting before the first lookup.",
  inputSchema: {
    type: "object",
    properties: {
      state: stateSchema(backend),
      setting: settingSchema(backend),
      tool: { type: "string", enum: TOOLS, description: "price when absent. search has no setting." },
    },
    required: ["state"],
  },
  outputSchema: outputSchema(takenSchema),
  async answer(sent) {
    const answer = parametersOf(sent, backend);
    if (Array.isArray(answer)) return refusedFaults(answer as readonly RequestFault[]);
    return fittingOr(fitting(answer as Structured), "The pages in docs/methodology have it.");
  },
});

function parametersOf(sent: RequestFields, backend: Backend): Structured | readonly RequestFault[] {
  const { state: code, setting, tool = "price", ...others } = sent;
  const state = stateArgument(code, backend);
  const faults = [
    ...(isFault(state) ? [state] : []),
    ...(TOOLS.includes(tool as string) ? [] : [notOneOf("tool", tool, TOOLS)]),
    ...Object.keys(others)
      .slice(0, 1)
      .map((name) => notOneOf("argument", name, ["state", "setting", "tool"])),
  ];
  if (isFault(state) || faults.length > 0) return faults;
  if (tool === search.name) return parametersOfSearch(state);
  const { reading, notFor } = OF_LOOKUP.get(tool as string) as AnswerKind;
  const lookup = lookupArgument(state, setting, notFor);
  if (isFault(lookup)) return [lookup];
  return parametersOfLookup(state, lookup, reading(state, lookup), { today: backend.today() });
}

function parametersOfSearch({ name, search: { about, parameters, examples, recordSchema } }: State): Structured {
  return {
    about: about.description,
    parameters: schemaOf(`${name} provider search`, parameters),
    examples: examples.map(({ title, query }) => shownExample(title, query, parameters)),
    result_fields: ownFields(recordSchema, commonResultFields),
  };
}

function parametersOfLookup(
  { name }: State,
  lookup: RateLookup,
  declared: ReadParameters<unknown>,
  defaults: Defaults,
): Structured {
  const { about, setting, examples, resultSchema } = lookup;
  const { parameters, read } = declared;
  const names = new Set(namedParameters(parameters).map((each) => each.name));
  const taken = examples.map(({ title, query }) => ({
    title,
    query: Object.fromEntries(Object.entries(query).filter(([each]) => names.has(each))),
  }));
  return {
    about: about.description,
    parameters: schemaOf(`${name} ${setting} lookup`, parameters),
    // Some lookups are no histories: a name alone is none.
    examples: taken
      .filter(({ query }) => read(query, defaults).ok)
      .map(({ title, query }) => shownExample(title, query, parameters)),
    result_fields: ownFields(resultSchema, SHARED_FIELDS[setting]),
  };
}

function schemaOf(title: string, parameters: Parameters): Json {
  return { ...itemSchema(title, parameters), description: "What to send as `parameters`." };
}

function shownExample(title: string, query: Example["query"], parameters: Parameters): Json {
  const byName = new Map(namedParameters(parameters).map(({ name, parameter }) => [name, parameter]));
  const values = Object.entries(query).map(([name, value]) => {
    const parameter = byName.get(name);
    return [name, parameter === undefined ? value : jsonValue(parameter, value)];
  });
  return { title, parameters: Object.fromEntries(values) };
}

/** The fields that results of a setting have in every state. */
const SHARED_FIELDS: Readonly<Record<CareSetting, object>> = {
  outpatient: outpatientResultFields,
  inpatient: inpatientResultFields,
};

/** The fields of a schema beside the shared ones, and what they mean. */
function ownFields({ properties }: ObjectSchema, shared: object): Readonly<Record<string, string>> {
  const own = Object.entries(properties).filter(([name]) => !(name in shared));
  return Object.fromEntries(own.map(([name, { description = "" }]) => [name, description]));
}
