import type { Result } from "../pricing/result.ts";

/** How results name the lists of what could have been chosen instead, in every state. */
const PREFIX = "available_";

/** What else is published that could have been priced: `procedure types`, with the values. */
interface Alternatives {
  readonly name: string;
  readonly values: readonly string[];
}

/** Whether a field of a result is such a list. */
export function isAlternatives(field: string): boolean {
  return field.startsWith(PREFIX);
}

/** The lists of a result that are not empty. */
export function alternativesIn(result: Result): readonly Alternatives[] {
  return Object.entries(result)
    .filter(([field, values]) => isAlternatives(field) && Array.isArray(values) && values.length > 0)
    .map(([field, values]) => ({ name: alternativesName(field), values: (values as unknown[]).map(String) }));
}

export function alternativesName(field: string): string {
  return field.slice(PREFIX.length).replaceAll("_", " ");
}
