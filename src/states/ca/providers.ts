import { inCapitals } from "../../core/text/folding.ts";
import { type Identified, identifiersText } from "../../pricing/descriptions.ts";
import { NoRate } from "../../pricing/no-rate.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { type Provider, providers } from "./tables.ts";
import { isHospital, providerTypeOf } from "./values.ts";

/** The requested NPI if it is one of the hospital's other NPIs; otherwise null (ca 3.1). */
export function matchedNpi(requested: string | null, provider: Provider): string | null {
  return requested !== null && requested !== provider.npi ? requested : null;
}

/** California's provider registry: identifiers, order, classes and search filters (ca 3.1, 6). */
export const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi, row.stateProviderId],
  identity: (row) => [row.npi, row.stateProviderId],
  identifiers: {
    npi: { of: (row) => [row.npi, ...row.alternateNpis], fold: (value) => value },
    stateProviderId: { of: (row) => [row.stateProviderId], fold: inCapitals },
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

/** ca 4.8 P1 */
export function noProviderMatches(request: Identified): NoRate {
  return new NoRate("no_such_provider", `No California provider matches ${identifiersText(request)}.`);
}

/** ca 4.8 P2 */
export function noneCanBePriced(request: Identified, code: string, day: string, nameMatches: boolean): NoRate {
  return new NoRate(
    nameMatches ? "none_can_be_priced" : "no_such_provider",
    `No California provider matching ${identifiersText(request)} can be priced for ${code} on ${day}.`,
  );
}
