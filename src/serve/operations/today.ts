import { type Day, dayAt } from "../../core/calendar/day.ts";

/** Days begin on whole minutes in every time zone, so the day is computed once a minute at most. */
const MINUTE_MILLISECONDS = 60_000;

/** A cheap clock for the day in a time zone (null: the host's). */
export function todayIn(timeZone: string | null, now: () => number = Date.now): () => Day {
  let minute = Number.NaN;
  let today: Day;
  return () => {
    const currentMinute = Math.floor(now() / MINUTE_MILLISECONDS);
    if (currentMinute !== minute) {
      minute = currentMinute;
      today = dayAt(new Date(now()), timeZone ?? undefined);
    }
    return today;
  };
}

/** The day that usage is counted under: in UTC, on every node. */
export function usageDays(now: () => number = Date.now): () => Day {
  return todayIn("UTC", now);
}
