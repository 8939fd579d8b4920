import { boolean, nullableString, stringArray } from "../../core/schema/schema.ts";
import type { RateData } from "../../dataset/table.ts";
import { taxonomyDisplayName } from "../../pricing/descriptions.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { providerTypeFields, searchedStateProviderId, searchFields } from "../../pricing/search-fields.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { certificateDigits, opcert, stateProviderId } from "./identifiers.ts";
import { regionsOf } from "./outpatient/apg.ts";
import {
  acuteRates,
  feeSchedule,
  hospitalApgRates,
  type Provider,
  perDiemRates,
  providers,
  psychiatricRates,
} from "./tables.ts";
import {
  isHospital,
  PAYER_CLASSES,
  PEER_GROUPS,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  type ProviderType,
  providerTypeOf,
  SERVICE_TYPES,
  type ServiceType,
} from "./values.ts";

/** The order of one provider's rows, which differ in type (ny 3.4). */
const TYPE_ORDER: Readonly<Record<ProviderType, string>> = {
  HOSPITAL: "1",
  OUTPATIENT_CLINIC_ASC: "2",
  PHYSICIAN: "3",
  LABORATORY: "4",
};

/** Certificates count for hospitals only; a row of another type may carry one without effect (ny 2). */
export function certificateOf(provider: Provider): string | null {
  return isHospital(provider) ? provider.opcert : null;
}

/** New York's provider registry: identifiers, order, classes and search filters (ny 3, 6). */
export const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi, row.stateProviderId, TYPE_ORDER[providerTypeOf(row)]],
  identity: (row) => [row.npi, row.stateProviderId],
  identifiers: {
    npi: { of: (row) => [row.npi], fold: (value) => value },
    stateProviderId: { of: (row) => [row.stateProviderId], fold: (value) => value },
    opcert: { of: (row) => [certificateOf(row)], fold: certificateDigits },
  },
  classes: {
    outpatient: outpatientClass,
    // Every inpatient rate belongs to an operating certificate.
    inpatient: (row) => (isHospital(row) ? certificateClass(row) : null),
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    county: { match: "partial", of: (row) => row.county },
    zipCode: { match: "zip", of: (row) => row.zipCode },
    taxonomy: { match: "exact", of: (row) => row.primaryTaxonomyCode },
    providerType: { match: "exact", of: providerTypeOf },
  },
};

/**
 * The facts that decide whether a row can be priced: a hospital's certificate, a clinic's groups and regions, otherwise
 * the type.
 */
function outpatientClass(row: Provider, data: RateData): string {
  const providerType = providerTypeOf(row);
  if (providerType === "HOSPITAL") return `${providerType} ${certificateClass(row)}`;
  if (providerType !== "OUTPATIENT_CLINIC_ASC") return providerType;
  const groups = PEER_GROUPS.filter((group) => row.peerGroups.includes(group));
  return `${providerType} ${groups.join("|")} ${regionsOf(row, data).join("|")}`;
}

function certificateClass({ opcert }: Provider): string {
  return opcert === null ? "" : certificateDigits(opcert);
}

const searchParameters = {
  npi,
  stateProviderId,
  opcert,
  providerName: partialName({ description: "Part of the provider's name." }),
  city: partialName({ description: "Part of the city's name." }),
  county: partialName({ description: "Part of the county's name." }),
  zipCode: text({ description: "Five digits, or nine with or without a hyphen." }),
  taxonomy: text({ description: "NUCC taxonomy code." }),
  providerType: choice(PROVIDER_TYPES, { description: "Type of provider." }),
  limit: searchLimit,
};

/** GET /ny/providers/search (ny 6) */
export const search = providerSearch<typeof searchParameters, Provider>({
  about: {
    summary: "New York provider search",
    description:
      "Finds New York Medicaid providers by identifier, name, city, county, ZIP code, taxonomy or type; all parameters combine.",
  },
  examples: [
    {
      title: "Hospitals of a name",
      query: { provider_name: "medical center", provider_type: "HOSPITAL", limit: "2" },
    },
    { title: "The hospital of an operating certificate", query: { opcert: "9914001" } },
  ],
  parameters: searchParameters,
  record: {
    title: "New York provider",
    fields: {
      ...searchFields("npi"),
      state_provider_id: searchedStateProviderId("New York Medicaid provider ID (MMIS), 8 digits."),
      opcert: nullableString("Operating certificate number; hospitals only.").from(({ provider }) =>
        certificateOf(provider),
      ),
      ...searchFields("provider_name"),
      ...providerTypeFields(PROVIDER_TYPES, PROVIDER_TYPE_LABELS, providerTypeOf),
      ...searchFields("entity_type"),
      ny_profession_or_service: nullableString("Profession or service, as the state publishes it.").from(
        ({ provider }) => provider.nyProfessionOrService,
      ),
      ny_provider_specialty: nullableString("Specialty, as the state publishes it.").from(
        ({ provider }) => provider.nyProviderSpecialty,
      ),
      primary_taxonomy_code: nullableString("Primary NUCC taxonomy code.").from(
        ({ provider }) => provider.primaryTaxonomyCode,
      ),
      primary_taxonomy_display_name: nullableString("What the taxonomy code stands for.").from(({ provider, data }) =>
        taxonomyDisplayName(data, provider.primaryTaxonomyCode),
      ),
      ...searchFields("street_address", "city", "county", "state", "zip_code"),
      service_regions: stringArray("Clinics and ASCs: the APG regions, Downstate first.").from(({ provider, data }) =>
        providerTypeOf(provider) === "OUTPATIENT_CLINIC_ASC" ? regionsOf(provider, data) : [],
      ),
      inpatient_service_types: stringArray("Hospitals: the service types with inpatient rates.").from(
        ({ provider, data }) => inpatientServiceTypes(provider, data),
      ),
      op_rates: boolean("Has outpatient rates.").from(({ provider, data }) => hasOutpatientRates(provider, data)),
      ip_rates: boolean("Has inpatient rates.").from(
        ({ provider, data }) => inpatientServiceTypes(provider, data).length > 0,
      ),
    },
  },
});

/** Whether the rates that price a provider's type exist at any date (ny 6). */
function hasOutpatientRates(provider: Provider, data: RateData): boolean {
  switch (providerTypeOf(provider)) {
    case "HOSPITAL": {
      const certificate = certificateOf(provider);
      return certificate !== null && data.rows(hospitalApgRates, { opcert: certificateDigits(certificate) }).length > 0;
    }
    case "OUTPATIENT_CLINIC_ASC":
      return provider.peerGroups.length > 0;
    case "PHYSICIAN":
      return data.hasRows(feeSchedule, { column: "schedule", text: "physician" });
    case "LABORATORY":
      return data.hasRows(feeSchedule, { column: "schedule", text: "laboratory" });
  }
}

/** The service types with a rate of either payer class at any date, in the contract's order (ny 6). */
function inpatientServiceTypes(provider: Provider, data: RateData): readonly ServiceType[] {
  const certificate = certificateOf(provider);
  if (certificate === null) return [];
  const rated = new Set<ServiceType>();
  for (const payerClass of PAYER_CLASSES) {
    const key = { opcert: certificateDigits(certificate), payerClass };
    if (data.rows(acuteRates, key).length > 0) rated.add("acute");
    if (data.rows(psychiatricRates, key).length > 0) rated.add("psychiatric");
    for (const { serviceType } of data.rows(perDiemRates, key)) rated.add(serviceType);
  }
  return SERVICE_TYPES.filter((type) => rated.has(type));
}
