import type { AnswerKind } from "../answers/answer.ts";
import type { Explanation } from "../answers/explanation/schema.ts";
import { explanation } from "../answers/explanation.ts";
import { options } from "../answers/options.ts";
import { rate } from "../answers/rate.ts";
import { search } from "../answers/search.ts";
import type { Day } from "../core/calendar/day.ts";
import type { Json } from "../core/schema/schema.ts";
import { quoted } from "../core/text/refusal.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import { itemSchema, jsonValue, namedParameters, type Parameters } from "../pricing/request/parameter.ts";
import { type RequestFault, type RequestFields, requestReader } from "../pricing/request/read.ts";
import { API_PREFIX, RATE_PATHS } from "../pricing/state/api-paths.ts";
import { lookupIn, type State, settingsOf } from "../pricing/state/state.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { Api, ApiAnswer } from "./api.ts";
import { ANSWER_CHARACTERS_MAX, shorten } from "./shorten.ts";

/** The answer of a tool: structured, or a refusal in words. */
export type ToolAnswer =
  | { readonly ok: true; readonly structured: Json }
  | { readonly ok: false; readonly message: string };

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Json;
  readonly answer: (sent: RequestFields, abandoned: AbortSignal) => Promise<ToolAnswer>;
}

/** A path of the API as a tool. `shown`: the part of its answer that agents receive. */
interface PathTool extends Pick<Tool, "name" | "title" | "description"> {
  readonly kind: AnswerKind | AnswerKind<"state">;
  readonly shown?: (answer: Json) => Json;
}

const PATH_TOOLS: readonly PathTool[] = [
  {
    name: search.name,
    kind: search,
    title: "Search providers",
    description:
      "The providers of a state by name, place, type or identifier, in the order of their names, with the identifiers that the other tools take. Parameters are combined with AND. No match is an empty list.",
  },
  {
    name: rate.name,
    kind: explanation,
    shown: priceOf,
    title: "Price a service or a stay",
    description:
      "What a state's Medicaid program pays for one code at a provider on a day, to the cent: the calculation, the rows it was read from, what was assumed; or why there is no rate and what would help. Amounts are exact decimal strings: quote them. `provider_name` finds up to 20 providers.",
  },
  {
    name: explanation.name,
    kind: explanation,
    title: "Explain a price",
    description:
      "The whole calculation behind a price, of the same arguments as `price`: every step with its expression and rounding, every figure with its row, publication and place, and the rows that were not used and why. Long: send one provider and one code. For the amount and its sources use `price`.",
  },
  {
    name: options.name,
    kind: options,
    title: "What else could be sent",
    description: options.description({ about: { summary: "", description: "" }, dayParameter: "" }),
  },
];

/** An explanation without its steps and the rows that were not used. */
function priceOf(answer: Json): Json {
  const { request, assumptions, explanations } = answer as unknown as Explanation;
  const prices = explanations.map(({ result, no_rate, rows }) => ({
    ...{ result, no_rate },
    rows: rows.filter(({ used }) => used),
  }));
  return { request, assumptions, prices };
}

/** The tools, in the order in which an agent needs them. */
export function toolsOver(api: Api): readonly Tool[] {
  return [parametersTool(api), ...PATH_TOOLS.map((declared) => pathTool(declared, api))];
}

function pathTool({ kind, shown = (answer) => answer, ...about }: PathTool, api: Api): Tool {
  return {
    ...about,
    inputSchema: inputSchema(kind, api),
    async answer(sent, abandoned) {
      const { state: code, setting, ...fields } = sent;
      const named = stateAndSetting(sent, kind.about === "lookup", api);
      if ("field" in named) return refusedFaults([named]);
      const { state, lookup } = named;
      // Only lookups have a setting: elsewhere the API refuses it by name.
      const others = lookup === null && setting !== undefined ? { ...fields, setting } : fields;
      const query = queryOf(others, parametersOf(kind, state, lookup));
      if (!query.ok) return refusedFaults(query.faults);
      const rates = lookup === null ? "" : RATE_PATHS[lookup.setting];
      const path = `${API_PREFIX}/${state.code}${rates}${kind.path}`;
      const answer = await api.get(query.text === "" ? path : `${path}?${query.text}`, abandoned);
      if (answer.status !== 200) return refusedAnswer(answer);
      const { headers, text } = answer;
      return fitting({
        ...{ release: headers.get("ratebook-release"), warnings: warningsIn(headers) },
        ...shown(JSON.parse(text)),
      });
    },
  };
}

function parametersOf(kind: PathTool["kind"], state: State, lookup: RateLookup | null): Parameters {
  if (kind.about === "state") return kind.parameters(state);
  return lookup === null ? {} : kind.parameters(state, lookup);
}

/** The parameters of all states and settings. Their meanings are in the tool `parameters`: a list of tools is part of every conversation. */
function inputSchema(kind: PathTool["kind"], { states }: Api): Json {
  const isOfLookup = kind.about === "lookup";
  const types = new Map<string, Set<string>>();
  for (const state of states) {
    for (const lookup of isOfLookup ? state.lookups : [null]) {
      for (const { name, parameter } of namedParameters(parametersOf(kind, state, lookup))) {
        types.set(name, (types.get(name) ?? new Set()).add(parameter.schema.type));
      }
    }
  }
  const properties = [...types].map(([name, each]) => [name, each.size === 1 ? { type: [...each][0] } : {}]);
  return {
    type: "object",
    properties: {
      state: stateSchema(states),
      ...(isOfLookup ? { setting: settingSchema(states) } : {}),
      ...Object.fromEntries(properties),
    },
    required: isOfLookup ? ["state", "setting"] : ["state"],
  };
}

