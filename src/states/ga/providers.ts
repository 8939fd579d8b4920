import type { Dated } from "../../core/calendar/period.ts";
import type { Factor } from "../../core/money/factor.ts";
import { foldCounty } from "../../core/text/folding.ts";
import { keyOf, type RateData, type RowPlace } from "../../dataset/table.ts";
import { taxonomyDisplayName } from "../../pricing/descriptions.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import type { Figure } from "../../pricing/worksheet/calculation.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { enhancedEnrollments, georgiaProgram, type Provider, providers } from "./tables.ts";
import { isHospital, providerTypeOf } from "./values.ts";

/** Georgia's provider registry: identifiers, order, classes and search filters (ga 3.1, 6). */
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

/** The facts of a provider that decide whether it can be priced. */
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

/** The row's own name of its taxonomy, or the common one (ga 2.1). */
export function taxonomyNameOf(provider: Provider, data: RateData): string | null {
  return provider.primaryTaxonomyDisplayName ?? taxonomyDisplayName(data, provider.primaryTaxonomyCode);
}

/** Critical access status, which only hospitals have (ga 4.8). */
export function criticalAccessOf(provider: Provider): boolean | null {
  return isHospital(provider) ? provider.criticalAccessHospital : null;
}

/** The rates of a hospital's campus, or those of its NPI without a campus (ga 2.7). */
export function campusRates<Row>(
  { campusName }: Provider,
  ratesOf: (campusName: string | null) => readonly Row[],
): readonly Row[] {
  const own = ratesOf(campusName);
  return own.length === 0 && campusName !== null ? ratesOf(null) : own;
}

/** The hospital's rate on the day; ends the calculation when there is none (ga 4.7 step 1, 5.2 E23). */
export function hospitalRate<Row extends RowPlace & Dated>(
  provider: Provider,
  /** `inpatient base rate`, for messages. */
  title: string,
  sheet: Sheet,
  ratesOf: (campusName: string | null) => readonly Row[],
): Row {
  const { providerName, campusName } = provider;
  const hospital = campusName === null ? providerName : `${providerName} (${campusName})`;
  return sheet.only(campusRates(provider, ratesOf), "no_provider_rate", (nearest) => {
    const when = nearest === null ? "" : ` on ${sheet.day}; the nearest published period is ${nearest}`;
    return `No ${title} is published for ${hospital}${when}.`;
  });
}

/** The Hospital Rate Add-On; critical access and exempt hospitals have their own (ga 4.7 step 2). */
export function addOnMultiplier({ criticalAccessHospital, addonExempt }: Provider, sheet: Sheet): Figure<Factor> {
  const name = criticalAccessHospital || addonExempt ? "hospital_addon_multiplier_cah" : "hospital_addon_multiplier";
  return sheet.parameter(georgiaProgram, name).called("add-on multiplier");
}
