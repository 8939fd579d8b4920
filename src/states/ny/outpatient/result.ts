import type { RateData } from "../../../dataset/rate-data.ts";
import { hcpcsDescription, taxonomyDisplayName } from "../../../pricing/descriptions.ts";
import { isByReport, type Outcome } from "../../../pricing/outcome.ts";
import { commonOutpatientResult, outpatientResultFields } from "../../../pricing/outpatient-result.ts";
import { type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { outpatientResultMaker } from "../../../pricing/result-maker.ts";
import { flag, nullableBoolean, nullableChoice, nullableDecimal, nullableString } from "../../../schema/schema.ts";
import { providerTypeOf } from "../provider-type.ts";
import { certificateOf } from "../providers.ts";
import type { Provider } from "../tables.ts";
import {
  CLINIC_APG_COLUMNS,
  HOSPITAL_APG_COLUMNS,
  MODIFIERS,
  PLACES_OF_SERVICE,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  REGIONS,
} from "../values.ts";
import type { Found } from "./found.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.1 */
export const outpatientResultSchema = resultSchema("New York outpatient result", {
  ...outpatientResultFields,
  state_provider_id: nullableString("New York Medicaid provider ID (MMIS), 8 digits."),
  opcert: nullableString("Operating certificate number; null for all but hospitals."),
  provider_type: nullableChoice(PROVIDER_TYPES, "The provider type used for pricing."),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words."),
  ny_profession_or_service: nullableString("Profession or service, as the state publishes it."),
  ny_provider_specialty: nullableString("Specialty, as the state publishes it."),
  primary_taxonomy_code: nullableString("Primary NUCC taxonomy code."),
  primary_taxonomy_display_name: nullableString("What the taxonomy code stands for."),
  street_address: nullableString("Street address."),
  city: nullableString("City."),
  county: nullableString("County."),
  zip_code: nullableString("ZIP code."),
  state: nullableString("State."),
  rate_code: nullableString("The rate code that was sent."),
  modifier: nullableChoice(MODIFIERS, "The modifier of the physician fee."),
  modifier_adjustment: nullableDecimal("The multiplier inside the fee of a 26 or TC row."),
  place_of_service: nullableChoice(PLACES_OF_SERVICE, "The place of service of the physician fee."),
  apg_weight: nullableDecimal("Relative weight of the APG; null where the code is paid a flat fee."),
  px_based_weight: nullableDecimal("The procedure's own weight, which is paid in place of its APG's."),
  apg_base_rate_used: nullableDecimal("APG base rate of the hospital, or of peer group and region."),
  apg_base_rate_source_column: nullableChoice(
    [...HOSPITAL_APG_COLUMNS, ...CLINIC_APG_COLUMNS],
    "Which base rate was used.",
  ),
  payment_operating: nullableDecimal("Weight x base rate; null where the code is paid a flat fee."),
  payment_capital: nullableDecimal("Capital add-on per visit; clinics and ASCs only."),
  capital_anomaly: nullableBoolean("The published capital add-on is outside the expected range."),
  units_limit: nullableDecimal("Units per claim, where published."),
  anesthesia_base_units: nullableDecimal(
    "Base units of an anesthesia code; no conversion factor is published, so no rate is computed.",
  ),
  is_manually_priced: flag("True for By Report codes, whose payment is set case by case."),
  prior_auth_required: nullableBoolean("The code requires prior authorization."),
  service_region_used: nullableChoice(REGIONS, "The region that was priced; clinics and ASCs only."),
});

type OutpatientResult = ResultOf<typeof outpatientResultSchema>;

const made = outpatientResultMaker(outpatientResultSchema);

/** One result with every field of the contract (ny 4.1). */
export function outpatientResult(
  request: OutpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): OutpatientResult {
  const { billingCode } = request;
  const { apg, flatFee, fee } = outcome.found;
  const physicianRow = fee?.schedule === "physician" ? fee : undefined;
  const providerType = provider === null ? null : providerTypeOf(provider);
  const weight = apg?.weight;
  const unitsLimit = flatFee ? flatFee.maxUnits : (weight ?? fee)?.unitsLimit;
  const told = {
    referenceId: request.referenceId,
    today: request.today,
    npi: provider === null ? request.npi : provider.npi,
    stateProviderId: provider === null ? request.stateProviderId : provider.stateProviderId,
    providerName: provider?.providerName ?? null,
    billingCode: billingCode.sent,
    billingCodeType: billingCode.apg === null ? "HCPCS" : "APG",
    billingCodeDescription: hcpcsDescription(data, billingCode.code),
    rateType: "fee_schedule",
    dateOfService: request.dateOfService,
  } as const;

  return made(commonOutpatientResult(told, outcome, matchesTotal), {
    opcert: provider === null ? request.opcert : certificateOf(provider),
    provider_type: providerType,
    provider_type_label: providerType === null ? null : PROVIDER_TYPE_LABELS[providerType],
    ny_profession_or_service: provider?.nyProfessionOrService ?? null,
    ny_provider_specialty: provider?.nyProviderSpecialty ?? null,
    primary_taxonomy_code: provider?.primaryTaxonomyCode ?? null,
    primary_taxonomy_display_name: taxonomyDisplayName(data, provider?.primaryTaxonomyCode ?? null),
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    county: provider?.county ?? null,
    zip_code: provider?.zipCode ?? null,
    state: provider?.state ?? null,
    rate_code: request.rateCode,
    modifier: physicianRow?.modifier ?? null,
    modifier_adjustment: physicianRow?.modifierAdjustment?.text ?? null,
    place_of_service: physicianRow?.placeOfService ?? null,
    apg_weight: weight && weight.apgRow !== null ? weight.weight.value.text : null,
    px_based_weight: weight && weight.apgRow === null ? weight.weight.value.text : null,
    apg_base_rate_used: apg?.baseRate.value.text ?? null,
    apg_base_rate_source_column: apg?.column ?? null,
    payment_operating: apg?.operating.value.text ?? null,
    payment_capital: apg?.capital?.addOn.value.text ?? null,
    capital_anomaly: apg?.capital?.isAnomaly ?? null,
    units_limit: unitsLimit?.text ?? null,
    anesthesia_base_units: fee?.anesthesiaBaseUnits?.text ?? null,
    is_manually_priced: isByReport(outcome),
    prior_auth_required: fee?.priorAuthRequired ?? null,
    service_region_used: apg?.region ?? null,
  });
}
