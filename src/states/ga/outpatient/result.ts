import {
  boolean,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
  string,
} from "../../../core/schema/schema.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import { isByReport } from "../../../pricing/outcome.ts";
import { PLACES_OF_SERVICE } from "../../../pricing/place-of-service.ts";
import { type ResultInput, resultOf } from "../../../pricing/result.ts";
import { outpatientResultFields } from "../../../pricing/result-fields.ts";
import { criticalAccessOf, taxonomyNameOf } from "../providers.ts";
import type { Provider } from "../tables.ts";
import {
  PHYSICAL_STATUSES,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  providerTypeOf,
  SERVICE_CATEGORIES,
  STATE,
} from "../values.ts";
import type { Found } from "./price.ts";
import type { OutpatientRequest } from "./request.ts";

/** Georgia publishes no state provider ID (contract 2.4). */
const { state_provider_id: _, ...ofEveryState } = outpatientResultFields;

/** contract 2.3, ga 4.8 */
export const outpatientResult = resultOf("Georgia outpatient result", shared, {
  ...ofEveryState,
  campus_name: nullableString("Campus of a hospital system that is rated per campus under one NPI.").from(
    ({ provider }) => provider?.campusName,
  ),
  provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider.").from(({ shared }) => shared.providerType),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words.").from(
    ({ shared }) => (shared.providerType === null ? null : PROVIDER_TYPE_LABELS[shared.providerType]),
  ),
  critical_access_hospital: nullableBoolean(
    "Hospitals only: Critical Access Hospitals are exempt from the Hospital Rate Add-On, and their laboratory is paid by cost settlement.",
  ).from(({ provider }) => (provider === null ? null : criticalAccessOf(provider))),
  primary_taxonomy_code: nullableString("NUCC taxonomy code.").from(({ provider }) => provider?.primaryTaxonomyCode),
  primary_taxonomy_display_name: nullableString("The taxonomy in words.").from(({ provider, data }) =>
    provider === null ? null : taxonomyNameOf(provider, data),
  ),
  street_address: nullableString("Street address.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City.").from(({ provider }) => provider?.city),
  county: nullableString("County.").from(({ provider }) => provider?.county),
  zip_code: nullableString("ZIP code.").from(({ provider }) => provider?.zipCode),
  state: string("Always GA.").from(() => STATE),
  modifier: nullableString("Modifier of the rate row that matched, not of the request.").from(
    ({ found }) => found.modifier,
  ),
  modifier_adjustment: nullableDecimal("Rate of a 26 or TC row as a share of the unmodified rate.").from(
    ({ found }) => found.component?.adjustment.value.text,
  ),
  base_rate: nullableDecimal(
    "The unmodified rate that modifier_adjustment derives from, as published: with two decimals at least.",
  ).from(({ found }) => found.component?.baseRate.value.text),
  place_of_service: nullableChoice(PLACES_OF_SERVICE, "Place of service of the rate row that matched.").from(
    ({ found }) => found.fee?.placeOfService,
  ),
  service_category: nullableChoice(SERVICE_CATEGORIES, "The schedule that priced the code.").from(
    ({ found }) => found.serviceCategory,
  ),
  age_group: nullableString("Age restriction of the rate row; ADULT on vaccine administration fees.").from(
    ({ found }) => found.fee?.ageGroup,
  ),
  enhanced: nullableBoolean("True for an enhanced rate, paid because the provider is enrolled in its program.").from(
    ({ found }) => (found.serviceCategory === "enhanced_rate" ? true : null),
  ),
  asc_locality: nullableString("Payment locality of an ambulatory surgical center, from its county.").from(
    ({ found }) => found.locality,
  ),
  payment_group: nullableString("Payment group of the code at ambulatory surgical centers.").from(
    ({ found }) => found.paymentGroup,
  ),
  base_units: nullableDecimal("Anesthesia base units.").from(({ found }) => found.baseUnits?.value.text),
  anesthesia_conversion_factor: nullableDecimal("Dollars per anesthesia unit, chosen by the direction modifier.").from(
    ({ found }) => found.conversionFactor?.value.text,
  ),
  time_units_used: nullableInteger("Time units, each begun quarter of an hour counting as one.").from(
    ({ found }) => found.timeUnits?.value.number,
  ),
  physical_status_units_used: nullableInteger("Anesthesia units for the physical status; 0 when none was sent.").from(
    ({ found }) => found.physicalStatusUnits?.value.number,
  ),
  ga_schedule_rate: nullableDecimal("The state's laboratory rate, one side of the lesser-of.").from(
    ({ found }) => found.scheduleRate?.value.text,
  ),
  medicare_clfs_rate: nullableDecimal("Medicare's laboratory rate, the other side; null when none is published.").from(
    ({ found }) => found.medicareRate?.value.text,
  ),
  outpatient_interim_rate: nullableDecimal("The hospital's own share of charges.").from(
    ({ found }) => found.interimRate?.value.text,
  ),
  addon_multiplier: nullableDecimal("Hospital Rate Add-On; 1.0 for Critical Access Hospitals.").from(
    ({ found }) => found.addOn?.value.text,
  ),
  effective_percent_of_charges: nullableDecimal("Interim rate x add-on multiplier.").from(
    ({ found }) => found.effectivePercent?.value.text,
  ),
  is_manually_priced: boolean("True when no amount is published and payment is determined per claim.").from(
    ({ outcome }) => isByReport(outcome),
  ),
  billed_charges_used: nullableDecimal("The covered charges sent, where they are used.").from(({ request, shared }) =>
    shared.isPercentOfCharges ? request.billedCharges?.text : null,
  ),
  anesthesia_minutes_used: nullableInteger("The minutes sent, on anesthesia.").from(({ request, shared }) =>
    shared.isAnesthesia ? request.anesthesiaMinutes : null,
  ),
  physical_status_used: nullableChoice(PHYSICAL_STATUSES, "The physical status sent, on anesthesia.").from(
    ({ request, shared }) => (shared.isAnesthesia ? request.physicalStatus : null),
  ),
});

function shared({ request, provider, found, data }: ResultInput<OutpatientRequest, Provider, Found>) {
  const isPercentOfCharges = found.serviceCategory === "hospital_interim";
  return {
    billingCode: request.billingCode.sent,
    billingCodeType: "HCPCS",
    billingCodeDescription: hcpcsDescription(data, request.billingCode.code),
    rateType: isPercentOfCharges ? "percent_of_charges" : "fee_schedule",
    providerType: provider === null ? null : providerTypeOf(provider),
    isPercentOfCharges,
    // Shown on the two paths of anesthesia only, and always there.
    isAnesthesia: found.physicalStatusUnits !== undefined,
  } as const;
}
