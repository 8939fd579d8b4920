import type { Result } from "../pricing/result.ts";

/** The fields that say what a result comes to, not which one it is. */
const OUTCOMES: ReadonlySet<string> = new Set([
  "payment_rate",
  "calculation_method",
  "rate_found",
  "error_message",
  "effective_start_date",
  "effective_end_date",
]);

const AMOUNT = /^-?[0-9]+\.[0-9]+$/;

/**
 * The fields that tell the results of one lookup apart: the severity, the campus, the region ... The first field whose values are all
 * different, or as many fields as it takes, up to `fieldsMax`. Figures are left out: a price is not named by its weight.
 */
export function tellingFields(results: readonly Result[], fieldsMax: number): readonly string[] {
  const [first] = results;
  if (first === undefined || results.length === 1) return [];
  const telling = Object.keys(first).filter(
    (name) => !OUTCOMES.has(name) && isTelling(results.map((each) => each[name])),
  );
  const enough = telling.find((name) => new Set(results.map((each) => String(each[name]))).size === results.length);
  return enough === undefined ? telling.slice(0, fieldsMax) : [enough];
}

function isTelling(values: readonly unknown[]): boolean {
  return values.some((value) => value !== values[0]) && values.every(isWord);
}

function isWord(value: unknown): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isInteger(value);
  return typeof value === "string" && !AMOUNT.test(value);
}
