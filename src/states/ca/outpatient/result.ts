import { ONE } from "../../../core/money/arithmetic.ts";
import {
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableNumber,
  nullableString,
  optional,
  stringArray,
} from "../../../core/schema/schema.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import { isByReport, type Outcome } from "../../../pricing/outcome.ts";
import { besidePrice, type ResultInput, resultOf } from "../../../pricing/result.ts";
import { outpatientResultFields, stateProviderId } from "../../../pricing/result-fields.ts";
import { matchedNpi } from "../providers.ts";
import type { Provider } from "../tables.ts";
import { PROCEDURE_TYPES, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, SERVICE_TYPES } from "../values.ts";
import { type Found, paysBasicRate, typeAsPriced } from "./price.ts";
import { type OutpatientRequest, PRICED_MODIFIERS } from "./request.ts";

/** contract 2.4, ca 4.6 */
export const outpatientResult = resultOf("California outpatient result", shared, {
  ...outpatientResultFields,
  state_provider_id: stateProviderId("OSHPD ID (hospitals) or Medi-Cal provider number (others)."),
  matched_npi: nullableNpi("The NPI searched by, when it is one of the hospital's other NPIs.").from(
    ({ request, provider }) => (provider === null ? null : matchedNpi(request.npi, provider)),
  ),
  provider_type: nullableChoice(PROVIDER_TYPES, "The provider type used for pricing.").from(
    ({ shared }) => shared.providerType,
  ),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words.").from(
    ({ shared }) => (shared.providerType === null ? null : PROVIDER_TYPE_LABELS[shared.providerType]),
  ),
  cbsa_code: nullableString("Core Based Statistical Area code.").from(({ provider }) => provider?.cbsaCode),
  cbsa_description: nullableString("Core Based Statistical Area.").from(({ provider }) => provider?.cbsaDescription),
  basic_rate: nullableDecimal("Unit value of the fee schedule, or the published Basic Rate in dollars.").from(
    ({ found, shared }) => (shared.anesthesia === null ? (shared.basicRate ?? found.fee?.unitValue)?.text : null),
  ),
  conversion_factor: nullableDecimal("Dollars per unit.").from(({ found, shared }) =>
    shared.basicRate === null ? found.factor?.conversionFactor.text : ONE.text,
  ),
  modifier: nullableChoice(PRICED_MODIFIERS, "The modifier applied.").from(({ request, found }) =>
    found.factors?.modifier ? request.modifier : null,
  ),
  modifier_adjustment: nullableDecimal("The modifier's factor.").from(
    ({ found }) => found.factors?.modifier?.value.text,
  ),
  cutback_ind: nullableInteger("1 when the 20% reduction of hospitals and surgical clinics was applied.").from(
    ({ found }) => (found.factor === undefined ? null : found.factors?.cutback ? 1 : 0),
  ),
  hopd_multiplier: nullableNumber("Hospital outpatient department add-on, when applied.").from(
    ({ found }) => found.factors?.hospitalAddOn?.value.number,
  ),
  family_planning_multiplier: nullableNumber("Family planning add-on, when applied.").from(
    ({ found }) => found.factors?.familyPlanning?.value.number,
  ),
  anesthesia_base_units: nullableDecimal("Published base units of an anesthesia code.").from(
    ({ shared }) => shared.anesthesia?.unitValue?.text,
  ),
  time_units_used: nullableInteger("Time units, each begun quarter of an hour counting as one.").from(
    ({ found }) => found.timeUnits?.value.number,
  ),
  anesthesia_minutes_used: nullableInteger("The minutes sent.").from(({ request, shared }) =>
    shared.anesthesia === null ? null : request.anesthesiaMinutes,
  ),
  emergency_room: nullableBoolean("True when the emergency room conversion factor was applied.").from(
    ({ found }) => found.factor?.emergency,
  ),
  procedure_type_used: nullableChoice(PROCEDURE_TYPES, "The procedure type used for pricing.").from(
    ({ found }) => found.fee?.procedureType,
  ),
  service_type_used: nullableChoice(SERVICE_TYPES, "The service type used for pricing.").from(
    ({ found }) => found.factor?.serviceType,
  ),
  is_default_selection: nullableBoolean("True when the procedure or service type was chosen by the service.").from(
    ({ shared }) => shared.isDefaultSelection,
  ),
  available_procedure_types: besidePrice(
    optional(
      stringArray("The code's other procedure types on the day; present whenever is_default_selection is true."),
    ).from(({ found, shared }) => (shared.isDefaultSelection ? found.otherProcedureTypes : undefined)),
  ),
  available_service_types: besidePrice(
    optional(stringArray("The other service types that apply; present whenever is_default_selection is true.")).from(
      ({ found, shared }) => (shared.isDefaultSelection ? found.otherServiceTypes : undefined),
    ),
  ),
  is_manually_priced: nullableBoolean("True when no rate is published and payment is determined per claim.").from(
    ({ outcome, found }) => (found.fee === undefined ? null : isByReport(outcome)),
  ),
  child_patient_used: nullableBoolean("True when child_patient was sent true.").from(({ request }) =>
    request.childPatient ? true : null,
  ),
});

function shared({ request, provider, outcome, found, data }: ResultInput<OutpatientRequest, Provider, Found>) {
  const { fee, factor } = found;
  const anesthesia = fee?.procedureType === "Anesthesia" && fee.unitValue !== null ? fee : null;
  return {
    billingCode: request.billingCode.sent,
    billingCodeType: "HCPCS",
    billingCodeDescription: hcpcsDescription(data, request.billingCode.code),
    rateType: "fee_schedule",
    providerType: provider === null ? request.providerType : typeAsPriced(request, provider),
    anesthesia,
    basicRate: fee && factor && anesthesia === null && paysBasicRate(fee, factor) ? fee.publishedBasicRate : null,
    isDefaultSelection: fee === undefined ? null : isDefault(request, outcome),
  } as const;
}

/** By report no service type is resolved, so only the procedure type can be a default. */
function isDefault({ procedureType, serviceType }: OutpatientRequest, outcome: Outcome): boolean {
  return procedureType === null || (!isByReport(outcome) && serviceType === null);
}
