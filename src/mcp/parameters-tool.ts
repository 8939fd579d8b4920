import type { AnswerKind, ReadParameters } from "../answers/answer.ts";
import { lookupKinds } from "../answers/index.ts";
import { search } from "../answers/search.ts";
import { anyObject, array, described, type Json, type ObjectSchema, object, string } from "../core/schema/schema.ts";
import type { Example, RateLookup } from "../pricing/lookup.ts";
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
import { isFault, lookupArgument, notOneOf, settingSchema, stateArgument, stateSchema } from "./arguments.ts";
import type { Backend } from "./backend.ts";
import { fitting, fittingOr, outputSchema, refusedFaults, type Structured, type ToolMaker } from "./tool.ts";

const OF_LOOKUP = new Map(lookupKinds.map((kind) => [kind.name, kind]));

const TOOLS = [...OF_LOOKUP.keys(), search.name];

const takenSchema = object("Parameters", {
  about: string("What the lookup or search answers."),
  parameters: anyObject("The JSON Schema of the parameters."),
  examples: array(described(""), "Examples with a title; their `parameters` can be sent as they are."),
  result_fields: anyObject("Fields of its results that other states do not have."),
});

/** The parameters of the other tools, and the meaning of their answers, for one state and setting. */
export const parametersTool: ToolMaker = (backend) => ({
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
