import { type Day, yearsAfter } from "../calendar/day.ts";
import { failure } from "../reading/failure.ts";

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

/** Refuses the day of an edition that lies too far ahead: it would close today's rates on a day that nobody meant. */
export function refuseFarEdition(asOf: Day, today: Day): void {
  const latest = latestStart(today);
  if (asOf <= latest) return;
  throw failure(
    `the edition would hold from ${asOf} on; expected ${earlyEnough(latest)}. Give the day from which it holds with --as-of`,
  );
}
