import {
  flag,
  nullableChoice,
  nullableString,
  nullableStringArray,
  text as textField,
} from "../../core/schema/schema.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { NAME_CHARACTERS_MIN } from "./outpatient/request.ts";
import { matchedNpi } from "./providers.ts";
import { hospitalRates, outpatientRates, type Provider } from "./tables.ts";
import { ENTITY_TYPES, isHospital, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, providerTypeOf } from "./values.ts";

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
      state_provider_id: nullableString("OSHPD ID or Medi-Cal provider number.").from(
        ({ provider }) => provider.stateProviderId,
      ),
      provider_name: textField("The provider's name.").from(({ provider }) => provider.providerName),
      provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider.").from(({ provider }) =>
        providerTypeOf(provider),
      ),
      provider_type_label: textField("The provider type in words.").from(
        ({ provider }) => PROVIDER_TYPE_LABELS[providerTypeOf(provider)],
      ),
      entity_type: nullableChoice(ENTITY_TYPES, "A person or an organization.").from(
        ({ provider }) => provider.entityType,
      ),
      primary_taxonomy: nullableString("NUCC taxonomy code.").from(({ provider }) => provider.primaryTaxonomy),
      city: nullableString("City.").from(({ provider }) => provider.city),
      state: nullableString("State.").from(({ provider }) => provider.state),
      zip_code: nullableString("ZIP code.").from(({ provider }) => provider.zipCode),
      street_address: nullableString("Street address.").from(({ provider }) => provider.streetAddress),
      cbsa_code: nullableString("Core Based Statistical Area code.").from(({ provider }) => provider.cbsaCode),
      cbsa_description: nullableString("Core Based Statistical Area.").from(({ provider }) => provider.cbsaDescription),
      op_rates: flag("Has outpatient rates.").from(({ data }) => data.hasRows(outpatientRates)),
      ip_rates: flag("Has inpatient rates.").from(
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
