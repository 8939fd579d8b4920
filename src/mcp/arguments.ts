import type { RateLookup } from "../pricing/lookup.ts";
import type { CareSetting } from "../providers/definition.ts";
import type { Parameters } from "../request/parameter.ts";
import type { RequestFault, RequestFields } from "../request/read.ts";
import { lookupIn, type State } from "../state/state.ts";
import { quoted } from "../text/refusal.ts";
import type { Backend, QueryFields } from "./backend.ts";
import { readFields } from "./parameter-fields.ts";

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

/** Reads `state`, `setting` and `parameters`, whose declaration follows from the two. */
export function lookupArguments(
  sent: RequestFields,
  backend: Backend,
  parametersOf: (state: State, lookup: RateLookup) => Parameters,
): ReadArguments<LookupNamed> {
  const strangers = strangersIn(sent, ["state", "setting", "parameters"]);
  const state = stateArgument(sent.state, backend);
  if (isFault(state)) return refused([...strangers, state]);
  const lookup = lookupArgument(state, sent.setting);
  if (isFault(lookup)) return refused([...strangers, lookup]);
  const fields = parametersArgument(sent.parameters, parametersOf(state, lookup), backend);
  if (!fields.ok || strangers.length > 0) return refused([...strangers, ...(fields.ok ? [] : fields.faults)]);
  return { ok: true, read: { state, lookup, fields: fields.read } };
}

/** Reads `state` and the `parameters` of its provider search. */
export function searchArguments(sent: RequestFields, backend: Backend): ReadArguments<StateNamed> {
  const strangers = strangersIn(sent, ["state", "parameters"]);
  const state = stateArgument(sent.state, backend);
  if (isFault(state)) return refused([...strangers, state]);
  const fields = parametersArgument(sent.parameters, state.search.parameters, backend);
  if (!fields.ok || strangers.length > 0) return refused([...strangers, ...(fields.ok ? [] : fields.faults)]);
  return { ok: true, read: { state, fields: fields.read } };
}

function refused(faults: readonly RequestFault[]): { readonly ok: false; readonly faults: readonly RequestFault[] } {
  return { ok: false, faults };
}

export function isFault(value: object): value is RequestFault {
  return "field" in value && "message" in value;
}

export function stateArgument(sent: unknown, { states }: Backend): State | RequestFault {
  const state = typeof sent === "string" ? states.find(({ code }) => code === sent.trim().toLowerCase()) : undefined;
  return (
    state ??
    notOneOf(
      "state",
      sent,
      states.map(({ code }) => code),
    )
  );
}

export function lookupArgument(state: State, sent: unknown): RateLookup | RequestFault {
  const setting = typeof sent === "string" ? sent.trim().toLowerCase() : "";
  const lookup = lookupIn(state, setting as CareSetting);
  return (
    lookup ??
    notOneOf(
      "setting",
      sent,
      state.lookups.map((each) => each.setting),
    )
  );
}

/** An argument that is none of those that there are. */
export function notOneOf(field: string, sent: unknown, known: readonly string[]): RequestFault {
  const expected = `expected one of ${known.join(", ")}.`;
  if (sent === undefined || sent === null) {
    return { field, code: "missing_parameter", message: `${field} is required: ${expected}` };
  }
  const shown = typeof sent === "object" ? "" : ` ${quoted(String(sent))}`;
  return { field, code: "invalid_parameter", message: `${field}${shown} is not valid: ${expected}` };
}

const EXAMPLE = '{"npi": "1234567893"}';

function parametersArgument(sent: unknown, declared: Parameters, { today }: Backend): ReadArguments<QueryFields> {
  if (sent !== undefined && (typeof sent !== "object" || sent === null || Array.isArray(sent))) {
    const message = `parameters is not valid: expected a JSON object of names and values, such as ${EXAMPLE}.`;
    return refused([{ field: "parameters", code: "invalid_parameter", message }]);
  }
  const fields = readFields((sent ?? {}) as RequestFields, declared, today());
  return fields.ok ? { ok: true, read: fields.fields } : fields;
}

/** So many names of arguments that are none; a call made of them alone must not cost more than a real one. */
const STRANGERS_NAMED_MAX = 20;

/** Arguments beside those of a tool. A parameter of the lookup that stands there is in the wrong place, never ignored. */
export function strangersIn(sent: RequestFields, known: readonly string[]): readonly RequestFault[] {
  const strangers = Object.keys(sent).filter((name) => !known.includes(name));
  const place = known.includes("parameters") ? "; parameters of the lookup belong into `parameters`" : "";
  return strangers.slice(0, STRANGERS_NAMED_MAX).map((name) => ({
    field: quoted(name),
    code: "unknown_parameter",
    message: `${quoted(name)} is not an argument of this tool, which takes ${known.join(", ")}${place}.`,
  }));
}
