import { aprDrg, hcpcs, isLevelII, taxonomy } from "../dataset/common-tables.ts";
import type { RateData } from "../dataset/table.ts";
import type { SearchedName } from "./request/kinds.ts";

/** HCPCS Level II codes only; CPT descriptions are licensed (conventions 3.7). */
export function hcpcsDescription(data: RateData, code: string): string | null {
  return isLevelII(code) ? (data.rows(hcpcs, { code })[0]?.description ?? null) : null;
}

/** The description of a DRG with its severity, falling back to that of the base DRG. */
export function aprDrgDescription(data: RateData, drg: string, soi: number | null): string | null {
  const [row] = soi === null ? [] : data.rows(aprDrg, { drg, soi });
  return (row ?? data.rows(aprDrg, { drg, soi: null })[0])?.description ?? null;
}

export function taxonomyDisplayName(data: RateData, code: string | null): string | null {
  return code === null ? null : (data.rows(taxonomy, { code })[0]?.displayName ?? null);
}

/** The provider-identifier group of a request (contract 2.2). */
export interface Identified {
  readonly npi: string | null;
  readonly stateProviderId: string | null;
  readonly providerName: SearchedName | null;
}

/** The identifiers sent, as messages name them: `npi 1234567893 and provider_name "abc"`. */
export function identifiersText({ npi, stateProviderId, providerName }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`npi ${npi}`);
  if (stateProviderId !== null) sent.push(`state_provider_id ${stateProviderId}`);
  if (providerName !== null) sent.push(`provider_name "${providerName.sent}"`);
  return sent.join(" and ");
}
