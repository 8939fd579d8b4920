import { boolean, nullableString, nullableStringArray } from "../../core/schema/schema.ts";
import { inCapitals } from "../../core/text/folding.ts";
import { type Identified, identifiersText } from "../../pricing/descriptions.ts";
import { NoRate } from "../../pricing/no-rate.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { providerTypeFields, searchedStateProviderId, searchFields } from "../../pricing/search-fields.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { NAME_CHARACTERS_MIN } from "./outpatient/request.ts";
import { hospitalRates, outpatientRates, type Provider, providers } from "./tables.ts";
import { isHospital, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, providerTypeOf } from "./values.ts";

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

const searchParameters = {
  npi,
  stateProviderId: text({ description: "OSHPD ID or Medi-Cal provider number." }),
  providerName: partialName({ description: "Part of the provider's name." }, NAME_CHARACTERS_MIN),
  city: partialName({ description: "Part of the city's name." }),
  zipCode: text({ description: "Five digits, or nine with or without a hyphen." }),
  taxonomy: text({ description: "NUCC taxonomy code." }),
  providerType: choice(PROVIDER_TYPES, { description: "Type of provider." }),
  limit: searchLimit,
};

/** GET /ca/providers/search (contract 4.7, ca 6) */
export const search = providerSearch<typeof searchParameters, Provider>({
  about: {
    summary: "California provider search",
    description:
      "Finds Medi-Cal providers by identifier, name, city, ZIP code, taxonomy or type; all parameters combine.",
  },
  examples: [
    { title: "Hospitals of a name", query: { provider_name: "medical center", provider_type: "hospital", limit: "2" } },
  ],
  parameters: searchParameters,
  record: {
    title: "California provider",
    fields: {
      npi: nullableString("Primary National Provider Identifier.").from(({ provider }) => provider.npi),
      state_provider_id: searchedStateProviderId("OSHPD ID or Medi-Cal provider number."),
      ...searchFields("provider_name"),
      ...providerTypeFields(PROVIDER_TYPES, PROVIDER_TYPE_LABELS, providerTypeOf),
      ...searchFields("entity_type", "primary_taxonomy", "city", "state", "zip_code", "street_address"),
      cbsa_code: nullableString("Core Based Statistical Area code.").from(({ provider }) => provider.cbsaCode),
      cbsa_description: nullableString("Core Based Statistical Area.").from(({ provider }) => provider.cbsaDescription),
      op_rates: boolean("Has outpatient rates.").from(({ data }) => data.hasRows(outpatientRates)),
      ip_rates: boolean("Has inpatient rates.").from(
        ({ provider, data }) =>
          isHospital(provider) &&
          provider.stateProviderId !== null &&
          data.rows(hospitalRates, { stateProviderId: provider.stateProviderId }).length > 0,
      ),
      alternate_npis: nullableStringArray("Hospitals only: the other NPIs it is enrolled under.").from(
        ({ provider }) => (isHospital(provider) ? provider.alternateNpis : null),
      ),
      matched_npi: nullableString("The alternate NPI searched by.").from(({ request, provider }) =>
        matchedNpi(request.npi, provider),
      ),
    },
  },
});
