import type { Day } from "../../core/calendar/day.ts";
import { effective, onlyEffective } from "../../core/calendar/period.ts";
import {
  boolean,
  nullableBoolean,
  nullableString,
  nullableStringArray,
  string as textField,
} from "../../core/schema/schema.ts";
import { compareText } from "../../core/text/order.ts";
import type { RateData } from "../../dataset/table.ts";
import { providerSearch } from "../../pricing/provider-search.ts";
import { choice, eitherFlag, npi, partialName, searchLimit, text } from "../../pricing/request/kinds.ts";
import { providerTypeFields, searchFields } from "../../pricing/search-fields.ts";
import { localitiesOf } from "./outpatient/asc.ts";
import { campusRates, criticalAccessOf, taxonomyNameOf } from "./providers.ts";
import { enhancedEnrollments, hospitalInpatientRates, hospitalOutpatientRates, type Provider } from "./tables.ts";
import { isHospital, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, providerTypeOf, STATE } from "./values.ts";

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
