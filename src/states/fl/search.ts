import { flag, nullableChoice, nullableString, object, text as textField } from "../../core/schema/schema.ts";
import type { RateData } from "../../dataset/table.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { drgRates, eapgRates, feeSchedule, type Provider } from "./tables.ts";
import { ENTITY_TYPES, isPricedByEapg, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, SCHEDULES_OF } from "./values.ts";

const searchParameters = {
  npi,
  stateProviderId: text({ description: "Florida Provider Base ID." }),
  providerName: partialName({ description: "Part of the provider's name." }),
  city: partialName({ description: "Part of the city's name." }),
  county: partialName({ description: "Part of the county's name." }),
  taxonomy: text({ description: "NUCC taxonomy code." }),
  providerType: choice(PROVIDER_TYPES, { description: "Type of provider." }),
  limit: searchLimit,
};

/** contract 2.9 */
const providerRecordSchema = object("Florida provider", {
  npi: nullableString(
    "The NPI that was sent, also when it is an alternate one; the provider's primary one when none was.",
  ),
  state_provider_id: nullableString("Florida Provider Base ID."),
  provider_name: textField("The provider's name."),
  provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider."),
  provider_type_label: textField("The provider type in words."),
  entity_type: nullableChoice(ENTITY_TYPES, "A person or an organization."),
  primary_taxonomy: nullableString("NUCC taxonomy code."),
  street_address: nullableString("Street address."),
  city: nullableString("City."),
  state: nullableString("State."),
  zip_code: nullableString("ZIP code."),
  county: nullableString("County."),
  provider_category: nullableString("The state's provider category."),
  op_rates: flag("Has outpatient rates."),
  ip_rates: flag("Has inpatient rates."),
});

/** GET /fl/providers/search (contract 4.12, fl 6) */
export const search = providerSearch<typeof searchParameters, Provider>({
  about: {
    summary: "Florida provider search",
    description:
      "Finds Florida Medicaid providers by identifier, name, city, county, taxonomy or type; all parameters combine.",
  },
  examples: [
    {
      title: "Hospitals of a name",
      query: { provider_name: "medical center", provider_type: "HOSPITAL", limit: "2" },
    },
  ],
  parameters: searchParameters,
  recordSchema: providerRecordSchema,
  record: ({ npi: sent }, provider, data) => ({
    npi: sent ?? provider.npi,
    state_provider_id: provider.stateProviderId,
    provider_name: provider.providerName,
    provider_type: provider.providerType,
    provider_type_label: PROVIDER_TYPE_LABELS[provider.providerType],
    entity_type: provider.entityType,
    primary_taxonomy: provider.primaryTaxonomy,
    street_address: provider.streetAddress,
    city: provider.city,
    state: provider.state,
    zip_code: provider.zipCode,
    county: provider.county,
    provider_category: provider.providerCategory,
    op_rates: hasOutpatientRates(provider, data),
    ip_rates: hasInpatientRates(provider, data),
  }),
});

/** A published row of its schedules or its own EAPG base rate, of any period (fl 6). */
function hasOutpatientRates({ providerType, stateProviderId }: Provider, data: RateData): boolean {
  const schedules = SCHEDULES_OF[providerType];
  if (schedules.some((schedule) => data.hasRows(feeSchedule, { column: "schedule", text: schedule }))) return true;
  return (
    isPricedByEapg(providerType) && stateProviderId !== null && data.rows(eapgRates, { stateProviderId }).length > 0
  );
}

function hasInpatientRates({ providerType, stateProviderId }: Provider, data: RateData): boolean {
  return providerType === "HOSPITAL" && stateProviderId !== null && data.rows(drgRates, { stateProviderId }).length > 0;
}
