import { type Day, dayBefore } from "../core/calendar/day.ts";
import { isSamePeriod, type Period } from "../core/calendar/period.ts";
import type { RateData } from "../dataset/table.ts";
import type { LookupRequest, RateLookup } from "./lookup.ts";
import { isPriced, type Outcome } from "./outcome.ts";

/**
 * Finds the days around the requested one with the same priced results of a provider row (conventions 3.5). A rule
 * depends on its day only by which rows are effective, and it reads these from the sheet. So within the period of the
 * used rows, the result can change only on a day when one of the rows that were read starts or ends. The row is priced
 * again on each such day, with the same rule: no rule has to say what would change it. Most prices have no such day.
 */
export function settlePeriods(
  lookup: RateLookup,
  request: LookupRequest,
  row: unknown,
  outcomes: readonly Outcome[],
  data: RateData,
): void {
  if (!outcomes.some(mayEndEarlier)) return;
  const days = new Map<Day, readonly Comparable[]>();
  const pricedOn = (day: Day): readonly Comparable[] => {
    let priced = days.get(day);
    if (priced === undefined) {
      const then = lookup.on(request, day);
      const worked = lookup.rules.workOut(then, row, lookup.pricer(then, data));
      priced = worked.filter(isPriced).map((outcome) => comparable(lookup, then, row, outcome, data));
      days.set(day, priced);
    }
    return priced;
  };

  for (const outcome of outcomes) {
    const { readings, day } = outcome.sheet;
    if (!isPriced(outcome) || readings.period === null) continue;
    const priced = comparable(lookup, request, row, outcome, data);
    const sameOn = (other: Day) => pricedOn(other).find((each) => isSame(each, priced));
    const start = firstDay(day, readings.period, priced, sameOn);
    outcome.holdsFor({ start, end: lastDay(day, readings.period, priced, sameOn) });
  }
}

/**
 * Shortens the period of prices to the days around the requested one on which no row that was read starts or ends. Nothing is
 * priced again: for prices that are not shown, such as those that a payment is compared with.
 */
export function shortenPeriods(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const { day, readings } = outcome.sheet;
    const { period } = readings;
    if (!isPriced(outcome) || period === null) continue;
    const next = readings.nextChange(day, period);
    const start = readings.lastChange(day, period) ?? period.start;
    outcome.holdsFor({ start, end: next === null ? period.end : dayBefore(next) });
  }
}

/** Whether other rows start or end within the period of a price. */
function mayEndEarlier(outcome: Outcome): boolean {
  const { day, readings } = outcome.sheet;
  const { period } = readings;
  if (!isPriced(outcome) || period === null) return false;
  return readings.nextChange(day, period) !== null || readings.lastChange(day, period) !== null;
}

/** A result as it is compared with other days, and the shared period of its rows. */
interface Comparable {
  readonly outcome: Outcome;
  readonly period: Period | null;
  readonly values: readonly unknown[];
}

function comparable(
  { result, valuesOfPrice }: RateLookup,
  request: LookupRequest,
  row: unknown,
  outcome: Outcome,
  data: RateData,
): Comparable {
  const values = valuesOfPrice(result(request, row, outcome, data, null));
  return { outcome, period: outcome.sheet.readings.period, values };
}

function isSame(one: Comparable, other: Comparable): boolean {
  return (
    isSamePeriod(one.period, other.period) &&
    one.values.every((value, place) => isSameValue(value, other.values[place]))
  );
}

/** Most values are texts, numbers and nulls; lists are compared as JSON. */
function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

type SameOn = (day: Day) => Comparable | undefined;

/**
 * Goes from change to change until the result differs. The rule may read other rows after a change: their changes come
 * next.
 */
function lastDay(day: Day, period: Period, priced: Comparable, sameOn: SameOn): Day | null {
  let [known, from] = [priced, day];
  for (;;) {
    const change = known.outcome.sheet.readings.nextChange(from, period);
    if (change === null) return period.end;
    const after = sameOn(change);
    if (after === undefined) return dayBefore(change);
    [known, from] = [after, change];
  }
}

/** As `lastDay`, going back. */
function firstDay(day: Day, period: Period, priced: Comparable, sameOn: SameOn): Day {
  let [known, from] = [priced, day];
  for (;;) {
    const change = known.outcome.sheet.readings.lastChange(from, period);
    if (change === null) return period.start;
    const before = sameOn(dayBefore(change));
    if (before === undefined) return change;
    [known, from] = [before, dayBefore(change)];
  }
}
