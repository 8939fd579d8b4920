import type { Day } from "../../core/calendar/day.ts";
import { type Dated, effective, onlyEffective } from "../../core/calendar/period.ts";
import type { Factor } from "../../core/money/factor.ts";
import {
  boolean,
  nullableBoolean,
  nullableString,
  nullableStringArray,
  string as textField,
} from "../../core/schema/schema.ts";
import { foldCounty } from "../../core/text/folding.ts";
import { compareText } from "../../core/text/order.ts";
import { keyOf, type RateData, type RowPlace } from "../../dataset/table.ts";
import { taxonomyDisplayName } from "../../pricing/descriptions.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, eitherFlag, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { providerTypeFields, searchFields } from "../../pricing/search-fields.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import type { Figure } from "../../pricing/worksheet/calculation.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { localitiesOf } from "./outpatient/asc.ts";
import {
  enhancedEnrollments,
  georgiaProgram,
  hospitalInpatientRates,
  hospitalOutpatientRates,
  type Provider,
  providers,
} from "./tables.ts";
import { isHospital, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, providerTypeOf, STATE } from "./values.ts";

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
function campusRates<Row>(
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

const searchParameters = {
  npi,
  providerName: partialName({ description: "Part of the provider's name." }),
  city: partialName({ description: "Part of the city's name." }),
  county: partialName({ description: "Part of the county's name." }),
  zipCode: text({ description: "Five digits, or nine with or without a hyphen." }),
  taxonomy: partialName({ description: "Part of the taxonomy's display name." }),
  providerType: choice(PROVIDER_TYPES, { description: "Type of provider." }),
  criticalAccessHospital: eitherFlag({
    description: "Hospitals only: those that are Critical Access Hospitals, or those that are not.",
  }),
  limit: searchLimit,
};

/** GET /ga/providers/search (contract 4.9, ga 6) */
export const search = providerSearch<typeof searchParameters, Provider>({
  about: {
    summary: "Georgia provider search",
    description:
      "Finds Georgia Medicaid providers by NPI, name, city, county, ZIP code, taxonomy, type or critical access status; all parameters combine.",
  },
  examples: [
    { title: "Critical Access Hospitals", query: { critical_access_hospital: "true", limit: "2" } },
    { title: "Family physicians and practices", query: { taxonomy: "family", limit: "2" } },
  ],
  parameters: searchParameters,
  record: {
    title: "Georgia provider",
    fields: {
      ...searchFields("npi", "provider_name"),
      campus_name: nullableString("Campus of a hospital system that is rated per campus under one NPI.").from(
        ({ provider }) => provider.campusName,
      ),
      ...providerTypeFields(PROVIDER_TYPES, PROVIDER_TYPE_LABELS, providerTypeOf),
      ...searchFields("entity_type"),
      primary_taxonomy_code: nullableString("NUCC taxonomy code.").from(({ provider }) => provider.primaryTaxonomyCode),
      primary_taxonomy_display_name: nullableString("The taxonomy in words.").from(({ provider, data }) =>
        taxonomyNameOf(provider, data),
      ),
      ...searchFields("street_address", "city", "county", "zip_code"),
      state: textField("Always GA.").from(() => STATE),
      critical_access_hospital: nullableBoolean("Hospitals only: whether it is a Critical Access Hospital.").from(
        ({ provider }) => criticalAccessOf(provider),
      ),
      asc_locality: nullableString("Ambulatory surgical centers only: the payment locality of the county today.").from(
        ({ provider, data, request }) =>
          providerTypeOf(provider) === "ASC" ? localityOn(provider, request.today, data) : null,
      ),
      enhanced_programs: nullableStringArray(
        "Physicians only: the enhanced rate programs that the provider is enrolled in today.",
      ).from(({ provider, data, request }) =>
        providerTypeOf(provider) === "PHYSICIAN" ? programsOn(provider, request.today, data) : null,
      ),
      op_rates: boolean("Has outpatient rates.").from(({ provider, data }) => hasOutpatientRates(provider, data)),
      ip_rates: boolean("Has inpatient rates.").from(
        ({ provider, data }) => isHospital(provider) && hasInpatientRates(provider, data),
      ),
    },
  },
});

function localityOn({ county }: Provider, day: Day, data: RateData): string | null {
  return onlyEffective(localitiesOf(county, data), day)?.locality ?? null;
}

/** The programs with an effective enrollment, sorted by name. */
function programsOn({ npi }: Provider, day: Day, data: RateData): string[] {
  const enrollments = effective(data.rows(enhancedEnrollments, { npi }), day);
  return enrollments.map(({ program }) => program).sort(compareText);
}

/** Rates of its own for a hospital, a locality for an ASC; the other schedules are statewide (ga 6). */
function hasOutpatientRates(provider: Provider, data: RateData): boolean {
  const { npi } = provider;
  switch (providerTypeOf(provider)) {
    case "HOSPITAL":
      return campusRates(provider, (campusName) => data.rows(hospitalOutpatientRates, { npi, campusName })).length > 0;
    case "ASC":
      return localitiesOf(provider.county, data).length > 0;
    case "PHYSICIAN":
    case "CLINICAL_LABORATORY":
      return true;
  }
}

function hasInpatientRates(provider: Provider, data: RateData): boolean {
  const { npi } = provider;
  return campusRates(provider, (campusName) => data.rows(hospitalInpatientRates, { npi, campusName })).length > 0;
}
