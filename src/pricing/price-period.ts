import { type Day, dayBefore } from "../calendar/day.ts";
import { isSamePeriod, type Period } from "../calendar/period.ts";
import type { RateData } from "../dataset/rate-data.ts";
import type { LookupRequest, RateLookup } from "./lookup.ts";
import { isPriced, type Outcome } from "./outcome.ts";

/**
 * Finds the days around the one asked about on which a provider row has the same priced result (conventions 3.5). A rule knows its day
 * only by which rows are in force on it, and asks the sheet for these; so within the period of the rows that were used, another result can
 * begin only where one of the rows comes into force that it asked about, or is no longer. There the row is priced once more, with the same rule:
 * no rule has to say what would have changed it. Most prices have no such day.
 */
export function settlePeriod(
  lookup: RateLookup,
  request: LookupRequest,
  row: unknown,
  outcome: Outcome,
  data: RateData,
): void {
  const { readings, day } = outcome.sheet;
  const period = isPriced(outcome) ? readings.period : null;
  if (period === null) return;
  const changes = readings.changesWithin(period);
  if (changes.length === 0) return;
  const told = toldOf(lookup, request, row, outcome, data);
  outcome.holdsFor(around(day, period, changes, (other) => isToldOn(other, told, period)));

  function isToldOn(other: Day, same: string, ofRows: Period): boolean {
    const then = lookup.on(request, other);
    const outcomes = lookup.rules.workOut(then, row, lookup.pricer(then, data));
    return outcomes.some(
      (each) =>
        isPriced(each) &&
        isSamePeriod(each.sheet.readings.period, ofRows) &&
        toldOf(lookup, then, row, each, data) === same,
    );
  }
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
  return JSON.stringify(result(request, row, outcome, data, null), (name, value: unknown) =>
    name === `${dayParameter}_used` || fieldsOfOtherRows.includes(name) ? undefined : value,
  );
}
