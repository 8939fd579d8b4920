import { type Day, dayText, parseDay, parseIsoDay, yearsAfter } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { readDay } from "../../../src/reprice/values/days.ts";

/* Days as people type and paste them into a field. Files of claims are read more widely: their columns say what a number means. */

/** With these parts: numbers with slashes, hyphens or points between them. */
const NUMBERS = /^([0-9]{1,4})([/.-])([0-9]{1,2})\2([0-9]{1,4})$/;

/** A month by its name, and a year of two digits: "1-Oct-26". */
const TWO_DIGITS_AFTER_NAME = /[a-z][. ,-]*([0-9]{2})$/i;

/** "20261001" */
const EIGHT_DIGITS = /^[0-9]{8}$/;

/** "6/3" */
const WITHOUT_YEAR = /^[0-9]{1,2}[/.-][0-9]{1,2}$/;

/** A day of a spreadsheet is often pasted with a time. */
const TIME = /[ T](?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?: ?[AP]M)?Z?$/i;

/** As files of claims have it: an earlier year is a slip. */
const FIRST_DAY = "1900-01-01";

const MONTHS = 12;

/** Further ahead, two digits are a year of the century before as well. */
const YEARS_AHEAD_MAX = 1;

const HOW = "Enter it such as 10/1/2026, 2026-10-01 or Oct 1, 2026, or leave it empty.";

/** A typed day as the API takes it; empty for none. A refusal says what to enter, as a sentence. */
export function typedDay(typed: string, today: Day): string | Refusal {
  const text = typed.trim().replaceAll(/\s+/g, " ").replace(TIME, "");
  if (text === "") return "";
  const quoted = `“${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text}”`;
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) return ofNumbers(numbers, quoted, today);
  const [, ofCentury] = TWO_DIGITS_AFTER_NAME.exec(text) ?? [];
  const isNamed = /[a-z]/i.test(text);
  const day = isNamed || EIGHT_DIGITS.test(text) ? readDay(text) : null;
  if (WITHOUT_YEAR.test(text)) return new Refusal(`${quoted} has no year. ${HOW}`);
  if (day === null || day instanceof Refusal) return new Refusal(`${quoted} is not a day. ${HOW}`);
  return ofCentury === undefined ? day.text : inThisCentury(day.text, quoted, today);
}

/** Longer texts are cut where they are quoted. */
const QUOTED_MAX = 40;

/** Year, month and day; or month, day and year, as Americans write them. */
function ofNumbers(parts: RegExpExecArray, quoted: string, today: Day): string | Refusal {
  const [, first = "", sign = "", second = "", third = ""] = parts;
  if (first.length === 4) return calendarDay(first, second, third, quoted);
  if (first.length === 3 || third.length === 1 || third.length === 3) {
    return new Refusal(`${quoted} has no year. ${HOW}`);
  }
  // 25-06-03 is a day of 2025 to some, and of 2003 to others. With points, most writers begin with the day: 1.10.2026.
  if (sign !== "/" && (third.length === 2 || (sign === "." && isMonth(first) && isMonth(second)))) {
    return new Refusal(`${quoted} can be read in several ways. Enter the month first, such as 10/1/2026.`);
  }
  if (Number(first) > MONTHS && isMonth(second)) {
    const swapped = `${Number(second)}/${Number(first)}/${third}`;
    return new Refusal(`${quoted} has no month ${Number(first)}. Enter the month first, such as ${swapped}.`);
  }
  const day = calendarDay(third.length === 2 ? `20${third}` : third, first, second, quoted);
  return day instanceof Refusal || third.length === 4 ? day : inThisCentury(day, quoted, today);
}

function isMonth(number: string): boolean {
  return Number(number) >= 1 && Number(number) <= MONTHS;
}

function calendarDay(year: string, month: string, day: string, quoted: string): string | Refusal {
  const found = parseIsoDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  if (found !== null && found < FIRST_DAY) return new Refusal(`${quoted} is before 1900. ${HOW}`);
  return found ?? new Refusal(`${quoted} is not a day of the calendar. ${HOW}`);
}

/** `10/1/70` is in the century before to most readers. */
function inThisCentury(day: string, quoted: string, today: Day): string | Refusal {
  if (day <= yearsAfter(today, YEARS_AHEAD_MAX)) return day;
  return new Refusal(`${quoted} can be of two centuries. Enter the year with four digits, such as 10/1/2026.`);
}

/** A day of the address as the field shows it: "Oct 1, 2026", which has one reading. What is no day stays as it is. */
export function shownDay(text: string): string {
  const day = parseDay(text);
  return day === null ? text : dayText(day);
}
