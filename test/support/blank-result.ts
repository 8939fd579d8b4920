import type { ObjectSchema } from "../../src/core/schema/schema.ts";

/** A result whose fields are all null: a test names those that are not, and a new field that is null changes no test. */
export function blankResult({ required }: ObjectSchema): Record<string, null> {
  return Object.fromEntries(required.map((name) => [name, null]));
}
