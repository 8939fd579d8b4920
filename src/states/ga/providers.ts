import { keyOf, type RateData } from "../../dataset/table.ts";
import { taxonomyDisplayName } from "../../pricing/descriptions.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { foldCounty } from "./county.ts";
import { isHospital, providerTypeOf } from "./provider-type.ts";
import { enhancedEnrollments, type Provider, providers } from "./tables.ts";

/** The row's own name of its taxonomy, else the common one (ga 2.1). */
export function taxonomyNameOf(provider: Provider, data: RateData): string | null {
  return provider.primaryTaxonomyDisplayName ?? taxonomyDisplayName(data, provider.primaryTaxonomyCode);
}

/** Critical access status, which only hospitals have (ga 4.8). */
export function criticalAccessOf(provider: Provider): boolean | null {
  return isHospital(provider) ? provider.criticalAccessHospital : null;
}

/** What decides whether an outpatient request can be priced, besides the request itself. */
function outpatientClass(provider: Provider, data: RateData): string {
  const type = providerTypeOf(provider);
  switch (type) {
    // A code that is published as an enhanced rate only is priced for those enrolled on the day.
    case "PHYSICIAN":
      return keyOf([type, enrollmentsOf(provider, data)]);
    case "ASC":
      return keyOf([type, provider.county === null ? null : foldCounty(provider.county)]);
    case "CLINICAL_LABORATORY":
      return type;
    case "HOSPITAL":
      return hospitalClass(provider);
  }
}

/** All enrollments of a provider in one text: those with the same are priced alike on every day. */
function enrollmentsOf({ npi }: Provider, data: RateData): string {
  if (!data.hasRows(enhancedEnrollments)) return "";
  return data
    .rows(enhancedEnrollments, { npi })
    .map(({ program, period }) => `${program} ${period.start} ${period.end}`)
    .sort()
    .join(" ");
}

/** Rates are the hospital's own, by campus; its status chooses the add-on and how laboratory is paid. */
function hospitalClass({ npi, campusName, criticalAccessHospital, addonExempt }: Provider): string {
  return keyOf(["HOSPITAL", npi, campusName, criticalAccessHospital, addonExempt]);
}

/** How Georgia's provider registry is found, ordered, counted and searched (ga 3.1, 6). */
export const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi, row.campusName, providerTypeOf(row)],
  // A provider is one NPI, whatever its campuses, types and names.
  identity: (row) => [row.npi],
  identifiers: {
    npi: { of: (row) => [row.npi], fold: (value) => value },
  },
  classes: {
    outpatient: outpatientClass,
    inpatient: (row) => (isHospital(row) ? hospitalClass(row) : null),
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    county: { match: "partial", of: (row) => row.county },
    zipCode: { match: "zip", of: (row) => row.zipCode },
    taxonomy: { match: "partial", of: taxonomyNameOf },
    providerType: { match: "exact", of: providerTypeOf },
    criticalAccessHospital: { match: "exact", of: (row) => criticalAccessOf(row)?.toString() ?? null },
  },
};
