import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Day } from "../../src/core/calendar/day.ts";
import type { Result } from "../../src/pricing/result.ts";
import type { CareSetting } from "../../src/registry/definition.ts";

/*
 * Random datasets and requests with the answers that the pages demand, worked out by a second implementation
 * that was written from the pages alone. A case is one line of JSON; its results leave out the fields that are
 * null, and may leave out what blankResult works out. No script makes these files: a case changes when its page does.
 */

/** Every state has two datasets, each with cases of its own. */
export const SETS = ["a", "b"] as const;
export type CaseSet = (typeof SETS)[number];

/** A lookup as a batch item: its results without null fields, or the code of its first fault. */
export type LookupCase = { readonly request: Readonly<Record<string, unknown>> } & (
  | { readonly results: readonly CaseResult[] }
  | { readonly error: string }
);

/** A result without its dates, which age; they lie within the bounds of the period, and there are none where it is absent. */
type CaseResult = Result & { readonly period?: PeriodBounds };

/** The earliest and the latest day that may be shown; an end of null: there is none. */
interface PeriodBounds {
  readonly start: readonly [Day, Day];
  readonly end: readonly [Day | null, Day | null];
}

/**
 * Whether the dates of a result are right on a day (conventions 3.5). The earliest start and the latest end are the longest period in which the
 * answer is the same, the other two what all rows share that may count. No end is shown while the period contains the day.
 */
export function hasRightDates(
  { effective_start_date: start, effective_end_date: end }: Result,
  { period: bounds }: CaseResult = {},
  today: Day,
): boolean {
  if (bounds === undefined || typeof start !== "string") return bounds === undefined && !start && !end;
  const [firstStart, lastStart] = bounds.start;
  const [firstEnd, lastEnd] = bounds.end;
  if (start < firstStart || start > lastStart) return false;
  if (typeof end !== "string") return lastEnd === null || (firstStart <= today && today <= lastEnd);
  const isWithin = firstEnd !== null && firstEnd <= end && (lastEnd === null || end <= lastEnd);
  return isWithin && !(start <= today && today <= end);
}

/**
 * Cases in an order in which each shows the most that no case before it shows: parameters that are sent, fields of results, rates of a kind, and
 * steps and reasons. So the first of them have nearly every branch that the cases have, which the first ones of a file do not. Two of three have
 * a price.
 */
export function mostDifferentFirst(cases: readonly LookupCase[]): LookupCase[] {
  const { priced = [], unpriced = [] } = Object.groupBy(cases, (each) => (isPriced(each) ? "priced" : "unpriced"));
  const others = differentFirst(unpriced);
  const ordered = differentFirst(priced).flatMap((each, place) =>
    place % 2 === 0 ? [each] : [each, ...others.splice(0, 1)],
  );
  return [...ordered, ...others];
}

function isPriced(asked: LookupCase): boolean {
  return "results" in asked && asked.results.some((result) => result.rate_found === true);
}

function differentFirst(cases: readonly LookupCase[]): LookupCase[] {
  const left = cases.map((each) => ({ each, shown: shownBy(each) }));
  const known = new Set<string>();
  const ordered: LookupCase[] = [];
  while (left.length > 0) {
    const counts = left.map(({ shown }) => shown.filter((what) => !known.has(what)).length);
    const [next] = left.splice(counts.indexOf(Math.max(...counts)), 1) as [(typeof left)[number]];
    for (const what of next.shown) known.add(what);
    ordered.push(next.each);
  }
  return ordered;
}

/** Steps and reasons without their figures: the words of which texts are made. */
const WORDS = /[A-Za-z][a-z_ ]{2,}/g;

function shownBy(asked: LookupCase): readonly string[] {
  const results = "results" in asked ? asked.results : [];
  const ofResults = results.flatMap((result) => [
    ...Object.entries(result).map(([name, value]) => `${name} ${typeof value === "boolean" ? value : ""}`),
    String(result.payment_rate_type),
    ...(String(result.calculation_method ?? result.error_message).match(WORDS) ?? []),
  ]);
  return [...new Set([...Object.keys(asked.request).map((name) => `${name} sent`), ...ofResults])];
}

export interface SearchCase {
  readonly query: Readonly<Record<string, string | number>>;
  readonly answer: { readonly providers: readonly Result[] };
}

/** The files of a set. */
export function filesOf(stateCode: string, set: CaseSet) {
  const folder = join(import.meta.dirname, "cases", `${stateCode}-${set}`);
  return {
    dataset: join(folder, "dataset"),
    lookups: (setting: CareSetting) => join(folder, `${setting}.jsonl`),
    searches: join(folder, "search.jsonl"),
  };
}

export function casesIn<Case>(file: string): Case[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}
