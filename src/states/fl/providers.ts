import { boolean, nullableString } from "../../core/schema/schema.ts";
import type { RateData } from "../../dataset/table.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { providerTypeFields, searchedStateProviderId, searchFields } from "../../pricing/search-fields.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { drgRates, eapgRates, feeSchedule, type Provider, providers } from "./tables.ts";
import { isPricedByEapg, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, SCHEDULES_OF } from "./values.ts";

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
  record: {
    title: "Florida provider",
    fields: {
      npi: nullableString(
        "The NPI that was sent, also when it is an alternate one; the provider's primary one when none was.",
      ).from(({ request, provider }) => request.npi ?? provider.npi),
      state_provider_id: searchedStateProviderId("Florida Provider Base ID."),
      ...searchFields("provider_name"),
      ...providerTypeFields(PROVIDER_TYPES, PROVIDER_TYPE_LABELS, ({ providerType }: Provider) => providerType),
      ...searchFields("entity_type", "primary_taxonomy", "street_address", "city", "state", "zip_code", "county"),
      provider_category: nullableString("The state's provider category.").from(
        ({ provider }) => provider.providerCategory,
      ),
      op_rates: boolean("Has outpatient rates.").from(({ provider, data }) => hasOutpatientRates(provider, data)),
      ip_rates: boolean("Has inpatient rates.").from(({ provider, data }) => hasInpatientRates(provider, data)),
    },
  },
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
