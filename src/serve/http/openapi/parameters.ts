import type { Example } from "../../../pricing/lookup.ts";
import {
  descriptionOf,
  identifierNames,
  jsonValue,
  namedParameters,
  type Parameters,
  withExample,
} from "../../../pricing/request/parameter.ts";
import type { Json } from "./json-schema.ts";

/** An endpoint's parameters, and requests that show what they are for. */
interface Asked {
  readonly parameters: Parameters;
  readonly examples: readonly Example[];
}

/**
 * The parameters of a GET, in the contract's order. A form sends every example at once, so they are the fields of one
 * request that makes sense together, the first of the endpoint's.
 */
export function queryParameters({ parameters, examples: [first] }: Asked): readonly Json[] {
  const identifiers = identifierNames(parameters);
  return namedParameters(parameters).map(({ name, parameter }) => {
    const value = first?.query[name];
    const description = descriptionOf(parameter, identifiers);
    return {
      name,
      in: "query",
      ...(parameter.required ? { required: true } : {}),
      description: value === undefined ? withExample(description, parameter) : description,
      schema: parameter.schema,
      ...(value === undefined ? {} : { example: jsonValue(parameter, value) }),
    };
  });
}
