import { type Day, dayBefore } from "./day.ts";
import type { Period } from "./period.ts";

const MONTHS_OF_A_QUARTER = 3;

/** The calendar quarter of a day. */
export function quarterOf(day: Day): Period {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % MONTHS_OF_A_QUARTER);
  const next = first + MONTHS_OF_A_QUARTER;
  const after = next > 12 ? firstOfMonth(year + 1, next - 12) : firstOfMonth(year, next);
  return { start: firstOfMonth(year, first), end: dayBefore(after) };
}

function firstOfMonth(year: number, month: number): Day {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01` as Day;
}

/** From the first day of a day's quarter to the last day of its year. */
export function quarterToYearEnd(day: Day): Period {
  return { start: quarterOf(day).start, end: lastOfYear(day) };
}

export function firstOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-01-01` as Day;
}

export function lastOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-12-31` as Day;
}
