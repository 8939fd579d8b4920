import type { AnswerKind } from "../answers/answer.ts";
import type { Json } from "../core/schema/schema.ts";
import { quoted } from "../core/text/refusal.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import { namedParameters, type Parameter, type Parameters } from "../pricing/request/parameter.ts";
import { type RequestFault, type RequestFields, requestReader } from "../pricing/request/read.ts";
import { lookupIn, type State, settingsOf } from "../pricing/state/state.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { Backend, QueryFields } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import type { SchemaOfObject } from "./tool.ts";

type LookupAnswer = Pick<AnswerKind, "parameters" | "notFor">;

/** The argument for the lookup's day parameter, whose name differs by setting. */
const DAY = "date";

const NAMED: Readonly<Record<string, Json>> = {
  npi: { type: "string" },
  billing_code: { type: "string", description: "A procedure or DRG, as a string: a number loses its zeros." },
  [DAY]: { type: "string", format: "date", description: "Of the service or admission; today when absent." },
};

const MORE: Json = {
  type: "object",
  description: "Other parameters by name, as the tool `parameters` lists them.",
};

export function stateSchema({ states }: Backend): Json {
  return { type: "string", enum: states.map(({ code }) => code) };
}

export function settingSchema({ states }: Backend): Json {
  return { type: "string", enum: settingsOf(states) };
}

export function lookupInput(backend: Backend, { parameters, notFor }: LookupAnswer): SchemaOfObject {
  const settings = settingsOf(backend.states).filter((setting) =>
    backend.states.some((state) => {
      const lookup = lookupIn(state, setting);
      return lookup !== undefined && (notFor?.(lookup) ?? null) === null;
    }),
  );
  const taken = new Set(
    backend.states.flatMap((state) =>
      state.lookups.flatMap((lookup) => {
        const names = Object.keys(parameters(state, lookup)).map(snakeCase);
        return names.includes(lookup.dayParameter) ? [...names, DAY] : names;
      }),
    ),
  );
  const named = Object.entries(NAMED).filter(([name]) => taken.has(name));
  return {
    type: "object",
    properties: {
      state: stateSchema(backend),
      setting: { type: "string", enum: settings },
      ...Object.fromEntries(named),
      parameters: MORE,
    },
    required: ["state", "setting"],
  };
}

