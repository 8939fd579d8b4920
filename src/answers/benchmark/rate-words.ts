import { wordsOf } from "../../core/text/labels.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import { OUTCOMES } from "../telling-fields.ts";
import type { ScheduleRate } from "./provider-rates.ts";

/* What tells several rates of one type of provider apart, in words: specialties, multipliers, programs, regions ... */

/** Fields that other columns of a comparison have. */
const SHOWN_ELSEWHERE = ["provider_type", "provider_type_label"];

/** Values of a field that are listed; the rest is counted. */
const VALUES_MAX = 5;

/** For each rate, the fields in which it differs from another; null where there is only one rate. */
export function rateWords(
  rates: readonly ScheduleRate[],
  { resultSchema, acronyms }: RateLookup,
  { state }: Pick<StateInRelease, "state">,
): readonly (string | null)[] {
  if (rates.length === 1) return [null];
  const identifiers = Object.keys(state.providers.identifiers).map(snakeCase);
  const telling = Object.keys(resultSchema.properties)
    .filter((name) => !OUTCOMES.has(name) && ![...SHOWN_ELSEWHERE, ...identifiers].includes(name))
    .map((name) => ({ name, values: rates.map((rate) => valuesOf(name, rate)) }))
    .filter(({ values }) => new Set(values.map((those) => those.join("|"))).size > 1)
    // What a rate has one value of says most about it.
    .sort((one, other) => Number(hasSeveral(one.values)) - Number(hasSeveral(other.values)));
  return rates.map((_, place) =>
    telling.map(({ name, values }) => `${wordsOf(name, acronyms)}: ${listed(values[place] ?? [])}`).join("; "),
  );
}

function hasSeveral(values: readonly (readonly string[])[]): boolean {
  return values.some(({ length }) => length > 1);
}

/** In the order of the alphabet. A field that repeats the price tells nothing. */
function valuesOf(name: string, { results, amount }: ScheduleRate): readonly string[] {
  const values = new Set([...results].map((result) => valueText(result[name])));
  values.delete(amount);
  return [...values].sort();
}

function valueText(value: Result[string]): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(" ") || "none" : String(value);
}

function listed(values: readonly string[]): string {
  const more = values.length - VALUES_MAX;
  return `${values.slice(0, VALUES_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
