import type { ProviderDefinition } from "../../registry/definition.ts";
import { isHospital, providerTypeOf } from "./provider-type.ts";
import { type Provider, providers } from "./tables.ts";

/** The requested NPI when it is one of the hospital's other NPIs, else null (ca 3.1). */
export function matchedNpi(requested: string | null, provider: Provider): string | null {
  return requested !== null && requested !== provider.npi ? requested : null;
}

/** How California's provider registry is found, ordered, counted and searched (ca 3.1, 6). */
export const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi, row.stateProviderId],
  identity: (row) => [row.npi, row.stateProviderId],
  identifiers: {
    npi: { of: (row) => [row.npi, ...row.alternateNpis], fold: (value) => value },
    stateProviderId: { of: (row) => [row.stateProviderId], fold: (value) => value.toUpperCase() },
  },
  classes: {
    // The fee schedule is statewide, so only the type decides what can be priced.
    outpatient: providerTypeOf,
    // DRG rates are the hospital's own.
    inpatient: (row) => (isHospital(row) ? (row.stateProviderId ?? "") : null),
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    zipCode: { match: "zip", of: (row) => row.zipCode },
    taxonomy: { match: "exact", of: (row) => row.primaryTaxonomy },
    providerType: { match: "exact", of: providerTypeOf },
  },
};
