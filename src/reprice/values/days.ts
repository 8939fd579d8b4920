import {
  DAYS_FROM_1900_TO_1904,
  type Day,
  dayNumbered,
  parseIsoDay,
  SPREADSHEET_DAYS_BEFORE_1970,
  yearsAfter,
} from "../../core/calendar/day.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { asItIs, type ReadValue, type ValueReader, type WayOfReading } from "./read-value.ts";

/** Settings that decide how the days of a file are read. */
export interface DaysRead {
  readonly today: Day;
  readonly isFrom1904: boolean;
}

const MONTH_FIRST = /^([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4}|[0-9]{2})$/;
const YEAR_FIRST = /^([0-9]{4})[/-]([0-9]{1,2})[/-]([0-9]{1,2})$/;
const EIGHT_DIGITS = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
/** Days in remittances: 030126 is March 1, 2026. */
const SIX_DIGITS = /^([0-9]{2})([0-9]{2})([0-9]{2})$/;
const MONTH_ALONE = /^[0-9]{4}-[0-9]{2}$/;
const TIME =
  /^(\S.*?)[ T](?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-][01][0-9]:?[0-5][0-9]))?$/i;
const DAY_AND_NAME = /^([0-9]{1,2})[- ]?([A-Za-z]{3,9})\.?[- ,]*([0-9]{4}|[0-9]{2})$/;
const NAME_AND_DAY = /^([A-Za-z]{3,9})\.?[- ]([0-9]{1,2})[-, ]+([0-9]{4})$/;
/** The fraction is the time of day. */
const DAY_NUMBER = /^([0-9]{5})(?:\.[0-9]+)?$/;

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** 1982-01-01 and 2064-04-07, counted from 1900: other numbers are no day of a claim. */
const DAY_NUMBERS = { first: 29_952, last: 59_999 };

export const NO_DAY = new Refusal("a day such as 2026-10-01, 10/1/2026 or 20261001");

/** The first number is no month: other days of the column may be read wrongly, so it is counted apart. */
export const DAY_BEFORE_MONTH = new Refusal(
  "month/day/year: there is no such month. Write year, month and day in this order, since with the day first other days of the file would be read wrongly",
);

/** Claims are of the past; a year allows models of future claims. Beyond it, a birth year or a number was taken for a day. */
const YEARS_AHEAD_MAX = 1;

/** No service of a claim is older: `0026-10-01` is a year with its digits lost. */
const FIRST_DAY = "1900-01-01";
const TOO_EARLY = new Refusal(`a day from ${FIRST_DAY} on: this one is earlier. Check its year`);

/** Reads the days of a file. A service long after today is refused: `10/1/70` would be in 2070. */
export function dayReader({ today, isFrom1904 }: DaysRead): ValueReader {
  const last = yearsAfter(today, YEARS_AHEAD_MAX);
  const tooLate = new Refusal(`a day up to ${last}: this one is more than a year ahead. Check its year`);
  return (text) => {
    const value = readDay(text, isFrom1904 ? DAYS_FROM_1900_TO_1904 : 0);
    if (value instanceof Refusal) return value;
    if (value.text < FIRST_DAY) return TOO_EARLY;
    return value.text > last ? tooLate : value;
  };
}

/** A day as people write it: month before day, as in the United States. Day numbers are `daysBehind` those from 1900. */
export function readDay(text: string, daysBehind = 0): ReadValue | Refusal {
  if (parseIsoDay(text) !== null) return asItIs(text);
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) return monthDayYear(monthFirst);
  const sixDigits = SIX_DIGITS.exec(text);
  if (sixDigits !== null) return monthDayYear(sixDigits, "sixDigits");
  if (MONTH_ALONE.test(text)) return read(`${text}-01`, "monthAlone");
  const digits = EIGHT_DIGITS.exec(text);
  if (digits !== null) return read(`${digits[1]}-${digits[2]}-${digits[3]}`, "eightDigits");
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return read(`${yearFirst[1]}-${two(yearFirst[2])}-${two(yearFirst[3])}`, "yearFirst");
  const number = DAY_NUMBER.exec(text);
  if (number !== null) return ofSpreadsheet(Number(number[1]) + daysBehind);
  const timed = TIME.exec(text);
  if (timed !== null) return withoutTime(timed[1] as string);
  return namedMonth(text);
}

function monthDayYear(parts: RegExpExecArray, ofTwoDigits: WayOfReading = "twoDigitYear"): ReadValue | Refusal {
  const [, month = "", day = "", year = ""] = parts;
  if (Number(month) > MONTHS.length) return isDayFirst(parts) ? DAY_BEFORE_MONTH : NO_DAY;
  return year.length === 2
    ? read(`20${year}-${two(month)}-${two(day)}`, ofTwoDigits)
    : read(`${year}-${two(month)}-${two(day)}`, "monthDayYear");
}

/** `13/10/2026` is a day of another country; `13/45/2026` is none anywhere. */
function isDayFirst([, day = "", month = "", year = ""]: RegExpExecArray): boolean {
  return parseIsoDay(`${year.padStart(4, "20")}-${two(month)}-${two(day)}`) !== null;
}

/** Whether a text can only be month/day/year: then its column is not day/month/year. */
export function isSurelyMonthFirst(text: string): boolean {
  const [, month = "", day = ""] = MONTH_FIRST.exec(text) ?? [];
  return Number(month) <= MONTHS.length && Number(day) > MONTHS.length && !(readDay(text) instanceof Refusal);
}

function ofSpreadsheet(number: number): ReadValue | Refusal {
  const { first, last } = DAY_NUMBERS;
  if (number < first || number > last) return NO_DAY;
  return { text: dayNumbered(number - SPREADSHEET_DAYS_BEFORE_1970), way: "dayNumber" };
}

/** The day of a timestamp. The day's own notation is reported, since it is more specific. */
function withoutTime(text: string): ReadValue | Refusal {
  // A day has one time, and a day number has none that is written out.
  if (TIME.test(text) || DAY_NUMBER.test(text)) return NO_DAY;
  const day = readDay(text);
  return day instanceof Refusal || day.way !== null ? day : { ...day, way: "withTime" };
}

function namedMonth(text: string): ReadValue | Refusal {
  const dayFirst = DAY_AND_NAME.exec(text);
  const nameFirst = dayFirst === null ? NAME_AND_DAY.exec(text) : null;
  const [day, name, year] = dayFirst?.slice(1) ?? [nameFirst?.[2], nameFirst?.[1], nameFirst?.[3]];
  if (day === undefined || name === undefined || year === undefined) return NO_DAY;
  const month = MONTHS.findIndex((each) => each.startsWith(name.toLowerCase())) + 1;
  return read(`${year.length === 2 ? "20" : ""}${year}-${two(String(month))}-${two(day)}`, "namedMonth");
}

function two(digits = ""): string {
  return digits.padStart(2, "0");
}

function read(text: string, way: WayOfReading): ReadValue | Refusal {
  const day: Day | null = parseIsoDay(text);
  return day === null ? NO_DAY : { text: day, way };
}
