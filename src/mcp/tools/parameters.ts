import { answerKinds } from "../../answers/index.ts";
import { closedObject, type Json } from "../../http/openapi/json-schema.ts";
import { itemSchema, jsonValue } from "../../http/openapi/parameters.ts";
import type { Example, RateLookup } from "../../pricing/lookup.ts";
import { commonResultFields } from "../../pricing/result-fields.ts";
import type { Defaults, Parameters } from "../../request/parameter.ts";
import type { RequestFault, RequestFields } from "../../request/read.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import type { State } from "../../state/state.ts";
import { snakeCase } from "../../text/spelling.ts";
import { isFault, lookupArgument, notOneOf, stateArgument, strangersIn } from "../arguments.ts";
import type { Backend } from "../backend.ts";
import { fitting } from "../fitting.ts";
import { closed, settingSchema, stateSchema } from "../input-schemas.ts";
import { agentSchema } from "../output-schemas.ts";
import { fittingOr, refusedFaults } from "../refusal.ts";
import type { Structured, ToolMaker } from "../tool.ts";

const SEARCH = "search";

/** What a tool takes of one lookup, and how it is read. */
interface Declared {
  readonly parameters: Parameters;
  readonly read: (fields: RequestFields, defaults: Defaults) => { readonly ok: boolean };
}

const priced = (_state: State, { parameters, reader }: RateLookup): Declared => ({
  parameters,
  read: reader.fromQuery,
});

/** The tools that take `parameters` of a lookup. */
const OF_LOOKUP: Readonly<Record<string, (state: State, lookup: RateLookup) => Declared>> = {
  price: priced,
  explain: priced,
  ...Object.fromEntries(answerKinds.map((kind) => [kind.name, kind.reading])),
};

const TOOLS = [...Object.keys(OF_LOOKUP), SEARCH];

/** What the other tools can be sent, and what their answers mean, of one state and setting. */
export const parametersTool: ToolMaker = (backend) => ({
  name: "parameters",
  title: "What a lookup takes",
  description:
    "What can be sent as `parameters` to another tool for one state and setting: a JSON Schema with the meaning, the allowed values and the defaults of each, which are required, examples that work as they are on the sample data, and the fields that its results have beside those of every state. Ask it once for each state and setting before the first call.",
  inputSchema: closed(
    {
      state: stateSchema(backend),
      setting: settingSchema(backend),
      tool: {
        type: "string",
        enum: TOOLS,
        description: "The tool that they are for; price when absent. search has no setting.",
      },
    },
    ["setting", "tool"],
  ),
  outputSchema: agentSchema(
    closedObject("Parameters", {
      about: { type: "string", description: "What the lookup or search tells." },
      parameters: { type: "object", description: "The JSON Schema of `parameters`." },
      examples: {
        type: "array",
        items: closedObject("Example", {
          title: { type: "string", description: "What it shows." },
          parameters: { type: "object", description: "What to send." },
        }),
        description: "The lookup's own examples.",
      },
      result_fields: {
        type: "object",
        additionalProperties: { type: "string" },
        description: "The fields of its results that are not those of every state, and what they mean.",
      },
    }),
  ),
  async answer(sent) {
    const told = toldOf(sent, backend);
    if (Array.isArray(told)) return refusedFaults(told as readonly RequestFault[]);
    return fittingOr(fitting(told as Structured), "The pages in docs/methodology have it.");
  },
});

function toldOf(sent: RequestFields, backend: Backend): Structured | readonly RequestFault[] {
  const strangers = strangersIn(sent, ["state", "setting", "tool"]);
  const { tool = "price" } = sent;
  const state = stateArgument(sent.state, backend);
  const faults = [
    ...strangers,
    ...(isFault(state) ? [state] : []),
    ...(TOOLS.includes(tool as string) ? [] : [notOneOf("tool", tool, TOOLS)]),
  ];
  if (isFault(state) || faults.length > 0) return faults;
  if (tool === SEARCH) return toldOfSearch(state);
  const lookup = lookupArgument(state, sent.setting);
  if (isFault(lookup)) return [lookup];
  const declaredFor = OF_LOOKUP[tool as string] as (typeof OF_LOOKUP)[string];
  return toldOfLookup(state, lookup, declaredFor(state, lookup), { today: backend.today() });
}

function toldOfSearch({ name, search }: State): Structured {
  const { about, parameters, examples, recordSchema } = search;
  return {
    about: about.description,
    parameters: schemaOf(`${name} provider search`, parameters),
    examples: examples.map(({ title, query }) => shownExample(title, query, parameters)),
    result_fields: describedIn(recordSchema),
  };
}

function toldOfLookup({ name }: State, lookup: RateLookup, declared: Declared, defaults: Defaults): Structured {
  const { about, setting, examples, resultSchema } = lookup;
  const { parameters, read } = declared;
  const names = new Set(Object.keys(parameters).map(snakeCase));
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
    result_fields: describedIn(resultSchema),
  };
}

function schemaOf(title: string, parameters: Parameters): Json {
  return { ...itemSchema(title, parameters), description: "What to send as `parameters`." };
}

/** An example as JSON. */
function shownExample(title: string, query: Example["query"], parameters: Parameters): Json {
  const byName = new Map(Object.entries(parameters).map(([key, parameter]) => [snakeCase(key), parameter]));
  const values = Object.entries(query).map(([name, text]) => {
    const parameter = byName.get(name);
    return [name, parameter === undefined ? text : jsonValue(parameter, text)];
  });
  return { title, parameters: Object.fromEntries(values) };
}

function describedIn({ properties }: ObjectSchema): Readonly<Record<string, string>> {
  const own = Object.entries(properties).filter(([name]) => !(name in commonResultFields));
  return Object.fromEntries(own.map(([name, { description }]) => [name, description]));
}
