import type { Result } from "../pricing/result.ts";

/** How results name the lists of what could have been chosen instead, in every state. */
const PREFIX = "available_";

/** What else is published that could have been priced: `procedure types`, with the values. */
interface Alternatives {
  readonly name: string;
  readonly values: readonly string[];
}

/** The lists of a result that are not empty. */
export function alternativesIn(result: Result): readonly Alternatives[] {
  return Object.entries(result)
    .filter(([field, values]) => field.startsWith(PREFIX) && Array.isArray(values) && values.length > 0)
    .map(([field, values]) => ({
      name: field.slice(PREFIX.length).replaceAll("_", " "),
      values: (values as unknown[]).map(String),
    }));
}
