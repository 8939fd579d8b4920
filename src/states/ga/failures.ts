import type { Day } from "../../calendar/day.ts";
import { type Dated, nearestPeriod, periodText } from "../../calendar/period.ts";
import { compareText } from "../../names/order.ts";
import type { SoughtName } from "../../request/kinds.ts";
import { providerTypeOf } from "./provider-type.ts";
import type { Provider } from "./tables.ts";
import type { ProviderType } from "./values.ts";

/* The messages that more than one section of the page uses, by their numbers. */

interface Identified {
  readonly npi: string | null;
  readonly providerName: SoughtName | null;
}

/** The identifiers sent, as messages name them (ga 3.1). */
function criteria({ npi, providerName }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`NPI ${npi}`);
  if (providerName !== null) sent.push(`name matching "${providerName.sent}"`);
  return sent.join(" and ");
}

/** ga E1 */
export function noProviderFound(request: Identified): string {
  return `No Georgia provider found with ${criteria(request)}.`;
}

/** ga E2 */
export function noRecordOfType(type: ProviderType, request: Identified, matching: readonly Provider[]): string {
  const enrolledAs = [...new Set(matching.map(providerTypeOf))].sort(compareText).join(", ");
  return `No ${type} record found with ${criteria(request)}; enrolled as ${enrolledAs}.`;
}

/** ga E3 */
export function noneCanBePriced(request: Identified): string {
  return `No Georgia provider with ${criteria(request)} can be priced for this request.`;
}

/** ga E6 */
export function noRateOnDay(code: string, day: Day, published: readonly Dated[]): string {
  const nearest = periodText(nearestPeriod(published, day));
  return `No rate for code ${code} is published for ${day}; the nearest published period is ${nearest}.`;
}

interface Modified {
  readonly modifier: string | null;
}

/** ga E7 */
export function noRowWithModifier(code: string, modifier: string | null, day: Day, live: readonly Modified[]): string {
  return `Code ${code} has no rate row with modifier ${modifierText(modifier)} on ${day}; published modifiers: ${modifierList(live)}.`;
}

/** ga E10 */
export function manuallyPriced(code: string): string {
  return `Code ${code} is manually priced: Georgia publishes no amount for it and sets the payment per claim.`;
}

const NO_MODIFIER = "none";

export function modifierText(modifier: string | null): string {
  return modifier ?? NO_MODIFIER;
}

/** Distinct and sorted, the empty modifier last (ga 4.2); `none` when the list is empty. */
export function modifierList(rows: readonly Modified[]): string {
  const modifiers = new Set(rows.map(({ modifier }) => modifier));
  const hasUnmodified = modifiers.delete(null) || modifiers.size === 0;
  const sorted = [...modifiers].sort(compareText);
  return [...sorted, ...(hasUnmodified ? [NO_MODIFIER] : [])].join(", ");
}