/** Declared parameters as the arguments of a tool that has no others. */
export function inputOf(parameters: Parameters): SchemaOfObject {
  const named = namedParameters(parameters);
  // Agents send no long texts; a list of tools is part of every conversation.
  const properties = named.map(({ name, parameter: { schema, description } }) => {
    const { maxLength: _, ...rest } = schema as Json;
    return [name, { ...rest, description }];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: named.filter(({ parameter }) => parameter.required).map(({ name }) => name),
  };
}

export function searchInput(backend: Backend): SchemaOfObject {
  const provider_name = { type: "string", description: "The name, or a part of it." };
  return {
    type: "object",
    properties: { state: stateSchema(backend), provider_name, parameters: MORE },
    required: ["state"],
  };
}

type ReadArguments<Arguments> =
  | { readonly ok: true; readonly read: Arguments }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

interface StateNamed {
  readonly state: State;
  readonly fields: QueryFields;
}

interface LookupNamed extends StateNamed {
  readonly lookup: RateLookup;
}

/** Reads `state` and `setting`, and the parameters that they determine. */
export function lookupArguments(
  sent: RequestFields,
  backend: Backend,
  { parameters, notFor }: LookupAnswer,
): ReadArguments<LookupNamed> {
  const state = stateArgument(sent.state, backend);
  if (isFault(state)) return refused(state);
  const lookup = lookupArgument(state, sent.setting, notFor);
  if (isFault(lookup)) return refused(lookup);
  const { state: _, setting: __, ...others } = sent;
  const fields = parametersIn(others, parameters(state, lookup), backend, lookup.dayParameter);
  return fields.ok ? { ok: true, read: { state, lookup, fields: fields.read } } : fields;
}

export function searchArguments(sent: RequestFields, backend: Backend): ReadArguments<StateNamed> {
  const state = stateArgument(sent.state, backend);
  if (isFault(state)) return refused(state);
  const { state: _, ...others } = sent;
  const fields = parametersIn(others, state.search.parameters, backend);
  return fields.ok ? { ok: true, read: { state, fields: fields.read } } : fields;
}

function refused(...faults: readonly RequestFault[]) {
  return { ok: false, faults } as const;
}

export function isFault(value: object): value is RequestFault {
  return "field" in value && "message" in value;
}

export function stateArgument(sent: unknown, { states }: Backend): State | RequestFault {
  const state = typeof sent === "string" ? states.find(({ code }) => code === sent.trim().toLowerCase()) : undefined;
  const codes = states.map(({ code }) => code);
  return state ?? notOneOf("state", sent, codes);
}

/** The lookup of a setting, if it has the kind of answer. */
export function lookupArgument(
  state: State,
  sent: unknown,
  notFor?: LookupAnswer["notFor"],
): RateLookup | RequestFault {
  const lookup = lookupIn(state, (typeof sent === "string" ? sent.trim().toLowerCase() : "") as CareSetting);
  if (lookup === undefined) return notOneOf("setting", sent, settingsOf([state]));
  const reason = notFor?.(lookup) ?? null;
  if (reason === null) return lookup;
  return {
    field: "setting",
    code: "invalid_parameter",
    message: `setting ${quoted(lookup.setting)} is not valid: ${reason}`,
  };
}

export function notOneOf(field: string, sent: unknown, known: readonly string[]): RequestFault {
  const expected = `expected one of ${known.join(", ")}.`;
  if (sent === undefined || sent === null) {
    return { field, code: "missing_parameter", message: `${field} is required: ${expected}` };
  }
  const value = typeof sent === "object" ? "" : ` ${shown(sent)}`;
  return { field, code: "invalid_parameter", message: `${field}${value} is not valid: ${expected}` };
}

/**
 * The parameters of a call: those in `parameters` and those beside it, where agents often put them. Two different values are refused,
 * since either could be meant.
 */
function parametersIn(
  { parameters: sent, ...beside }: RequestFields,
  declared: Parameters,
  backend: Backend,
  dayParameter = "",
): ReadArguments<QueryFields> {
  const parameters = sent ?? {};
  if (typeof parameters !== "object" || Array.isArray(parameters)) {
    const message =
      'parameters is not valid: expected a JSON object of names and values, such as {"npi": "1234567893"}.';
    return refused({ field: "parameters", code: "invalid_parameter", message });
  }
  const byName = new Map(Object.entries(declared).map(([key, parameter]) => [snakeCase(key), parameter]));
  const given = new Map<string, unknown>();
  const faults: RequestFault[] = [];
  const all = [...Object.entries(beside), ...Object.entries(parameters)];
  if (all.length > MCP_LIMITS.argumentsMax) return refused(tooMany(all.length));
  for (const [argument, value] of all) {
    if (value === null || value === undefined) continue;
    const isDay = argument === DAY && !byName.has(DAY) && byName.has(dayParameter);
    const name = isDay ? dayParameter : argument;
    if (given.has(name) && String(scalar(given.get(name))).trim() !== String(scalar(value)).trim()) {
      faults.push(givenTwice(name, given.get(name), value, byName.get(name)));
    }
    given.set(name, value);
  }
  return faults.length > 0 ? refused(...faults) : readFields(given, declared, backend);
}

function tooMany(count: number): RequestFault {
  const message = `The call has ${count} arguments: expected at most ${MCP_LIMITS.argumentsMax}.`;
  return { field: "parameters", code: "invalid_parameter", message };
}

function givenTwice(field: string, first: unknown, second: unknown, parameter?: Parameter<unknown>): RequestFault {
  const values = parameter?.confidential === false ? `, ${shown(first)} and ${shown(second)}` : "";
  return {
    field,
    code: "invalid_parameter",
    message: `${field} is given twice with two values${values}: expected one of them.`,
  };
}

/**
 * An agent's JSON parameters as query text. Numbers and booleans are checked against the declaration first, as in a batch: a code
 * sent as a number may have lost its zeros.
 */
export function readFields(
  sent: ReadonlyMap<string, unknown>,
  parameters: Parameters,
  { today }: Pick<Backend, "today">,
): ReadArguments<QueryFields> {
  if (sent.size > MCP_LIMITS.argumentsMax) return refused(tooMany(sent.size));
  const reader = requestReader(parameters);
  const defaults = { today: today() };
  const given = [...sent].filter(([, value]) => value !== null && value !== undefined);
  const fields: QueryFields = Object.fromEntries(given.map(([name, value]) => [name, String(scalar(value))]));
  const asJson = reader.fromItem(Object.fromEntries(given.filter(([, value]) => typeof value !== "string")), defaults);
  const wrong = asJson.ok ? [] : asJson.faults.filter(({ code }) => code === "invalid_parameter");
  const asText = reader.fromQuery(fields, defaults);
  const others = asText.ok ? [] : asText.faults.filter(({ field }) => !wrong.some((fault) => fault.field === field));
  const faults = [...wrong, ...others];
  return faults.length === 0 ? { ok: true, read: fields } : refused(...faults);
}

/** A value in a message. Lists and objects are not printed: they may be deeply nested. */
function shown(value: unknown): string {
  return typeof value === "object" ? "an object" : quoted(String(value));
}

/** A list or an object is refused where a parameter has it, and has no text otherwise. */
function scalar(value: unknown): unknown {
  return typeof value === "object" ? "" : value;
}
