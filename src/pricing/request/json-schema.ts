import type { Json } from "../../core/schema/schema.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { Parameter, Parameters } from "./parameter.ts";

/* Parameters as JSON Schema: what OpenAPI prints of a batch item, and what agents read of a lookup. */

interface Named {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
}

export function namedParameters(parameters: Parameters): readonly Named[] {
  return Object.entries(parameters).map(([key, parameter]) => ({ name: snakeCase(key), parameter }));
}

export function identifierNames(parameters: Parameters): readonly string[] {
  return namedParameters(parameters)
    .filter(({ parameter }) => parameter.identifiesProvider)
    .map(({ name }) => name);
}

/** A value as text turned into the JSON that a batch item, or an example, has it as. */
export function jsonValue({ schema }: Parameter<unknown>, text: string): unknown {
  if (schema.type === "integer") return Number(text);
  return schema.type === "boolean" ? text === "true" : text;
}

/** The schema of a batch item: the same parameters as JSON, where null counts as absent. */
export function itemSchema(title: string, parameters: Parameters): Json {
  const identifiers = identifierNames(parameters);
  const properties = namedParameters(parameters).map(({ name, parameter }) => {
    const description = withDefault(descriptionOf(parameter, identifiers), parameter);
    return [name, { ...jsonSchema(parameter), description: withExample(description, parameter) }];
  });
  return {
    type: "object",
    title,
    description: "One lookup: the same fields as the query parameters of the single lookup.",
    additionalProperties: false,
    required: namedParameters(parameters)
      .filter(({ parameter }) => parameter.required)
      .map(({ name }) => name),
    properties: Object.fromEntries(properties),
  };
}

/** Without the default: client generators (openapi-typescript) take a property that has one for one that must be sent. */
function jsonSchema({ schema: { default: _, ...schema }, alsoInJson, required }: Parameter<unknown>): Json {
  const types = [schema.type, ...(alsoInJson === undefined ? [] : [alsoInJson]), ...(required ? [] : ["null"])];
  const values = schema.enum as readonly unknown[] | undefined;
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(values === undefined || required ? {} : { enum: [...values, null] }),
  };
}

function withDefault(description: string, { schema }: Parameter<unknown>): string {
  return schema.default === undefined ? description : `${description} When absent: ${schema.default}.`;
}

export function withExample(description: string, { example }: Parameter<unknown>): string {
  return example === undefined ? description : `${description} For example: ${example}.`;
}

/** The identifier group cannot be said in a schema of query parameters, so its members say it in words. */
export function descriptionOf(
  { description, identifiesProvider }: Parameter<unknown>,
  identifiers: readonly string[],
): string {
  if (!identifiesProvider) return description;
  return `${description} At least one of ${identifiers.join(", ")} is required; a provider must match all that are sent.`;
}
