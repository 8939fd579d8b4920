import { type Day, dayBefore } from "../calendar/day.ts";
import { isSamePeriod, type Period } from "../calendar/period.ts";
import type { RateData } from "../dataset/rate-data.ts";
import type { LookupRequest, RateLookup } from "./lookup.ts";
import { isPriced, type Outcome } from "./outcome.ts";

/**
 * Finds the days around the one asked about on which a provider row has the same priced results (conventions 3.5). A rule knows its day
 * only by which rows are in force on it, and asks the sheet for these; so within the period of the rows that were used, another result can
 * begin only where one of the rows comes into force that it asked about, or is no longer. There the row is priced once more, with the same rule:
 * no rule has to say what would have changed it. Most prices have no such day.
 */
export function settlePeriods(
  lookup: RateLookup,
  request: LookupRequest,
  row: unknown,
  outcomes: readonly Outcome[],
  data: RateData,
): void {
  const days = new Map<Day, readonly Priced[]>();
  const pricedOn = (day: Day): readonly Priced[] => {
    let priced = days.get(day);
    if (priced === undefined) {
      const then = lookup.on(request, day);
      priced = pricedOf(lookup.rules.workOut(then, row, lookup.pricer(then, data)), then);
      days.set(day, priced);
    }
    return priced;
  };

  function pricedOf(worked: readonly Outcome[], asked: LookupRequest): readonly Priced[] {
    return worked.filter(isPriced).map((outcome) => {
      const period = outcome.sheet.readings.period;
      return { period, told: toldOf(lookup, asked, row, outcome, data) };
    });
  }

  for (const outcome of outcomes) {
    const { readings, day } = outcome.sheet;
    const { period } = readings;
    if (period === null || !isPriced(outcome)) continue;
    const changes = readings.changesWithin(period);
    if (changes.length === 0) continue;
    const told = toldOf(lookup, request, row, outcome, data);
    const isSameOn = (other: Day) =>
      pricedOn(other).some((each) => each.told === told && isSamePeriod(each.period, period));
    outcome.holdsFor(around(day, period, changes, isSameOn));
  }
}

/** A result of another day, and what the periods of its rows share. */
interface Priced {
  readonly period: Period | null;
  readonly told: string;
}

/** From one change that makes a difference to the next, seen from a day in between. */
function around(day: Day, period: Period, changes: readonly Day[], isSameOn: (day: Day) => boolean): Period {
  const after = changes.find((change) => change > day && !isSameOn(change));
  const since = changes.findLast((change) => change <= day && !isSameOn(dayBefore(change)));
  return { start: since ?? period.start, end: after === undefined ? period.end : dayBefore(after) };
}

/** All that a result says, but for its day and what it says of other rows than those of its price. */
function toldOf(
  { result, fieldsOfOtherRows, dayParameter }: RateLookup,
  request: LookupRequest,
  row: unknown,
  outcome: Outcome,
  data: RateData,
): string {
  const told: Record<string, unknown> = { ...result(request, row, outcome, data, null) };
  for (const name of [`${dayParameter}_used`, ...fieldsOfOtherRows]) delete told[name];
  return JSON.stringify(told);
}
