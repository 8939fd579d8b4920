import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Day, dayAfter, LAST_DAY } from "../../src/core/calendar/day.ts";
import { contains, type Dated, type Period } from "../../src/core/calendar/period.ts";
import { titleOf } from "../../src/dataset/table.ts";
import { answerAtOnce } from "../../src/pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import { isPriced } from "../../src/pricing/outcome.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, mostDifferentFirst, SETS } from "../conformance/cases.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";
import { TODAY, watched } from "./engines.ts";

/*
 * On every day of its period a price is the same, field for field, and tells the same period (conventions 3.5). Here the lookup is asked again on
 * the first and the last day of the period, and on every day of it on which a row begins or has ended that was read on the day of the price or on
 * another of these days: between two of them nothing can change. What is asked again is told by an engine that remembers nothing, and that knows
 * which tables are read.
 */

/** Prices of each lookup that are asked about again, of the most different requests: enough for every branch. */
const PRICES_MAX = 20;

describe.each(states)("$name", (state) => {
  const sets = SETS.map((set) => {
    const files = filesOf(state.code, set);
    return { set, files, source: stateOfDataset(files.dataset, state.code) };
  });

  describe.each(sets)("set $set", ({ files, source }) => {
    it.each(state.lookups)("$setting: a price is the same on every day of its period", (lookup) => {
      const seen = { prices: 0, days: 0 };
      const undeclared = new Set<string>();
      for (const request of requestsOf(lookup, files.lookups(lookup.setting))) {
        if (seen.prices === PRICES_MAX) break;
        const answers = answerAtOnce(lookup, request, source()) ?? [];
        const again = new AskedAgain(lookup, request, source());
        const priced = answers.filter(({ outcome }) => isPriced(outcome) && outcome.period !== null);
        for (const answered of priced.slice(0, PRICES_MAX - seen.prices)) {
          const is = comparable(answered, lookup);
          for (const day of again.daysOf(answered)) {
            const same = again
              .answersOn(day)
              .filter((other) => isSameRow(other, answered))
              .map((other) => comparable(other, lookup));
            if (!same.includes(is)) expect({ request, day, same }).toEqual({ request, day, same: [is] });
            seen.days += 1;
          }
          seen.prices += 1;
        }
        for (const table of again.undeclared) undeclared.add(table);
      }
      expect([...undeclared]).toEqual([]);
      expect(seen.prices).toBeGreaterThan(10);
      expect(seen.days).toBeGreaterThan(20);
    });
  });

  // A table that wrongly says so would make every price without its rows incomplete.
  it.each(state.lookups)("$setting: prices read every table that says that it prices them", (lookup) => {
    const unread = new Set(lookup.tables.map(titleOf));
    for (const { files, source } of sets) {
      const data = watched(source().data, (table) => unread.delete(titleOf(table)));
      for (const request of requestsOf(lookup, files.lookups(lookup.setting))) {
        if (unread.size === 0) return;
        answerAtOnce(lookup, request, { ...source(), data });
      }
    }
    expect([...unread]).toEqual([]);
  });
});

it("the fields that may change within a period are those that the conventions except (3.5)", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/conventions.md"), "utf8");
  const [, excepted = ""] = /field for field\. Excepted are the date used,([^.]+)\./.exec(page) ?? [];
  const declared = states.flatMap(({ lookups }) =>
    lookups.flatMap(({ result, dayParameter }) => result.besidePrice.filter((name) => name !== `${dayParameter}_used`)),
  );
  // A single price does not know how many providers match: pricing leaves it out.
  expect(new Set([...excepted.matchAll(/`(\w+)`/g)].map(([, name]) => name))).toEqual(
    new Set(["provider_matches_total", ...declared]),
  );
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

/** A lookup on other days, and the days on which what it reads changes. */
class AskedAgain {
  readonly #lookup: RateLookup;
  readonly #request: LookupRequest;
  readonly #source: StateInRelease;
  readonly #changes = new Set<Day>();
  /** Dated tables that were read and do not say that they price this setting: without rows they would be silently missed. */
  readonly undeclared = new Set<string>();
  readonly #answers = new Map<Day, readonly ProviderResult[]>();

  constructor(lookup: RateLookup, request: LookupRequest, source: StateInRelease) {
    this.#lookup = lookup;
    this.#request = request;
    const data = watched(source.data, (table, rows) => {
      const isDeclared = !table.dated || table.hasBuiltInValues || lookup.tables.includes(table);
      if (!isDeclared) this.undeclared.add(titleOf(table));
      for (const row of rows) if ("period" in row) this.#note(row as Dated);
    });
    this.#source = { ...source, data };
  }

  #note({ period: { start, end } }: Dated): void {
    this.#changes.add(start);
    if (end !== null && end < LAST_DAY) this.#changes.add(end).add(dayAfter(end));
  }

  /** Several providers of a request are compared on the same days. */
  answersOn(day: Day): readonly ProviderResult[] {
    const known = this.#answers.get(day);
    if (known !== undefined) return known;
    const answers = answerAtOnce(this.#lookup, this.#lookup.on(this.#request, day), this.#source) ?? [];
    this.#answers.set(day, answers);
    return answers;
  }

  /** The set grows with what the lookup reads on these days, and is gone through to its end. */
  *daysOf({ result, outcome }: ProviderResult): Generator<Day> {
    const period = outcome.period as Period;
    const { [`${this.#lookup.dayParameter}_used`]: day } = result;
    const ends = [day as Day, period.start, period.end ?? LAST_DAY];
    yield* ends;
    for (const change of this.#changes) if (contains(period, change) && !ends.includes(change)) yield change;
  }
}

function requestsOf(lookup: RateLookup, file: string): readonly LookupRequest[] {
  return mostDifferentFirst(casesIn<LookupCase>(file)).flatMap(({ request }) => {
    const read = lookup.reader.fromItem(request, TODAY);
    return read.ok ? [read.request] : [];
  });
}

function isSameRow(one: ProviderResult, other: ProviderResult): boolean {
  return (one.row as { readonly line: number }).line === (other.row as { readonly line: number }).line;
}

/** All fields that are part of the price, and the period that is known. */
function comparable({ result, outcome }: ProviderResult, lookup: RateLookup): string {
  const fields = Object.entries(result).filter(([name]) => !lookup.result.besidePrice.includes(name));
  return JSON.stringify([outcome.period, fields]);
}
