import { boolean, nullableString, nullableStringArray } from "../../core/schema/schema.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { providerTypeFields, searchedStateProviderId, searchFields } from "../../pricing/search-fields.ts";
import { NAME_CHARACTERS_MIN } from "./outpatient/request.ts";
import { matchedNpi } from "./providers.ts";
import { hospitalRates, outpatientRates, type Provider } from "./tables.ts";
import { isHospital, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, providerTypeOf } from "./values.ts";

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
