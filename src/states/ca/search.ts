import {
  flag,
  nullableChoice,
  nullableString,
  nullableStringArray,
  object,
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

/** contract 2.6 */
const providerRecordSchema = object("California provider", {
  npi: nullableString("Primary National Provider Identifier."),
  state_provider_id: nullableString("OSHPD ID or Medi-Cal provider number."),
  provider_name: textField("The provider's name."),
  provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider."),
  provider_type_label: textField("The provider type in words."),
  entity_type: nullableChoice(ENTITY_TYPES, "A person or an organization."),
  primary_taxonomy: nullableString("NUCC taxonomy code."),
  city: nullableString("City."),
  state: nullableString("State."),
  zip_code: nullableString("ZIP code."),
  street_address: nullableString("Street address."),
  cbsa_code: nullableString("Core Based Statistical Area code."),
  cbsa_description: nullableString("Core Based Statistical Area."),
  op_rates: flag("Has outpatient rates."),
  ip_rates: flag("Has inpatient rates."),
  alternate_npis: nullableStringArray("Hospitals only: the other NPIs it is enrolled under."),
  matched_npi: nullableString("The alternate NPI searched by."),
});

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
  recordSchema: providerRecordSchema,
  record: (request, provider, data) => {
    const providerType = providerTypeOf(provider);
    const hospital = isHospital(provider);
    return {
      npi: provider.npi,
      state_provider_id: provider.stateProviderId,
      provider_name: provider.providerName,
      provider_type: providerType,
      provider_type_label: PROVIDER_TYPE_LABELS[providerType],
      entity_type: provider.entityType,
      primary_taxonomy: provider.primaryTaxonomy,
      city: provider.city,
      state: provider.state,
      zip_code: provider.zipCode,
      street_address: provider.streetAddress,
      cbsa_code: provider.cbsaCode,
      cbsa_description: provider.cbsaDescription,
      op_rates: data.hasRows(outpatientRates),
      ip_rates:
        hospital &&
        provider.stateProviderId !== null &&
        data.rows(hospitalRates, { stateProviderId: provider.stateProviderId }).length > 0,
      alternate_npis: hospital ? provider.alternateNpis : null,
      matched_npi: matchedNpi(request.npi, provider),
    };
  },
});
