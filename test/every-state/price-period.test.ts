import { describe, expect, it } from "vitest";
import { type Day, dayAfter, LAST_DAY } from "../../src/calendar/day.ts";
import { contains, type Dated, type Period } from "../../src/calendar/period.ts";
import type { RateData } from "../../src/dataset/rate-data.ts";
import { answerAtOnce } from "../../src/pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import { isPriced } from "../../src/pricing/outcome.ts";
import type { ProviderResult, Result } from "../../src/pricing/result.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";
import { TODAY } from "./engines.ts";

/*
 * On every day of its period a price is the same, field for field (conventions 3.5). Here the lookup is asked again on every day of the
 * period on which a row of any table that it reads comes into force, or is no longer: between two of them nothing can change.
 */

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);

    it.each(state.lookups)("$setting: a price is the same on every day of its period", (lookup) => {
      const seen = { prices: 0, days: 0 };
      for (const request of requestsOf(lookup, files.lookups(lookup.setting))) {
        const watched = watching(source());
        for (const answered of answerAtOnce(lookup, request, watched.source) ?? []) {
          const { period } = answered.outcome;
          if (!isPriced(answered.outcome) || period === null) continue;
          const is = told(answered, lookup);
          for (const day of watched.changesWithin(period)) {
            const then = (answerAtOnce(lookup, lookup.on(request, day), source()) ?? []).filter(
              (other) => isSameRow(other, answered) && other.outcome.period?.start === period.start,
            );
            expect({ day, answers: then.map((other) => told(other, lookup)) }).toEqual({
              day,
              answers: expect.arrayContaining([is]),
            });
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

function requestsOf(lookup: RateLookup, file: string): readonly LookupRequest[] {
  return casesIn<LookupCase>(file).flatMap(({ request }) => {
    const read = lookup.reader.fromItem(request, TODAY);
    return read.ok ? [read.request] : [];
  });
}

/** A source that knows the first days of all rows that were read from it, the days after their last, and the ends of a period. */
function watching(source: StateInRelease) {
  const days = new Set<Day>();
  const note = ({ start, end }: Period) => {
    days.add(start);
    if (end !== null && end < LAST_DAY) days.add(end).add(dayAfter(end));
  };
  const data: RateData = {
    rows: (table, key) => {
      const rows = source.data.rows(table, key);
      if (table.dated) for (const row of rows) note((row as unknown as Dated).period);
      return rows;
    },
    hasRows: (table, cell) => source.data.hasRows(table, cell),
    editions: (table) => {
      const editions = source.data.editions(table);
      for (const { period } of editions) note(period);
      return editions;
    },
  };
  return {
    source: { ...source, data },
    changesWithin: (period: Period) => [...days].filter((day) => contains(period, day)),
  };
}

function isSameRow(one: ProviderResult, other: ProviderResult): boolean {
  return (one.row as { readonly line: number }).line === (other.row as { readonly line: number }).line;
}

/** All fields but those that name the day, or speak of other rows than those of the price. */
function told({ result }: ProviderResult, { dayParameter, fieldsOfOtherRows }: RateLookup): Result {
  const left = Object.entries(result).filter(
    ([name]) => name !== `${dayParameter}_used` && !fieldsOfOtherRows.includes(name),
  );
  return Object.fromEntries(left);
}
