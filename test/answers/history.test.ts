import { describe, expect, it } from "vitest";
import { historyOf, historyParameters } from "../../src/answers/history/periods.ts";
import type { History, HistoryPeriod } from "../../src/answers/history/schema.ts";
import { type Day, dayAfter, dayBefore } from "../../src/core/calendar/day.ts";
import { answerAtOnce } from "../../src/pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import { isPriced } from "../../src/pricing/outcome.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { TODAY } from "../every-state/engines.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";

/*
 * For the lookups of the conformance cases: the history's results on a day are those of the lookup on that day, on days of every kind.
 */

/** Histories of each lookup that are held against every day's lookups: enough for every branch, within seconds. */
const HISTORIES_MAX = 30;

const FIRST = "1990-01-01" as Day;
const LAST = "2099-12-31" as Day;

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);

    it.each(state.lookups)("$setting: a history has the price of every day", async (lookup) => {
      const { read } = historyParameters(state, lookup);
      const seen = { histories: 0, periods: 0, priced: 0, alone: 0, days: 0, changes: 0 };
      for (const fields of queriesOf(lookup, files.lookups(lookup.setting))) {
        const asked = read({ ...fields, limit: "100" }, TODAY);
        if (!asked.ok || seen.histories === HISTORIES_MAX) continue;
        const { value: history, results: byPeriod } = await historyOf(lookup, asked.request, source());
        expect(gapsIn(history)).toEqual([]);
        const isOfOneResult = byPeriod.every((results) => results.length === 1);
        for (const [place, period] of history.periods.entries()) {
          const answers = byPeriod[place] as readonly ProviderResult[];
          expect(period.results).toEqual(answers.map(({ result }) => result));
          expect(period.no_rate).toEqual(answers.map((answer) => answer.outcome.noRate?.code ?? null));
          const is = told(answers, lookup);
          const [{ outcome } = {}] = answers;
          if (isOfOneResult && outcome !== undefined && isPriced(outcome)) {
            // The one price of a lookup tells the very period that the history shows.
            expect({ fields, start: period.start_date, end: period.end_date }).toEqual({ fields, ...outcome.period });
            seen.alone += 1;
          }
          for (const day of daysWithin(period)) {
            const results = answered(lookup, asked.request.on(day), source());
            expect({ fields, day, is }).toEqual({ fields, day, is: told(results, lookup) });
            seen.days += 1;
          }
          seen.periods += 1;
          if (answers.some((answer) => answer.outcome.payment !== null)) seen.priced += 1;
          seen.changes += period.changes?.length ?? 0;
        }
        expect(byPeriod.map((results) => lookup.resultsJson(results))).toEqual(
          history.periods.map(({ date }) =>
            lookup.resultsJson(answered(lookup, asked.request.on(date as Day), source())),
          ),
        );
        seen.histories += 1;
      }
      expect(seen.histories).toBeGreaterThan(15);
      expect(seen.priced).toBeGreaterThan(20);
      expect(seen.alone).toBeGreaterThan(5);
      expect(seen.changes).toBeGreaterThan(20);
    });

    it.each(state.lookups)("$setting: pages and spans have the periods of the whole", async (lookup) => {
      const { read } = historyParameters(state, lookup);
      let pages = 0;
      for (const fields of queriesOf(lookup, files.lookups(lookup.setting)).slice(0, 25)) {
        const asked = read({ ...fields, limit: "100" }, TODAY);
        if (!asked.ok) continue;
        const { value: whole } = await historyOf(lookup, asked.request, source());
        const paged: HistoryPeriod[] = [];
        for (let to: Day | null = null; ; ) {
          const { value: page } = await historyOf(lookup, { ...asked.request, to, limit: 1 }, source());
          paged.push(...page.periods);
          pages += 1;
          to = page.next_to as Day | null;
          if (to === null) break;
        }
        expect(paged.map(spanAndChanges)).toEqual(whole.periods.map(spanAndChanges));
      }
      expect(pages).toBeGreaterThan(10);
    });
  });
});

function queriesOf(lookup: RateLookup, file: string): Record<string, string>[] {
  return casesIn<LookupCase>(file)
    .filter((each) => "results" in each)
    .map(({ request }) => {
      const { [lookup.dayParameter]: _, ...others } = request;
      return Object.fromEntries(
        Object.entries(others)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, String(value)]),
      );
    });
}

/** Periods that do not follow each other day by day. */
function gapsIn({ periods }: History): unknown[] {
  return periods.slice(1).filter((older, place) => {
    const start = periods[place]?.start_date;
    return start === null || start === undefined || older.end_date !== dayBefore(start as Day);
  });
}

/** The first and the last day, and some in between. */
function daysWithin({ start_date, end_date }: HistoryPeriod): Day[] {
  const first = (start_date ?? FIRST) as Day;
  const last = (end_date ?? LAST) as Day;
  const days = [first, last];
  const middle = new Date((Date.parse(first) + Date.parse(last)) / 2).toISOString().slice(0, 10) as Day;
  if (first < last) days.push(dayAfter(first), dayBefore(last), middle);
  return days.filter((day) => day >= first && day <= last);
}

function answered(lookup: RateLookup, request: LookupRequest, source: StateInRelease): readonly ProviderResult[] {
  return answerAtOnce(lookup, request, source) as readonly ProviderResult[];
}

/** Results without what names a day (the dates, and a message that says on which day there is no rate), and what speaks of other rows. */
function told(results: readonly ProviderResult[], { dayParameter, fieldsOfOtherRows }: RateLookup): unknown[] {
  return results.map(({ result, outcome }) => {
    const left = [...fieldsOfOtherRows, "effective_start_date", "effective_end_date", "error_message"];
    const others = Object.fromEntries(Object.entries(result).filter(([name]) => !left.includes(name)));
    return { ...others, [`${dayParameter}_used`]: null, code: outcome.noRate?.code ?? null };
  });
}

function spanAndChanges({ start_date, end_date, changes }: HistoryPeriod): unknown {
  return { start_date, end_date, changes };
}
