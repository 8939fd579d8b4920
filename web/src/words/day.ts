import { dayText } from "../../../src/core/calendar/day.ts";

/* Days as people write them. The API's `YYYY-MM-DD` is taken apart, never put through a clock: a day has no time zone. */

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Today by the clock of this machine, to compare days with. The service takes its own where none is sent. */
export function todayHere(): string {
  const now = new Date();
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${date}`;
}

/** "Oct 2026", of a month counted from 0. */
export function shortMonthText(year: number, month: number): string {
  return `${MONTHS[month]?.slice(0, 3)} ${year}`;
}

/** "Oct 2026", of a day. */
export function monthOfDay(day: string): string {
  const [year, month] = day.split("-");
  return shortMonthText(Number(year), Number(month) - 1);
}

/** "October 2026" */
export function monthText(day: string): string {
  const [year, month] = day.split("-");
  return `${monthName(month)} ${year}`;
}

/** "Jan 1, 2026 to Jun 30, 2026", "since Jan 1, 2026", "until Jun 30, 2026", "on any day" */
export function periodText(start: string | null, end: string | null): string {
  if (start === null) return end === null ? "on any day" : `until ${dayText(end)}`;
  return end === null ? `since ${dayText(start)}` : `${dayText(start)} to ${dayText(end)}`;
}

function monthName(month: string | undefined): string {
  return MONTHS[Number(month) - 1] ?? "";
}

const MOMENT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** "Nov 18, 2026, 8:15 AM", of a moment of the API, in the reader's time zone. */
export function momentText(moment: string): string {
  return MOMENT.format(new Date(moment));
}
