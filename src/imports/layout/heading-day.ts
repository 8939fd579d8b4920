import type { Day } from "../../calendar/day.ts";
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
  const [written, another] = heading.replace(/\s+/g, " ").match(DAYS) ?? [];
  if (written === undefined || another !== undefined) return null;
  const day = date(written.replace(/,(?=[0-9])/, ", "));
  return typeof day === "string" ? (day as Day) : null;
}

/** Whether a heading that names no day was probably meant to. */
export function isLikeDay(heading: string): boolean {
  return LIKE_A_DAY.test(heading);
}
