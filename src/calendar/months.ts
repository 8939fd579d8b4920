import { type Day, LAST_DAY } from "./day.ts";

const MONTHS_PER_YEAR = 12;

/** The same day of the month so many months later; the last day of a month that is too short for it. */
export function monthsAfter(day: Day, months: number): Day {
  const [year, month, dayOfMonth] = partsOf(day);
  const later = year * MONTHS_PER_YEAR + (month - 1) + months;
  const laterYear = Math.floor(later / MONTHS_PER_YEAR);
  if (laterYear > 9999) return LAST_DAY;
  const laterMonth = (later % MONTHS_PER_YEAR) + 1;
  const laterDay = Math.min(dayOfMonth, daysIn(laterYear, laterMonth));
  return [padded(laterYear, 4), padded(laterMonth, 2), padded(laterDay, 2)].join("-") as Day;
}

/** Whole months from a day to a later one: how often `monthsAfter` fits in between. */
export function monthsBetween(from: Day, to: Day): number {
  const [year, month] = partsOf(from);
  const [toYear, toMonth] = partsOf(to);
  const begun = (toYear - year) * MONTHS_PER_YEAR + (toMonth - month);
  return monthsAfter(from, begun) > to ? begun - 1 : begun;
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  return day.split("-").map(Number) as [number, number, number];
}

/** Day 0 of the next month is the last of this one. */
function daysIn(year: number, month: number): number {
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
