import { wordsOf } from "../../core/text/labels.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import { OUTCOMES } from "../telling-fields.ts";
import type { ScheduleRate } from "./provider-rates.ts";

/* What tells several rates of one type of provider apart, in words: specialties, multipliers, programs, regions ... */

/** Fields that other columns of a comparison have, and the place of service: all rates are those of an office. */
const SHOWN_ELSEWHERE = ["provider_type", "provider_type_label", "place_of_service"];

const NONE = "none";

/** Values of a field that are listed; the rest is counted. */
const VALUES_MAX = 5;

/** For each rate, the fields that tell it from another; null where there is only one rate. */
export function rateWords(
  rates: readonly ScheduleRate[],
  { resultSchema, acronyms }: RateLookup,
  { state }: Pick<StateInRelease, "state">,
): readonly (string | null)[] {
  if (rates.length === 1) return [null];
  const identifiers = Object.keys(state.providers.identifiers).map(snakeCase);
  const fields = Object.keys(resultSchema.properties)
    .filter((name) => !OUTCOMES.has(name) && ![...SHOWN_ELSEWHERE, ...identifiers].includes(name))
    .map((name) => ({ name, values: rates.map((rate) => valuesOf(name, rate)) }))
    .toSorted((one, other) => vagueness(one.values) - vagueness(other.values));
  const telling = fields.filter(tellsApart);
  const differing = fields.filter(({ values }) => new Set(values.map((those) => those.join("|"))).size > 1);
  const wordsOfAll = (those: readonly Field[], saysNone: boolean) =>
    rates.map((_, place) =>
      those
        .map(({ name, values }) => ({ name, of: values[place] ?? [] }))
        .filter(({ of }) => saysNone || of.join() !== NONE)
        .map(({ name, of }) => `${wordsOf(name, acronyms)}: ${listed(of)}`)
        .join("; "),
    );
  const shorter = [wordsOfAll(telling, false), wordsOfAll(telling, true)];
  return shorter.find(isEachItsOwn) ?? wordsOfAll(differing, true);
}

/** Whether every rate has words, and none has those of another. */
function isEachItsOwn(words: readonly string[]): boolean {
  return new Set(words).size === words.length && !words.includes("");
}

interface Field {
  readonly name: string;
  /** Its values at each rate. */
  readonly values: readonly (readonly string[])[];
}

/** What a rate has one value of says most about it, and an empty field least. */
function vagueness(values: Field["values"]): number {
  const hasSeveral = values.some(({ length }) => length > 1);
  return (hasSeveral ? 2 : 0) + (values.some((those) => those.includes(NONE)) ? 1 : 0);
}

/** Whether some two rates have no value in common. A field whose values occur at all of them, such as a taxonomy, tells nothing. */
function tellsApart({ values }: Field): boolean {
  return values.some((those, place) =>
    values.slice(0, place).some((others) => !those.some((value) => others.includes(value))),
  );
}

/** In the order of the alphabet. A field that repeats the price tells nothing. */
function valuesOf(name: string, { results, amount }: ScheduleRate): readonly string[] {
  const values = new Set([...results].map((result) => valueText(result[name])));
  values.delete(amount);
  return [...values].sort();
}

function valueText(value: Result[string]): string {
  if (value === null || value === undefined) return NONE;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(" ") || "none" : String(value);
}

function listed(values: readonly string[]): string {
  const more = values.length - VALUES_MAX;
  return `${values.slice(0, VALUES_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
