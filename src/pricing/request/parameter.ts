import type { Day } from "../../core/calendar/day.ts";
import type { Json } from "../../core/schema/schema.ts";
import type { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";

export interface Defaults {
  readonly today: Day;
}

/** The JSON Schema of a parameter, as OpenAPI publishes it. */
export interface ParameterSchema {
  readonly type: "string" | "boolean" | "integer";
  readonly [keyword: string]: unknown;
}

/** Kinds of parameters, for readers of other inputs than requests, such as claim files. */
export const PARAMETER_KINDS = [
  "text",
  "code",
  "npi",
  "modifier",
  "choice",
  "day",
  "flag",
  "count",
  "dollars",
] as const;
export type ParameterKind = (typeof PARAMETER_KINDS)[number];

/**
 * One parameter of an endpoint: how it is read from a query string and a batch item, its default, and its
 * documentation.
 */
export interface Parameter<Value> {
  readonly kind: ParameterKind;
  readonly description: string;
  readonly schema: ParameterSchema;
  /** A second JSON type that a batch item may use, beside the schema's own. */
  readonly alsoInJson?: "integer" | "number";
  readonly example?: string;
  readonly required: boolean;
  /** A member of the provider-identifier group (contract 2.2). */
  readonly identifiesProvider: boolean;
  /** Kept as sent (`reference_id`); everything else is trimmed. */
  readonly verbatim: boolean;
  /** Never quoted in an error. */
  readonly confidential: boolean;
  /**
   * Most characters (Unicode code points) of the text as sent. Checked first: the cost of trimming, folding and
   * comparing grows with the length, sometimes faster than linearly.
   */
  readonly charactersMax: number;
  readonly tooLong: Refusal;
  /** The refusal of a repeated name, unless repeated values make a list. */
  readonly repeated?: Refusal;
  readonly absent: (defaults: Defaults) => Value;
  /** From a query string; the text is trimmed and not empty. */
  readonly fromText: (text: string) => Value | Refusal;
  /** From a batch item; never null, and text is trimmed and not empty. */
  readonly fromJson: (value: unknown) => Value | Refusal;
}

/** Parameters in the contract's order, by the name that code uses. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The request that parameters are read into, with today's date of the service. */
export type RequestOf<Spec extends Parameters> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Parameter<infer Value> ? Value : never;
} & Defaults;

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

/** The JSON of a value in text form, for a batch item or an example. */
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

/** Without the default: client generators (openapi-typescript) make a property with a default required. */
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

/** A schema of query parameters cannot express the identifier group, so the descriptions do. */
export function descriptionOf(
  { description, identifiesProvider }: Parameter<unknown>,
  identifiers: readonly string[],
): string {
  if (!identifiesProvider) return description;
  return `${description} At least one of ${identifiers.join(", ")} is required, and all that are sent must match.`;
}
