import type { ProviderDefinition } from "../../registry/definition.ts";
import { type Provider, providers } from "./tables.ts";
import { isPricedByEapg, PROVIDER_TYPES } from "./values.ts";

/** Florida's provider registry: identifiers, order, classes and search filters (fl 3, 6). */
export const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [
    row.providerName,
    row.npi,
    row.stateProviderId,
    String(PROVIDER_TYPES.indexOf(row.providerType)),
    row.flProviderTypeCode,
    row.flSpecialtyCode,
  ],
  identity: (row) => [row.npi, row.stateProviderId],
  identifiers: {
    npi: { of: (row) => [row.npi, ...row.alternateNpis], fold: (value) => value },
    stateProviderId: { of: (row) => [row.stateProviderId], fold: (value) => value },
  },
  classes: {
    outpatient: outpatientClass,
    // DRG rates are the hospital's own.
    inpatient: (row) => (row.providerType === "HOSPITAL" ? row.stateProviderId : null),
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    county: { match: "partial", of: (row) => row.county },
    taxonomy: { match: "exact", of: (row) => row.primaryTaxonomy },
    providerType: { match: "exact", of: (row) => row.providerType },
  },
};

/**
 * Fee schedules are statewide, and a multiplier changes a price but never whether there is one; EAPG
 * base rates are the hospital's or surgical center's own.
 */
function outpatientClass({ providerType, stateProviderId }: Provider): string {
  return isPricedByEapg(providerType) ? `${providerType} ${stateProviderId ?? ""}` : providerType;
}
