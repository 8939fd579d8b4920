import { shortMonthText } from "../words/day.ts";
import type { Tick } from "./scale.ts";

const MILLISECONDS_PER_DAY = 86_400_000;

/** A day of the API as a number of days, to place it. In UTC, so that no clock change makes a day shorter. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / MILLISECONDS_PER_DAY;
}

/** Months between two ticks, from which the first is taken that leaves room for the labels. */
const TICK_MONTHS = [1, 3, 6, 12, 24, 60, 120, 240, 600];

const DAYS_PER_MONTH = 365.25 / 12;
const MONTHS_PER_YEAR = 12;

/** The beginnings of years, or of months where there is room for them, between two days: at most `most` of them or so. */
export function dayTicks([first, last]: readonly [number, number], most: number): readonly Tick[] {
  const months = (last - first) / DAYS_PER_MONTH;
  const step = TICK_MONTHS.find((each) => months / each <= most) ?? 1200;
  const begin = new Date(first * MILLISECONDS_PER_DAY);
  const beginMonth = begin.getUTCFullYear() * MONTHS_PER_YEAR + begin.getUTCMonth();
  const ticks: Tick[] = [];
  for (let month = Math.ceil(beginMonth / step) * step; ; month += step) {
    const year = Math.floor(month / MONTHS_PER_YEAR);
    const value = Date.UTC(year, month % MONTHS_PER_YEAR) / MILLISECONDS_PER_DAY;
    if (value > last) return ticks;
    const name = step >= MONTHS_PER_YEAR ? String(year) : shortMonthText(year, month % MONTHS_PER_YEAR);
    if (value >= first) ticks.push({ value, text: name });
  }
}
