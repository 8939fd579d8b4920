import type { RateLookup } from "../pricing/lookup.ts";
import type { Parameters } from "../request/parameter.ts";
import type { State } from "../state/state.ts";
import type { Backend } from "./backend.ts";
import { offeredParameters } from "./offered-parameters.ts";
import type { SchemaOfObject } from "./tool.ts";

export function stateSchema({ states }: Backend): Readonly<Record<string, unknown>> {
  const named = states.map(({ code, name }) => `${code} ${name}`).join(", ");
  return { type: "string", enum: states.map(({ code }) => code), description: `The state's code: ${named}.` };
}

export function settingSchema({ states }: Backend): Readonly<Record<string, unknown>> {
  const settings = new Set(states.flatMap(({ lookups }) => lookups.map(({ setting }) => setting)));
  return {
    type: "string",
    enum: [...settings],
    description: "Outpatient services are priced by the code, inpatient stays by the stay or the day.",
  };
}

/** The arguments of a tool that asks one lookup of a state. */
export function lookupInput(
  backend: Backend,
  parametersOf: (state: State, lookup: RateLookup) => Parameters,
): SchemaOfObject {
  const declared = backend.states.flatMap((state) =>
    state.lookups.map((lookup) => ({
      name: `${state.code} ${lookup.setting}`,
      parameters: parametersOf(state, lookup),
    })),
  );
  return closed({
    state: stateSchema(backend),
    setting: settingSchema(backend),
    parameters: offeredParameters(declared),
  });
}

/** The arguments of a provider search. */
export function searchInput(backend: Backend): SchemaOfObject {
  const declared = backend.states.map(({ code, search }) => ({ name: code, parameters: search.parameters }));
  return closed({ state: stateSchema(backend), parameters: offeredParameters(declared) });
}

/** An object of these members, all of them required unless they are named, and no others. */
export function closed(properties: SchemaOfObject["properties"], optional: readonly string[] = []): SchemaOfObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}
