import type { RateData } from "../../../dataset/rate-data.ts";
import { PublishedRate } from "../../../money/published-rate.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import type { Result } from "../../../pricing/lookup.ts";
import {
  day,
  flag,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
  resultSchema,
  text,
} from "../../../pricing/result-fields.ts";
import { providerTypeOf } from "../provider-type.ts";
import { criticalAccessOf, taxonomyNameOf } from "../providers.ts";
import { georgiaResultFields } from "../result-fields.ts";
import type { Provider } from "../tables.ts";
import {
  PHYSICAL_STATUSES,
  PLACES_OF_SERVICE,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  SERVICE_CATEGORIES,
  STATE,
} from "../values.ts";
import type { Finding } from "./finding.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.3 */
export const outpatientResultSchema = resultSchema(
  "Georgia outpatient result",
  {
    ...georgiaResultFields,
    date_of_service_used: day("The day the rate was priced against."),
    campus_name: nullableString("Campus of a hospital system that is rated per campus under one NPI."),
    provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider."),
    provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words."),
    critical_access_hospital: nullableBoolean(
      "Hospitals only: Critical Access Hospitals are exempt from the Hospital Rate Add-On, and their laboratory is paid by cost settlement.",
    ),
    primary_taxonomy_code: nullableString("NUCC taxonomy code."),
    primary_taxonomy_display_name: nullableString("The taxonomy in words."),
    street_address: nullableString("Street address."),
    city: nullableString("City."),
    county: nullableString("County."),
    zip_code: nullableString("ZIP code."),
    state: text("Always GA."),
    modifier: nullableString("Modifier of the rate row that matched, not of the request."),
    modifier_adjustment: nullableDecimal("Rate of a 26 or TC row as a share of the unmodified rate."),
    base_rate: nullableDecimal(
      "The unmodified rate that modifier_adjustment derives from, as published: with two decimals at least.",
    ),
    place_of_service: nullableChoice(PLACES_OF_SERVICE, "Place of service of the rate row that matched."),
    service_category: nullableChoice(SERVICE_CATEGORIES, "The schedule that priced the code."),
    age_group: nullableString("Age restriction of the rate row; ADULT on vaccine administration fees."),
    enhanced: nullableBoolean("True for an enhanced rate, paid because the provider is enrolled in its program."),
    asc_locality: nullableString("Payment locality of an ambulatory surgical center, from its county."),
    payment_group: nullableString("Payment group of the code at ambulatory surgical centers."),
    base_units: nullableDecimal("Anesthesia base units."),
    anesthesia_conversion_factor: nullableDecimal("Dollars per anesthesia unit, chosen by the direction modifier."),
    time_units_used: nullableInteger("Time units, each begun quarter of an hour counting as one."),
    physical_status_units_used: nullableInteger("Anesthesia units for the physical status; 0 when none was sent."),
    ga_schedule_rate: nullableDecimal("The state's laboratory rate, one side of the lesser-of."),
    medicare_clfs_rate: nullableDecimal("Medicare's laboratory rate, the other side; null when none is published."),
    outpatient_interim_rate: nullableDecimal("The hospital's own share of charges."),
    addon_multiplier: nullableDecimal("Hospital Rate Add-On; 1.0 for Critical Access Hospitals."),
    effective_percent_of_charges: nullableDecimal("Interim rate x add-on multiplier."),
    is_manually_priced: flag("True when no amount is published and payment is determined per claim."),
    billed_charges_used: nullableDecimal("The covered charges sent, where they are used."),
    anesthesia_minutes_used: nullableInteger("The minutes sent, on anesthesia."),
    physical_status_used: nullableChoice(PHYSICAL_STATUSES, "The physical status sent, on anesthesia."),
  },
  [
    "npi",
    "provider_name",
    "campus_name",
    "provider_type",
    "provider_type_label",
    "critical_access_hospital",
    "primary_taxonomy_code",
    "primary_taxonomy_display_name",
    "street_address",
    "city",
    "county",
    "zip_code",
    "state",
  ],
);

/** One result with every field of the contract (ga 4.8). */
export function outpatientResult(
  request: OutpatientRequest,
  provider: Provider | null,
  finding: Finding,
  data: RateData,
  matchesTotal: number | null,
): Result {
  const { period, fee, anesthesia, laboratory, asc, hospital } = finding;
  const providerType = provider === null ? null : providerTypeOf(provider);
  return {
    reference_id: request.referenceId,
    rate_found: finding.kind === "priced",
    error_message: finding.message ?? null,
    provider_matches_total: matchesTotal,
    npi: provider === null ? request.npi : provider.npi,
    provider_name: provider?.providerName ?? null,
    billing_code: request.billingCode.sent,
    billing_code_type: "HCPCS",
    billing_code_description: hcpcsDescription(data, request.billingCode.code),
    payment_rate: finding.payment?.text ?? null,
    payment_rate_type: paymentRateType(finding),
    calculation_method: finding.method ?? null,
    effective_start_date: period?.start ?? null,
    effective_end_date: period?.end ?? null,
    date_of_service_used: request.dateOfService,
    campus_name: provider?.campusName ?? null,
    provider_type: providerType,
    provider_type_label: providerType === null ? null : PROVIDER_TYPE_LABELS[providerType],
    critical_access_hospital: provider === null ? null : criticalAccessOf(provider),
    primary_taxonomy_code: provider?.primaryTaxonomyCode ?? null,
    primary_taxonomy_display_name: provider === null ? null : taxonomyNameOf(provider, data),
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    county: provider?.county ?? null,
    zip_code: provider?.zipCode ?? null,
    state: STATE,
    modifier: finding.modifier ?? null,
    modifier_adjustment: fee?.component?.adjustment.text ?? null,
    base_rate: fee?.component ? new PublishedRate(fee.component.baseRate).text : null,
    place_of_service: fee?.row.placeOfService ?? null,
    service_category: finding.serviceCategory ?? null,
    age_group: fee?.row.ageGroup ?? null,
    enhanced: finding.serviceCategory === "enhanced_rate" ? true : null,
    asc_locality: asc?.locality ?? null,
    payment_group: asc?.paymentGroup ?? null,
    base_units: anesthesia?.baseUnits?.text ?? null,
    anesthesia_conversion_factor: anesthesia?.conversionFactor?.text ?? null,
    time_units_used: anesthesia?.timeUnits ?? null,
    physical_status_units_used: anesthesia?.physicalStatusUnits ?? null,
    ga_schedule_rate: laboratory?.scheduleRate.text ?? null,
    medicare_clfs_rate: laboratory?.medicareRate?.text ?? null,
    outpatient_interim_rate: hospital?.interimRate?.text ?? null,
    addon_multiplier: hospital?.addOn?.text ?? null,
    effective_percent_of_charges: hospital?.effectivePercent?.text ?? null,
    is_manually_priced: finding.kind === "manually priced",
    billed_charges_used: hospital === undefined ? null : (request.billedCharges?.text ?? null),
    anesthesia_minutes_used: anesthesia === undefined ? null : request.anesthesiaMinutes,
    physical_status_used: anesthesia === undefined ? null : request.physicalStatus,
  };
}

/** ga 1 */
function paymentRateType({ kind, serviceCategory }: Finding): string | null {
  if (kind === "failed") return null;
  if (kind === "manually priced") return "manually_priced";
  return serviceCategory === "hospital_interim" ? "percent_of_charges" : "fee_schedule";
}
