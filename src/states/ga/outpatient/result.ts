import type { RateData } from "../../../dataset/rate-data.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import { isByReport, type Outcome } from "../../../pricing/outcome.ts";
import { commonOutpatientResult } from "../../../pricing/outpatient-result.ts";
import { type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { outpatientResultMaker } from "../../../pricing/result-maker.ts";
import {
  flag,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
  text,
} from "../../../schema/schema.ts";
import { providerTypeOf } from "../provider-type.ts";
import { criticalAccessOf, taxonomyNameOf } from "../providers.ts";
import { georgiaOutpatientResultFields } from "../result-fields.ts";
import type { Provider } from "../tables.ts";
import {
  PHYSICAL_STATUSES,
  PLACES_OF_SERVICE,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  SERVICE_CATEGORIES,
  STATE,
} from "../values.ts";
import type { Found } from "./found.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.3 */
export const outpatientResultSchema = resultSchema("Georgia outpatient result", {
  ...georgiaOutpatientResultFields,
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
});

type OutpatientResult = ResultOf<typeof outpatientResultSchema>;

const made = outpatientResultMaker(outpatientResultSchema);

/** One result with every field of the contract (ga 4.8). */
export function outpatientResult(
  request: OutpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): OutpatientResult {
  const { found } = outcome;
  const { serviceCategory, fee, component, physicalStatusUnits } = found;
  const providerType = provider === null ? null : providerTypeOf(provider);
  const isPercentOfCharges = serviceCategory === "hospital_interim";
  // Only the two paths of anesthesia show units for the physical status, and they always do.
  const isAnesthesia = physicalStatusUnits !== undefined;
  const told = {
    stateProviderId: null,
    referenceId: request.referenceId,
    today: request.today,
    npi: provider === null ? request.npi : provider.npi,
    providerName: provider?.providerName ?? null,
    billingCode: request.billingCode.sent,
    billingCodeType: "HCPCS",
    billingCodeDescription: hcpcsDescription(data, request.billingCode.code),
    rateType: isPercentOfCharges ? "percent_of_charges" : "fee_schedule",
    dateOfService: request.dateOfService,
  } as const;

  return made(commonOutpatientResult(told, outcome, matchesTotal), {
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
    modifier: found.modifier ?? null,
    modifier_adjustment: component?.adjustment.value.text ?? null,
    base_rate: component?.baseRate.value.text ?? null,
    place_of_service: fee?.placeOfService ?? null,
    service_category: serviceCategory ?? null,
    age_group: fee?.ageGroup ?? null,
    enhanced: serviceCategory === "enhanced_rate" ? true : null,
    asc_locality: found.locality ?? null,
    payment_group: found.paymentGroup ?? null,
    base_units: found.baseUnits?.value.text ?? null,
    anesthesia_conversion_factor: found.conversionFactor?.value.text ?? null,
    time_units_used: found.timeUnits?.value.number ?? null,
    physical_status_units_used: physicalStatusUnits?.value.number ?? null,
    ga_schedule_rate: found.scheduleRate?.value.text ?? null,
    medicare_clfs_rate: found.medicareRate?.value.text ?? null,
    outpatient_interim_rate: found.interimRate?.value.text ?? null,
    addon_multiplier: found.addOn?.value.text ?? null,
    effective_percent_of_charges: found.effectivePercent?.value.text ?? null,
    is_manually_priced: isByReport(outcome),
    billed_charges_used: isPercentOfCharges ? (request.billedCharges?.text ?? null) : null,
    anesthesia_minutes_used: isAnesthesia ? request.anesthesiaMinutes : null,
    physical_status_used: isAnesthesia ? request.physicalStatus : null,
  });
}
