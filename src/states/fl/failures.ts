import type { Day } from "../../core/calendar/day.ts";
import { type Identified, identifiersText } from "../../pricing/descriptions.ts";
import { NoRate } from "../../pricing/no-rate.ts";

/* The failures that both settings share (fl 4.5). */

/** F1 */
export function noProviderMatches(request: Identified): NoRate {
  return new NoRate(
    "no_such_provider",
    `No Florida provider matches ${identifiersText(request)}. Check the identifier or use /fl/providers/search.`,
  );
}

/** F12 */
export function noneCanBePriced(request: Identified, code: string): NoRate {
  return new NoRate(
    "none_can_be_priced",
    `No Florida provider matching ${identifiersText(request)} can be priced for ${code}.`,
  );
}

/** F6: rows are published, none of them for the day. */
export function noneEffective(what: string, day: Day, nearest: string): string {
  return `${what} has no rate in force on ${day}; the nearest published period is ${nearest}.`;
}
