import type { Json } from "../http/openapi/json-schema.ts";
import type { Parameter, Parameters } from "../request/parameter.ts";
import { snakeCase } from "../text/spelling.ts";

/** The parameters of one lookup, and what the lookup is called: `ca outpatient`. */
interface DeclaredFor {
  readonly name: string;
  readonly parameters: Parameters;
}

/** A parameter as one lookup declares it. */
interface Declared {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
}

/**
 * What can be sent as `parameters`, over all states and settings: each name once, with its types and those that take it. Values,
 * defaults and what is not the same everywhere are told by the tool `parameters`: eight lookups in full would fill an agent's
 * window before its first question.
 */
export function offeredParameters(declared: readonly DeclaredFor[]): Json {
  const all = declared.flatMap(({ name, parameters }) =>
    Object.entries(parameters)
      // What must not be repeated need not be sent: an agent has its answers in order.
      .filter(([, { confidential }]) => !confidential)
      .map(([key, parameter]) => ({ called: snakeCase(key), name, parameter })),
  );
  const byName = Map.groupBy(all, ({ called }) => called);
  return {
    type: "object",
    description:
      "What is asked, by name. Which names a state and setting take, which are required, their values and defaults are told by the tool `parameters`. Codes and identifiers are strings: a number loses its zeros.",
    properties: Object.fromEntries([...byName].map(([called, those]) => [called, offered(those, declared.length)])),
  };
}

/** One parameter of several lookups. */
function offered(those: readonly Declared[], lookups: number): Json {
  const types = those.flatMap(({ parameter: { schema, alsoInJson } }) => [
    schema.type,
    ...(alsoInJson ? [alsoInJson] : []),
  ]);
  const descriptions = new Set(those.map(({ parameter }) => parameter.description));
  const [description] = descriptions.size === 1 ? descriptions : ["What it is differs."];
  const taken = those.length === lookups ? "" : ` Taken by ${those.map(({ name }) => name).join(", ")}.`;
  return { type: [...new Set(types)], description: `${description}${taken}` };
}
