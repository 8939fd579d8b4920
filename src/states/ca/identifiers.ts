import type { SoughtName } from "../../request/kinds.ts";

interface Identified {
  readonly npi: string | null;
  readonly stateProviderId: string | null;
  readonly providerName: SoughtName | null;
}

/** The identifiers sent, as messages name them (ca 4.8). */
export function identifiersSent({ npi, stateProviderId, providerName }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`npi ${npi}`);
  if (stateProviderId !== null) sent.push(`state_provider_id ${stateProviderId}`);
  if (providerName !== null) sent.push(`provider_name "${providerName.sent}"`);
  return sent.join(" and ");
}

/** ca 4.8 P1 */
export function noProviderMatches(request: Identified): string {
  return `No California provider matches ${identifiersSent(request)}.`;
}

/** ca 4.8 P2 */
export function noneCanBePriced(request: Identified, code: string, day: string): string {
  return `No California provider matching ${identifiersSent(request)} can be priced for ${code} on ${day}.`;
}
