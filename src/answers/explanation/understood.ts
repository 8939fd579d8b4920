import { Money } from "../../core/money/money.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import type { Assumption } from "../../pricing/sheet.ts";
import type { Explanation } from "./explanation.ts";

type Understood = Explanation["request"];

/** What was understood of a request: every parameter that was sent or that a default stands for. */
export function understoodRequest({ parameters }: RateLookup, request: LookupRequest): Understood {
  const values = request as unknown as Readonly<Record<string, unknown>>;
  const understood: Record<string, string | number | boolean> = {};
  for (const [name, { schema }] of Object.entries(parameters)) {
    const parameter = snakeCase(name);
    const value = shownValue(values[name] ?? schema.default);
    if (value !== null) understood[parameter] = value;
  }
  return understood;
}

/** A value as JSON carries it; a code as it was sent. */
export function shownValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Money) return value.text;
  return (value as { readonly sent: string }).sent;
}

/** The day that was taken because none was sent. */
export function assumedDay(
  { dayParameter }: RateLookup,
  understood: Understood,
  sent: ReadonlySet<string>,
): readonly Assumption[] {
  if (sent.has(dayParameter)) return [];
  return [{ parameter: dayParameter, value: String(understood[dayParameter]), reason: "not sent: today" }];
}

/** The names of the parameters that count as sent: one without a value does not. */
export function namesSent(fields: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(fields).filter((name) => fields[name] != null && String(fields[name]).trim() !== ""));
}
