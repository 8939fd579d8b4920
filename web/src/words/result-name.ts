import { labelOf } from "./name.ts";

/** A result of a lookup, as far as the page reads it by itself. */
export type Result = Readonly<Record<string, unknown>> & {
  readonly payment_rate: string | null;
  readonly payment_rate_type: string | null;
  readonly error_message: string | null;
  readonly provider_name?: string | null;
};

/** What a result comes to, not what it is of. */
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
 * What tells some results apart, in a few words each: the severity, the campus, the region ... The first field whose values
 * are all different, or as many fields as it takes; figures are left out, because a price is not named by its weight.
 */
export function namesOf(results: readonly Result[]): readonly string[] {
  const [first] = results;
  if (first === undefined || results.length === 1) return results.map(() => "");
  const telling = Object.keys(first).filter(
    (name) => !OUTCOMES.has(name) && isTelling(results.map((each) => each[name])),
  );
  const enough = telling.find((name) => isDifferent(results.map((each) => String(each[name]))));
  const fields = enough === undefined ? telling.slice(0, FIELDS_MAX) : [enough];
  const names = results.map((each) => fields.map((name) => worded(name, each[name])).join(", "));
  return isDifferent(names) ? names : names.map((name, place) => `${place + 1}${name === "" ? "" : `: ${name}`}`);
}

/** More would be no name. */
const FIELDS_MAX = 2;

function isTelling(values: readonly unknown[]): boolean {
  return values.some((value) => value !== values[0]) && values.every(isWord);
}

function isWord(value: unknown): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isInteger(value);
  return typeof value === "string" && !AMOUNT.test(value);
}

function isDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** A word speaks for itself; a number, a flag and a blank need the name of their field. */
function worded(name: string, value: unknown): string {
  if (typeof value === "string" && /[a-z-]/i.test(value)) return value;
  const label = name.includes("_") ? labelOf(name) : name.toUpperCase();
  if (value === null) return `no ${label}`;
  return typeof value === "boolean" ? `${label}: ${value ? "yes" : "no"}` : `${label} ${value}`;
}
