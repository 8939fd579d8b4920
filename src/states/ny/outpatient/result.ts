import {
  boolean,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableString,
} from "../../../core/schema/schema.ts";
import { hcpcsDescription, taxonomyDisplayName } from "../../../pricing/descriptions.ts";
import { isByReport } from "../../../pricing/outcome.ts";
import { PLACES_OF_SERVICE } from "../../../pricing/place-of-service.ts";
import { type ResultInput, resultOf } from "../../../pricing/result.ts";
import { outpatientResultFields, stateProviderId } from "../../../pricing/result-fields.ts";
import { certificateOf } from "../providers.ts";
import type { Provider } from "../tables.ts";
import {
  CLINIC_APG_COLUMNS,
  FEE_SCHEDULE_MODIFIERS,
  HOSPITAL_APG_COLUMNS,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  providerTypeOf,
  REGIONS,
} from "../values.ts";
import type { Found } from "./price.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.1, ny 4.1 */
export const outpatientResult = resultOf("New York outpatient result", shared, {
  ...outpatientResultFields,
  state_provider_id: stateProviderId("New York Medicaid provider ID (MMIS), 8 digits."),
  opcert: nullableString("Operating certificate number; null for all but hospitals.").from(({ request, provider }) =>
    provider === null ? request.opcert : certificateOf(provider),
  ),
  provider_type: nullableChoice(PROVIDER_TYPES, "The provider type used for pricing.").from(
    ({ shared }) => shared.providerType,
  ),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words.").from(
    ({ shared }) => (shared.providerType === null ? null : PROVIDER_TYPE_LABELS[shared.providerType]),
  ),
  ny_profession_or_service: nullableString("Profession or service, as the state publishes it.").from(
    ({ provider }) => provider?.nyProfessionOrService,
  ),
  ny_provider_specialty: nullableString("Specialty, as the state publishes it.").from(
    ({ provider }) => provider?.nyProviderSpecialty,
  ),
  primary_taxonomy_code: nullableString("Primary NUCC taxonomy code.").from(
    ({ provider }) => provider?.primaryTaxonomyCode,
  ),
  primary_taxonomy_display_name: nullableString("What the taxonomy code stands for.").from(({ provider, data }) =>
    taxonomyDisplayName(data, provider?.primaryTaxonomyCode ?? null),
  ),
  street_address: nullableString("Street address.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City.").from(({ provider }) => provider?.city),
  county: nullableString("County.").from(({ provider }) => provider?.county),
  zip_code: nullableString("ZIP code.").from(({ provider }) => provider?.zipCode),
  state: nullableString("State.").from(({ provider }) => provider?.state),
  rate_code: nullableString("The rate code that was sent.").from(({ request }) => request.rateCode),
  modifier: nullableChoice(FEE_SCHEDULE_MODIFIERS, "The modifier of the physician fee.").from(
    ({ shared }) => shared.physicianRow?.modifier,
  ),
  modifier_adjustment: nullableDecimal("The multiplier inside the fee of a 26 or TC row.").from(
    ({ shared }) => shared.physicianRow?.modifierAdjustment?.text,
  ),
  place_of_service: nullableChoice(PLACES_OF_SERVICE, "The place of service of the physician fee.").from(
    ({ shared }) => shared.physicianRow?.placeOfService,
  ),
  apg_weight: nullableDecimal("Relative weight of the APG; null where the code is paid a flat fee.").from(
    ({ found }) => (found.apg && found.apg.weight.apgRow !== null ? found.apg.weight.weight.value.text : null),
  ),
  px_based_weight: nullableDecimal("The procedure's own weight, which is paid in place of its APG's.").from(
    ({ found }) => (found.apg && found.apg.weight.apgRow === null ? found.apg.weight.weight.value.text : null),
  ),
  apg_base_rate_used: nullableDecimal("APG base rate of the hospital, or of peer group and region.").from(
    ({ found }) => found.apg?.baseRate.value.text,
  ),
  apg_base_rate_source_column: nullableChoice(
    [...HOSPITAL_APG_COLUMNS, ...CLINIC_APG_COLUMNS],
    "Which base rate was used.",
  ).from(({ found }) => found.apg?.column),
  payment_operating: nullableDecimal("Weight x base rate; null where the code is paid a flat fee.").from(
    ({ found }) => found.apg?.operating.value.text,
  ),
  payment_capital: nullableDecimal("Capital add-on per visit; clinics and ASCs only.").from(
    ({ found }) => found.apg?.capital?.addOn.value.text,
  ),
  capital_anomaly: nullableBoolean("The published capital add-on is outside the expected range.").from(
    ({ found }) => found.apg?.capital?.isAnomaly,
  ),
  units_limit: nullableDecimal("Units per claim, where published.").from(
    ({ found: { apg, flatFee, fee } }) => (flatFee ? flatFee.maxUnits : (apg?.weight ?? fee)?.unitsLimit)?.text,
  ),
  anesthesia_base_units: nullableDecimal(
    "Base units of an anesthesia code; no conversion factor is published, so no rate is computed.",
  ).from(({ found }) => found.fee?.anesthesiaBaseUnits?.text),
  is_manually_priced: boolean("True for By Report codes, whose payment is set case by case.").from(({ outcome }) =>
    isByReport(outcome),
  ),
  prior_auth_required: nullableBoolean("The code requires prior authorization.").from(
    ({ found }) => found.fee?.priorAuthRequired,
  ),
  service_region_used: nullableChoice(REGIONS, "The region that was priced; clinics and ASCs only.").from(
    ({ found }) => found.apg?.region,
  ),
});

function shared({ request, provider, found, data }: ResultInput<OutpatientRequest, Provider, Found>) {
  const { sent, code, apg } = request.billingCode;
  const { fee } = found;
  return {
    billingCode: sent,
    billingCodeType: apg === null ? "HCPCS" : "APG",
    billingCodeDescription: hcpcsDescription(data, code),
    rateType: "fee_schedule",
    providerType: provider === null ? null : providerTypeOf(provider),
    physicianRow: fee?.schedule === "physician" ? fee : undefined,
  } as const;
}
