import { type Day, dayNumber, monthsBetween } from "../calendar/day.ts";

/** Below this, an age is told in days: no two months are longer, so that an age in months is at least two of them. */
const DAYS_TOLD_MAX = 63;

/** Below this, an age is told in months: a year is long for a fee schedule, and "1 year" says too little. */
const MONTHS_TOLD_MAX = 36;

/** How old an edition is on a day, in words: `12 days old`, `10 months old`, `not in force yet`. */
export function ageText(edition: Day, today: Day): string {
  const days = ageDays(edition, today);
  if (days < 0) return "not in force yet";
  if (days < DAYS_TOLD_MAX) return `${days} ${days === 1 ? "day" : "days"} old`;
  const months = monthsBetween(edition, today);
  return months < MONTHS_TOLD_MAX ? `${months} months old` : `${Math.floor(months / 12)} years old`;
}

export function ageDays(edition: Day, today: Day): number {
  return dayNumber(today) - dayNumber(edition);
}
