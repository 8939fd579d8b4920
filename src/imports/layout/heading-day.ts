import type { Day } from "../../calendar/day.ts";
import { contains, type Period } from "../../calendar/period.ts";
import { date } from "../declaring/conversions.ts";

const DAYS =
  /[0-9]{1,2}\/[0-9]{1,2}\/(?:[0-9]{4}|[0-9]{2})|[0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z]{3,9}\.? [0-9]{1,2},? ?[0-9]{4}/gi;

/** What reminds of a date: a year, a month, or numbers with a slash between them. */
const LIKE_A_DAY =
  /(?:19|20)[0-9]{2}|[0-9]\/[0-9]|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:\b|[a-z]*(?:ary|ch|il|ust|ber)\b)/i;

/**
 * The day that a heading names, whatever stands around it: `Effective 4/1/2022****`, `Dec 1` over `2008`; null when it
 * names none, or two.
 */
export function dayOfHeading(heading: string): Day | null {
  const [day, another] = daysIn(heading);
  return another === undefined ? (day ?? null) : null;
}

/** Every day that a heading names; a date that is none is null. */
function daysIn(heading: string): readonly (Day | null)[] {
  return [...heading.replace(/\s+/g, " ").matchAll(DAYS)].map(([written]) => {
    const day = date(written.replace(/,(?=[0-9])/, ", "));
    return typeof day === "string" ? (day as Day) : null;
  });
}

/** Whether a heading that names no day was probably meant to. */
export function isLikeDay(heading: string): boolean {
  return LIKE_A_DAY.test(heading);
}

/** Words before a day that make it the last one. */
const UNTIL = /(?:\b(?:thru|through|until|till|to|ending|ends?|before)|[-\u2013])\s*:?\s*$/i;
const QUARTER = /\bq([1-4])\W{0,3}((?:19|20)[0-9]{2})\b|\b(?:cy ?)?((?:19|20)[0-9]{2})\W{0,3}q([1-4])\b/i;
const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ,-]+((?:19|20)[0-9]{2})\b/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** The quarters of a fiscal year begin in another month in each state. */
const FISCAL = /\bs?fy|fiscal/i;

/** The days that a heading says its column is for: a day, a range of days, a month or a quarter; null where it says none. */
interface HeadingDays {
  /** Null: no first day is named. */
  readonly start: Day | null;
  readonly end: Day | null;
  /** Whether the column is for that start alone, not for all days in between. */
  readonly isStart: boolean;
}

function daysOf(heading: string): HeadingDays | null {
  const days = daysIn(heading).filter((day) => day !== null);
  const [first, second] = days;
  if (first !== undefined && second !== undefined) {
    const [start = first, end = second] = [first, second].sort();
    return { start, end, isStart: false };
  }
  if (first !== undefined) {
    const before = heading.replace(/\s+/g, " ").split(DAYS)[0] ?? "";
    return UNTIL.test(before)
      ? { start: null, end: first, isStart: false }
      : { start: first, end: null, isStart: true };
  }
  if (FISCAL.test(heading)) return null;
  const quarter = QUARTER.exec(heading);
  if (quarter !== null) {
    const number = Number(quarter[1] ?? quarter[4]);
    return monthsOf(quarter[2] ?? quarter[3] ?? "", number * 3 - 2, number * 3);
  }
  const [, month = "", year = ""] = MONTH.exec(heading) ?? [];
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  return number === 0 ? null : monthsOf(year, number, number);
}

function monthsOf(year: string, first: number, last: number): HeadingDays {
  const day = (month: number, of: string) => `${year}-${String(month).padStart(2, "0")}-${of}` as Day;
  // Days are compared as texts: no month has more than 31.
  return { start: day(first, "01"), end: day(last, "31"), isStart: false };
}

/** Whether a heading names days, none of which is the edition's: the day that it is as of, or the first of its period. */
export function isOfOtherDays(heading: string, asOf: Day, { start }: Period): boolean {
  const days = daysOf(heading);
  if (days === null) return false;
  const edition = [asOf, start];
  if (days.isStart) return days.start !== null && !edition.includes(days.start);
  const within: Period = { start: days.start ?? ("0001-01-01" as Day), end: days.end };
  return !edition.some((day) => contains(within, day));
}
