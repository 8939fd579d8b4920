declare const dayBrand: unique symbol;

/** A calendar day as `YYYY-MM-DD`: text order is date order, and it is what results print. */
export type Day = string & { readonly [dayBrand]: true };

/**
 * The last possible date; some publications use it for "no end". Days are compared as texts, so no year has five
 * digits.
 */
export const LAST_DAY = "9999-12-31" as Day;

const AMERICAN = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ISO_LENGTH = 10;
const MONTH_PLACE = 5;
const DAY_PLACE = 8;
const DASH = 45;
const ZERO = 48;

/**
 * `YYYY-MM-DD`, real calendar days only; null otherwise. The form of dataset cells. Reads character by character: every
 * lookup and dated row has a day, and a regular expression takes five times as long.
 */
export function parseIsoDay(text: string): Day | null {
  if (text.length !== ISO_LENGTH || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  const year = digitsAt(text, 0) * 100 + digitsAt(text, 2);
  return isRealDay(year, digitsAt(text, MONTH_PLACE), digitsAt(text, DAY_PLACE)) ? (text as Day) : null;
}

/** Two digits as a number; NaN if they are no digits. */
function digitsAt(text: string, place: number): number {
  const tens = text.charCodeAt(place) - ZERO;
  const ones = text.charCodeAt(place + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** `YYYY-MM-DD` or `MM/DD/YYYY`, the two forms a request may use. */
export function parseDay(text: string): Day | null {
  const day = parseIsoDay(text);
  if (day !== null) return day;
  const american = AMERICAN.exec(text);
  return american && parseIsoDay(`${american[3]}-${american[1]}-${american[2]}`);
}

/** NaN fails every comparison. */
function isRealDay(year: number, month: number, day: number): boolean {
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  return day <= daysIn(year, month);
}

const MILLISECONDS_PER_DAY = 86_400_000;

export function dayNumber(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / MILLISECONDS_PER_DAY;
}

/** Days in a month of a year. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS_IN_MONTH[month - 1] as number);
}

// Every price asks for days next to the ends of its rows: counted on the calendar, this takes a fifth of the time of a `Date`.

export function dayBefore(day: Day): Day {
  const [year, month, dayOfMonth] = partsOf(day);
  if (dayOfMonth > 1) return `${day.slice(0, DAY_PLACE)}${padded(dayOfMonth - 1, 2)}` as Day;
  return month === 1 ? dayOf(year - 1, 12, 31) : dayOf(year, month - 1, daysIn(year, month - 1));
}

export function dayAfter(day: Day): Day {
  const [year, month, dayOfMonth] = partsOf(day);
  if (dayOfMonth < daysIn(year, month)) return `${day.slice(0, DAY_PLACE)}${padded(dayOfMonth + 1, 2)}` as Day;
  return month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
}

/** The date in a later year; February 29 becomes the 28th in a common year. */
export function yearsAfter(day: Day, years: number): Day {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, "0");
  return parseIsoDay(`${year}${day.slice(4)}`) ?? (`${year}-02-28` as Day);
}

export function dayNumbered(number: number): Day {
  return new Date(number * MILLISECONDS_PER_DAY).toISOString().slice(0, 10) as Day;
}

/** In the host's zone. Loading time zone data takes Node 50 ms, a tenth of a command's time. */
function dayOnClock(instant: Date): Day {
  const year = String(instant.getFullYear()).padStart(4, "0");
  const [month, day] = [instant.getMonth() + 1, instant.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${year}-${month}-${day}` as Day;
}

/** The date at `instant` in a time zone (IANA name); default: the host's zone. */
export function dayAt(instant: Date, timeZone?: string): Day {
  if (timeZone === undefined) return dayOnClock(instant);
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(instant);
  return parts as Day;
}

const MONTHS_PER_YEAR = 12;

/** The date so many months later; the last day of a month that is too short. */
export function monthsAfter(day: Day, months: number): Day {
  const [year, month, dayOfMonth] = partsOf(day);
  const later = year * MONTHS_PER_YEAR + (month - 1) + months;
  const laterYear = Math.floor(later / MONTHS_PER_YEAR);
  if (laterYear > 9999) return LAST_DAY;
  const laterMonth = (later % MONTHS_PER_YEAR) + 1;
  const laterDay = Math.min(dayOfMonth, daysIn(laterYear, laterMonth));
  return dayOf(laterYear, laterMonth, laterDay);
}

/** Whole months from a day to a later one: how often `monthsAfter` fits in between. */
export function monthsBetween(from: Day, to: Day): number {
  const [year, month] = partsOf(from);
  const [toYear, toMonth] = partsOf(to);
  const begun = (toYear - year) * MONTHS_PER_YEAR + (toMonth - month);
  return monthsAfter(from, begun) > to ? begun - 1 : begun;
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  return [digitsAt(day, 0) * 100 + digitsAt(day, 2), digitsAt(day, MONTH_PLACE), digitsAt(day, DAY_PLACE)];
}

function dayOf(year: number, month: number, dayOfMonth: number): Day {
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}` as Day;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}

/** 1970-01-01, counted as spreadsheets count days: from 1900, with a February 29 that this year never had. */
export const SPREADSHEET_DAYS_BEFORE_1970 = 25_569;

/** Offset of workbooks that count from 1904, as old Mac programs did. */
export const DAYS_FROM_1900_TO_1904 = 1_462;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A day as people write it: `2026-10-01` is "Oct 1, 2026". Taken apart, never put through a clock: a day has no time zone. */
export function dayText(day: string): string {
  const [year, month, date] = day.split("-");
  return `${MONTHS[Number(month) - 1] ?? ""} ${Number(date)}, ${year}`;
}

const ISO_DAY = /\b[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])\b/g;

/** A text with its days as people write them. */
export function withDays(text: string): string {
  return text.replaceAll(ISO_DAY, dayText);
}