function stateSchema(states: Api["states"]): Json {
  return { type: "string", enum: states.map(({ code }) => code) };
}

function settingSchema(states: Api["states"]): Json {
  return { type: "string", enum: settingsOf(states) };
}

interface Named {
  readonly state: State;
  readonly lookup: RateLookup | null;
}

function stateAndSetting(
  { state: code, setting }: RequestFields,
  hasSetting: boolean,
  { states }: Api,
): Named | RequestFault {
  const state = states.find((each) => each.code === lowerCase(code));
  if (state === undefined)
    return notOneOf(
      "state",
      code,
      states.map((each) => each.code),
    );
  if (!hasSetting) return { state, lookup: null };
  const lookup = lookupIn(state, lowerCase(setting) as CareSetting);
  return lookup === undefined ? notOneOf("setting", setting, settingsOf([state])) : { state, lookup };
}

function lowerCase(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : "";
}

function notOneOf(field: string, sent: unknown, known: readonly string[]): RequestFault {
  const found = typeof sent === "string" ? `${quoted(sent)} is not valid` : "is required";
  return { field, code: "invalid_parameter", message: `${field} ${found}: expected one of ${known.join(", ")}.` };
}

type ReadQuery =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

/** An agent's JSON as query text. A number is checked first, as in a batch: a code sent as a number may have lost its zeros. */
function queryOf(fields: RequestFields, parameters: Parameters): ReadQuery {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const names = new Set(namedParameters(parameters).map(({ name }) => name));
  const typed = given.filter(([name, value]) => typeof value !== "string" && names.has(name));
  const read = requestReader(parameters).fromItem(Object.fromEntries(typed), { today: NO_DAY });
  const faults = read.ok ? [] : read.faults.filter(({ code }) => code === "invalid_parameter");
  if (faults.length > 0) return { ok: false, faults };
  // Only unknown names are left with an object, which has no text.
  const texts = given.map(([name, value]): [string, string] => [name, typeof value === "object" ? "" : String(value)]);
  return { ok: true, text: new URLSearchParams(texts).toString() };
}

/** Types are checked alone: the service has its own day. */
const NO_DAY = "1970-01-01" as Day;

/** The warnings in an answer's headers, in words. */
function warningsIn(headers: Headers): readonly string[] {
  const [empty, stale] = [headers.get("ratebook-incomplete"), headers.get("ratebook-stale")];
  return [
    ...(empty === null ? [] : [`Some prices needed tables that have no rows in the loaded data: ${empty}.`]),
    ...(stale === null ? [] : [`Some prices are made of old editions (table and edition): ${stale}.`]),
  ];
}

function fitting(answer: Json): ToolAnswer {
  const structured = shorten(answer);
  if (structured !== null) return { ok: true, structured };
  return refusal(
    `The answer is longer than ${ANSWER_CHARACTERS_MAX} characters. Send an identifier, such as npi, for one provider. (answer_too_long)`,
  );
}

/** A problem document of the API (RFC 9457) in words. */
function refusedAnswer({ text, status }: ApiAnswer): ToolAnswer {
  const {
    code = String(status),
    detail,
    errors = [],
  } = JSON.parse(text) as {
    readonly code?: string;
    readonly detail: string;
    readonly errors?: readonly RequestFault[];
  };
  return errors.length === 0 ? refusal(`${detail} (${code})`) : refusedFaults(errors);
}

function refusedFaults(faults: readonly RequestFault[]): ToolAnswer {
  const lines = faults.map(({ field, code, message }) => `- ${message} (${code}: ${field})`);
  return refusal(["The call was refused. The tool `parameters` lists what can be sent.", ...lines].join("\n"));
}

/** Some thirty errors: a call with nothing but errors must not fill an agent's window. */
const REFUSAL_CHARACTERS_MAX = 4_000;

export function refusal(message: string): ToolAnswer {
  return { ok: false, message: message.slice(0, REFUSAL_CHARACTERS_MAX) };
}

/** The meaning of the parameters of the other tools, for one state and setting: from the declarations, without a request. */
function parametersTool(api: Api): Tool {
  return {
    name: "parameters",
    title: "What a lookup takes",
    description:
      "What `price`, `explain` and `options` take for one state and setting, or `search` without a setting: a JSON Schema with the meaning, values and default of each parameter, which are required, and examples that work on the sample data. Call it once before the first lookup.",
    inputSchema: {
      type: "object",
      properties: { state: stateSchema(api.states), setting: settingSchema(api.states) },
      required: ["state"],
    },
    async answer(sent) {
      const hasSetting = sent.setting !== undefined && sent.setting !== null;
      const named = stateAndSetting(sent, hasSetting, api);
      if ("field" in named) return refusedFaults([named]);
      const other = Object.keys(sent).find((name) => !["state", "setting"].includes(name));
      if (other !== undefined) return refusedFaults([notOneOf("argument", other, ["state", "setting"])]);
      const { state, lookup } = named;
      const { about, examples, parameters } = lookup ?? state.search;
      const title = `${state.name} ${lookup === null ? "provider search" : `${lookup.setting} lookup`}`;
      return fitting({
        about: about.description,
        parameters: { ...itemSchema(title, parameters), description: "What to send beside state and setting." },
        examples: examples.map(({ title, query }) => ({ title, arguments: valuesOf(query, parameters) })),
      });
    },
  };
}

function valuesOf(query: Readonly<Record<string, string>>, parameters: Parameters): Json {
  const byName = new Map(namedParameters(parameters).map(({ name, parameter }) => [name, parameter]));
  const values = Object.entries(query).map(([name, value]) => {
    const parameter = byName.get(name);
    return [name, parameter === undefined ? value : jsonValue(parameter, value)];
  });
  return Object.fromEntries(values);
}
