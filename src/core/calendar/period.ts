import { type Day, dayAfter, dayBefore, dayNumber, LAST_DAY, monthsAfter } from "./day.ts";

/** A published period; it contains its first and its last day. No end: still active. */
export interface Period {
  readonly start: Day;
  readonly end: Day | null;
}

export interface Dated {
  readonly period: Period;
}

export function contains(period: Period, day: Day): boolean {
  return period.start <= day && (period.end === null || day <= period.end);
}

export function overlap(a: Period, b: Period): boolean {
  return (b.end === null || a.start <= b.end) && (a.end === null || b.start <= a.end);
}

/** The rows that are effective on a day. */
export function effective<Row extends Dated>(rows: readonly Row[], day: Day): Row[] {
  return rows.filter((row) => contains(row.period, day));
}

/** The effective row of a key whose periods never overlap. Searches from the last row, since claims are recent. */
export function onlyEffective<Row extends Dated>(rows: readonly Row[], day: Day): Row | undefined {
  return rows.findLast((row) => contains(row.period, day));
}

/** The period that several dated rows share: latest start, earliest end (conventions 3.5). */
export function sharedPeriod(first: Period, ...others: readonly Period[]): Period {
  let { start, end } = first;
  for (const other of others) {
    if (other.start > start) start = other.start;
    if (other.end !== null && (end === null || other.end < end)) end = other.end;
  }
  return { start, end };
}

/**
 * The first day after `day`, within a period, on which other rows are effective: one starts, or one ended the day before. Null:
 * the same rows are effective until the period ends. Every price asks, so it keeps no list.
 */
export function nextChange(day: Day, period: Period, groups: readonly (readonly Dated[])[]): Day | null {
  const last = period.end ?? LAST_DAY;
  const firstEnd = day > period.start ? day : period.start;
  let starts: Day | null = null;
  let ends: Day | null = null;
  for (const rows of groups) {
    for (const {
      period: { start, end },
    } of rows) {
      if (start > day && start > period.start && start <= last && (starts === null || start < starts)) starts = start;
      if (end !== null && end >= firstEnd && end < last && (ends === null || end < ends)) ends = end;
    }
  }
  return ends !== null && (starts === null || ends < starts) ? dayAfter(ends) : starts;
}

/** The last such day that is not after `day`. Null: the same rows are effective since the period began. */
export function lastChange(day: Day, period: Period, groups: readonly (readonly Dated[])[]): Day | null {
  const last = period.end ?? LAST_DAY;
  const lastStart = day < last ? day : last;
  let starts: Day | null = null;
  let ends: Day | null = null;
  for (const rows of groups) {
    for (const {
      period: { start, end },
    } of rows) {
      if (start > period.start && start <= lastStart && (starts === null || start > starts)) starts = start;
      if (end !== null && end >= period.start && end < lastStart && (ends === null || end > ends)) ends = end;
    }
  }
  return ends !== null && (starts === null || ends >= starts) ? dayAfter(ends) : starts;
}

export function isSamePeriod(a: Period | null, b: Period | null): boolean {
  return a === b || (a !== null && b !== null && a.start === b.start && a.end === b.end);
}

/**
 * The published period nearest to a day that none contains: fewest days away; on a tie
 * the later start, then the later end, active being the latest (conventions 3.6).
 */
export function nearestPeriod(rows: readonly Dated[], day: Day): Period {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error("nearestPeriod needs at least one period");
  let nearest = first.period;
  let fewest = daysAway(nearest, day);
  for (const { period } of others) {
    const days = daysAway(period, day);
    if (days < fewest || (days === fewest && isLater(period, nearest))) {
      nearest = period;
      fewest = days;
    }
  }
  return nearest;
}

function daysAway(period: Period, day: Day): number {
  if (day < period.start) return dayNumber(period.start) - dayNumber(day);
  if (period.end !== null && day > period.end) return dayNumber(day) - dayNumber(period.end);
  return 0;
}

function isLater(period: Period, other: Period): boolean {
  if (period.start !== other.start) return period.start > other.start;
  if (period.end === null || other.end === null) return period.end === null && other.end !== null;
  return period.end > other.end;
}

/** `2025-07-01 to 2026-06-30`, or `2025-07-01 onward` while active. */
export function periodText(period: Period): string {
  return period.end === null ? `${period.start} onward` : `${period.start} to ${period.end}`;
}

const MONTHS_OF_A_QUARTER = 3;

export function quarterOf(day: Day): Period {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const start = firstOfMonth(year, month - ((month - 1) % MONTHS_OF_A_QUARTER));
  return { start, end: dayBefore(monthsAfter(start, MONTHS_OF_A_QUARTER)) };
}

function firstOfMonth(year: number, month: number): Day {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01` as Day;
}

/** From the first day of a day's quarter to the last day of its year. */
export function quarterToYearEnd(day: Day): Period {
  return { start: quarterOf(day).start, end: lastOfYear(day) };
}

export function firstOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-01-01` as Day;
}

export function lastOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-12-31` as Day;
}
