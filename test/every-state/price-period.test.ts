import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type Day, dayAfter, LAST_DAY } from "../../src/core/calendar/day.ts";
import { contains } from "../../src/core/calendar/period.ts";
import { END_HEADER, START_HEADER } from "../../src/dataset/table.ts";
import { answerAtOnce } from "../../src/pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import { isPriced } from "../../src/pricing/outcome.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";
import { TODAY } from "./engines.ts";

/*
 * On every day of its period a price is the same, field for field, and tells the same period (conventions 3.5). Here the lookup is asked again on
 * every day of the period on which any row of any table of the dataset begins or has ended: between two of them nothing can change.
 */

/** Prices of each lookup that are asked about again: enough for every branch, within seconds. */
const PRICES_MAX = 120;

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);
    const changes = changesIn(join(files.dataset, state.code));

    it.each(state.lookups)("$setting: a price is the same on every day of its period", (lookup) => {
      const seen = { prices: 0, days: 0 };
      for (const request of requestsOf(lookup, files.lookups(lookup.setting))) {
        if (seen.prices === PRICES_MAX) break;
        const answers = answerAtOnce(lookup, request, source()) ?? [];
        const answersOn = memoised((day: Day) => answerAtOnce(lookup, lookup.on(request, day), source()) ?? []);
        const priced = answers.filter(({ outcome }) => isPriced(outcome) && outcome.period !== null);
        for (const answered of priced.slice(0, PRICES_MAX - seen.prices)) {
          const is = comparable(answered, lookup);
          for (const day of changes.filter((each) => contains(answered.outcome.period as never, each))) {
            const same = answersOn(day)
              .filter((other) => isSameRow(other, answered))
              .map((other) => comparable(other, lookup));
            if (!same.includes(is)) expect({ request, day, same }).toEqual({ request, day, same: [is] });
            seen.days += 1;
          }
          seen.prices += 1;
        }
      }
      expect(seen.prices).toBeGreaterThan(10);
      expect(seen.days).toBeGreaterThan(20);
    });
  });
});

describe("Georgia's enhanced rates", () => {
  const source = stateOfDataset(join(import.meta.dirname, "../../data/sample"), "ga");
  const outpatient = states.find(({ code }) => code === "ga")?.lookups[0] as RateLookup;

  function periodOn(day: string) {
    const read = outpatient.reader.fromItem({ npi: "1200050213", billing_code: "99213", date_of_service: day }, TODAY);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    return answerAtOnce(outpatient, read.request, source())?.[0]?.outcome.period;
  }

  it("end an ordinary price with the enrolment, which is asked for from the day on that there are such rates", () => {
    const ordinary = { start: "2022-07-01", end: "2026-06-30" };
    for (const day of ["2022-10-01", "2024-10-01", "2026-06-30"]) expect(periodOn(day)).toEqual(ordinary);
    expect(periodOn("2026-07-01")).toEqual({ start: "2026-07-01", end: null });
  });
});

/** Several providers of a request are compared on the same days. */
function memoised<Argument, Value>(work: (argument: Argument) => Value): (argument: Argument) => Value {
  const known = new Map<Argument, Value>();
  return (argument) => {
    if (!known.has(argument)) known.set(argument, work(argument));
    return known.get(argument) as Value;
  };
}

function requestsOf(lookup: RateLookup, file: string): readonly LookupRequest[] {
  return casesIn<LookupCase>(file).flatMap(({ request }) => {
    const read = lookup.reader.fromItem(request, TODAY);
    return read.ok ? [read.request] : [];
  });
}

/** The first days of all rows in the tables of a folder, their last days, and the days after. */
function changesIn(folder: string): readonly Day[] {
  const days = new Set<Day>();
  for (const file of readdirSync(folder)) {
    for (const row of parse(readFileSync(join(folder, file), "utf8"), { columns: true, bom: true }) as Record<
      string,
      Day
    >[]) {
      const [start, end] = [row[START_HEADER], row[END_HEADER]];
      if (start) days.add(start);
      if (end && end < LAST_DAY) days.add(end).add(dayAfter(end));
    }
  }
  return [...days].sort();
}

function isSameRow(one: ProviderResult, other: ProviderResult): boolean {
  return (one.row as { readonly line: number }).line === (other.row as { readonly line: number }).line;
}

/** All fields but those that name the day or speak of other rows than those of the price, and the period that is known. */
function comparable({ result, outcome }: ProviderResult, { dayParameter, fieldsOfOtherRows }: RateLookup): string {
  const left = [`${dayParameter}_used`, ...fieldsOfOtherRows];
  return JSON.stringify([outcome.period, Object.entries(result).filter(([name]) => !left.includes(name))]);
}
