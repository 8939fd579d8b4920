import type { Day } from "./day.ts";
import type { Period } from "./period.ts";

const MONTHS_OF_A_QUARTER = 3;

/** From the first day of a day's quarter to the last day of its year. */
export function quarterToYearEnd(day: Day): Period {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % MONTHS_OF_A_QUARTER);
  return { start: `${day.slice(0, 5)}${String(first).padStart(2, "0")}-01` as Day, end: lastOfYear(day) };
}

export function firstOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-01-01` as Day;
}

export function lastOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-12-31` as Day;
}
