import type { SoughtName } from "./request/kinds.ts";

/** The provider-identifier group of a request (contract 2.2). */
export interface Identified {
  readonly npi: string | null;
  readonly stateProviderId: string | null;
  readonly providerName: SoughtName | null;
}

/** The identifiers sent, as messages name them: `npi 1234567893 and provider_name "abc"`. */
export function identifiersText({ npi, stateProviderId, providerName }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`npi ${npi}`);
  if (stateProviderId !== null) sent.push(`state_provider_id ${stateProviderId}`);
  if (providerName !== null) sent.push(`provider_name "${providerName.sent}"`);
  return sent.join(" and ");
}
