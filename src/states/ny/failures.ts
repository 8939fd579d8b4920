import type { Day } from "../../calendar/day.ts";
import { type Dated, nearestPeriod, onlyInForce, periodText } from "../../calendar/period.ts";
import { NoRate } from "../../pricing/no-rate.ts";
import type { SoughtName } from "../../request/kinds.ts";
import type { Provider } from "./tables.ts";
import type { ProviderType } from "./values.ts";

/** LOOKUP of the page (ny 3.6): the row in force of one key, or why there is none. */
export function lookUp<Row extends Dated>(rows: readonly Row[], day: Day, what: string, key: string): Row | NoRate {
  return onlyInForce(rows, day) ?? noneInForce(rows, day, what, key);
}

/** Why none of a key's rows is in force on a day (ny 3.6). */
export function noneInForce(rows: readonly Dated[], day: Day, what: string, key: string): NoRate {
  if (rows.length === 0) return new NoRate(`No ${what} is published for ${key}.`);
  const nearest = periodText(nearestPeriod(rows, day));
  return new NoRate(`No ${what} for ${key} is in force on ${day}; the nearest published period is ${nearest}.`);
}

/** A hospital whose rates cannot be found (ny 4.3 step 3). */
export function noOperatingCertificate({ providerName }: Provider): NoRate {
  return new NoRate(`${providerName} has no operating certificate number, so its hospital rates cannot be found.`);
}

interface Identified {
  readonly npi: string | null;
  readonly stateProviderId: string | null;
  readonly opcert: string | null;
  readonly providerName: SoughtName | null;
  readonly providerType?: ProviderType | null;
}

/** The identifiers sent, as messages list them (ny 3.7). */
function identifiersSent({ npi, stateProviderId, opcert, providerName, providerType }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`npi=${npi}`);
  if (stateProviderId !== null) sent.push(`state_provider_id=${stateProviderId}`);
  if (opcert !== null) sent.push(`opcert=${opcert}`);
  if (providerName !== null) sent.push(`provider_name=${providerName.sent}`);
  if (providerType) sent.push(`provider_type=${providerType}`);
  return sent.join(", ");
}

/** ny 3.7 */
export function noProviderMatches(request: Identified): string {
  return `No New York provider matches ${identifiersSent(request)}.`;
}

/** A lookup by name alone that nobody qualifies for (ny 3.7). */
export function noneQualifies(request: Identified, someRowMatches: boolean): string {
  if (!someRowMatches) return noProviderMatches(request);
  return `No New York provider that matches ${identifiersSent(request)} can be priced for this request.`;
}
