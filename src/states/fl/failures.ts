import type { Day } from "../../calendar/day.ts";
import { type Dated, nearestPeriod, periodText } from "../../calendar/period.ts";
import { type Identified, identifiersSent } from "../../pricing/identifiers-sent.ts";
import { NoRate } from "../../pricing/no-rate.ts";

/** The failures that both settings share (fl 4.5). */

/** F1 */
export function noProviderMatches(request: Identified): string {
  return `No Florida provider matches ${identifiersSent(request)}. Check the identifier or use /fl/providers/search.`;
}

/** F12 */
export function noneCanBePriced(request: Identified, code: string): string {
  return `No Florida provider matching ${identifiersSent(request)} can be priced for ${code}.`;
}

/** F6: rows are published, none of them for the day. */
export function noneInForce(what: string, published: readonly Dated[], day: Day): NoRate {
  const nearest = periodText(nearestPeriod(published, day));
  return new NoRate(`${what} has no rate in force on ${day}; the nearest published period is ${nearest}.`);
}
