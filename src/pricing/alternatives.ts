import { snakeCase } from "../core/text/spelling.ts";
import type { RateLookup } from "./lookup.ts";
import type { Result } from "./result.ts";

/** Prefix of the result fields that list what else is published for the lookup, in every state. */
const PREFIX = "available_";

/** Other values of one parameter that rates are published for. */
export interface Alternatives {
  /** `procedure_types` */
  readonly name: string;
  readonly values: readonly string[];
}

/** The lists of published alternatives in a result, in the order of its fields; empty lists are left out. */
export function alternativesIn(result: Result): readonly Alternatives[] {
  return Object.entries(result).flatMap(([field, values]) =>
    field.startsWith(PREFIX) && Array.isArray(values) && values.length > 0
      ? [{ name: field.slice(PREFIX.length), values: values.map(String) }]
      : [],
  );
}

/** A list of alternatives that a result may have, and its parameter's name in code. */
export interface ListOfAlternatives {
  readonly field: string;
  readonly key: string;
}

/** The lists of a lookup: known once, they are read faster than by `alternativesIn`. */
export function listsOfAlternatives({ resultSchema, parameters }: RateLookup): readonly ListOfAlternatives[] {
  const keys = new Map(Object.keys(parameters).map((key) => [snakeCase(key), key]));
  return Object.keys(resultSchema.properties).flatMap((field) => {
    if (!field.startsWith(PREFIX)) return [];
    const key = keys.get(parameterOfAlternatives(field.slice(PREFIX.length), [...keys.keys()]) ?? "");
    return key === undefined ? [] : [{ field, key }];
  });
}

/** The parameter that takes the values of a list, of those with these names on the wire; null when there is none. */
export function parameterOfAlternatives(name: string, parameters: readonly string[]): string | null {
  const singulars = [name.replace(/ies$/, "y"), name.replace(/s$/, ""), name];
  return parameters.find((each) => singulars.includes(each)) ?? null;
}
