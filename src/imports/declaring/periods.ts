import { type Day, dayBefore } from "../../calendar/day.ts";
import type { Period } from "../../calendar/period.ts";

/** The days for which an edition speaks, by the day it is as of. */
export type EditionPeriod = (asOf: Day) => Period;

/** From its as-of day until a newer edition says otherwise. */
export const openFromAsOf: EditionPeriod = (asOf) => ({ start: asOf, end: null });

/** The months from the first of a month on that hold the day; `first` is the month (1 to 12) where the count begins. */
function monthsAround(asOf: Day, length: number, first: number): Period {
  const months = Number(asOf.slice(0, 4)) * 12 + Number(asOf.slice(5, 7)) - first;
  const start = months - (months % length) + first - 1;
  return { start: firstOfMonth(start), end: dayBefore(firstOfMonth(start + length)) };
}

function firstOfMonth(months: number): Day {
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}-01` as Day;
}

/** The calendar quarter of its as-of day. */
export const quarterOf: EditionPeriod = (asOf) => monthsAround(asOf, 3, 1);

/** The state fiscal year, July 1 to June 30, of its as-of day. */
export const fiscalYearOf: EditionPeriod = (asOf) => monthsAround(asOf, 12, 7);
