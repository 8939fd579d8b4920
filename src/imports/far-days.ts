import { type Day, yearsAfter } from "../calendar/day.ts";
import { failure } from "../runtime/failure.ts";
import type { EditionDay } from "./as-of.ts";

/** States announce rates some months ahead, a biennial budget two years. A later day is a typing error: 2062 for 2026. */
const YEARS_AHEAD_MAX = 2;

/** The last day from which an edition or one of its rows may hold. */
export function latestStart(today: Day): Day {
  return yearsAfter(today, YEARS_AHEAD_MAX);
}

/** What a start must be, as the end of a sentence. */
export function earlyEnough(latest: Day): string {
  return `a day no later than ${latest}, ${YEARS_AHEAD_MAX} years from today`;
}

/** Medicaid is the law of July 30, 1965: no edition of it is older. A day before is a typing error, or a date format misread. */
const FIRST_DAY = "1965-07-30" as Day;

/**
 * Refuses the day of an edition that lies too far ahead, which would close today's rates on a day that nobody meant, or before
 * there were any. `isPrinted`: the file itself tells it, which no option can contradict.
 */
export function refuseFarEdition({ day, isPrinted }: EditionDay, today: Day): void {
  const latest = latestStart(today);
  const expected = day > latest ? earlyEnough(latest) : `a day no earlier than ${FIRST_DAY}, the first of Medicaid`;
  if (day >= FIRST_DAY && day <= latest) return;
  const remedy = isPrinted
    ? "The file prints that day, so it is the file that is wrong: download it again, or correct the day in it"
    : "Give the day from which it holds with --as-of";
  throw failure(`the edition would hold from ${day} on; expected ${expected}. ${remedy}`);
}
