import type { RateData } from "../../../dataset/rate-data.ts";
import { ONE } from "../../../money/arithmetic.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import { isByReport, type Outcome } from "../../../pricing/outcome.ts";
import { commonOutpatientResult, outpatientResultFields } from "../../../pricing/outpatient-result.ts";
import { type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { outpatientResultMaker } from "../../../pricing/result-maker.ts";
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
} from "../../../schema/schema.ts";
import { matchedNpi } from "../providers.ts";
import type { Provider } from "../tables.ts";
import { MODIFIERS, PROCEDURE_TYPES, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, SERVICE_TYPES } from "../values.ts";
import { paysBasicRate } from "./fee-schedule.ts";
import type { Found } from "./found.ts";
import { typeAsPriced } from "./price.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.4 */
export const outpatientResultSchema = resultSchema("California outpatient result", {
  ...outpatientResultFields,
  state_provider_id: nullableString("OSHPD ID (hospitals) or Medi-Cal provider number (others)."),
  matched_npi: nullableNpi("The NPI searched by, when it is one of the hospital's other NPIs."),
  provider_type: nullableChoice(PROVIDER_TYPES, "The provider type used for pricing."),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words."),
  cbsa_code: nullableString("Core Based Statistical Area code."),
  cbsa_description: nullableString("Core Based Statistical Area."),
  basic_rate: nullableDecimal("Unit value of the fee schedule, or the published Basic Rate in dollars."),
  conversion_factor: nullableDecimal("Dollars per unit."),
  modifier: nullableChoice(MODIFIERS, "The modifier applied."),
  modifier_adjustment: nullableDecimal("The modifier's factor."),
  cutback_ind: nullableInteger("1 when the 20% reduction of hospitals and surgical clinics was applied."),
  hopd_multiplier: nullableNumber("Hospital outpatient department add-on, when applied."),
  family_planning_multiplier: nullableNumber("Family planning add-on, when applied."),
  anesthesia_base_units: nullableDecimal("Published base units of an anesthesia code."),
  time_units_used: nullableInteger("Time units, each begun quarter of an hour counting as one."),
  anesthesia_minutes_used: nullableInteger("The minutes sent."),
  emergency_room: nullableBoolean("True when the emergency room conversion factor was applied."),
  procedure_type_used: nullableChoice(PROCEDURE_TYPES, "The procedure type used for pricing."),
  service_type_used: nullableChoice(SERVICE_TYPES, "The service type used for pricing."),
  is_default_selection: nullableBoolean("True when the procedure or service type was chosen by the service."),
  available_procedure_types: optional(
    stringArray("The code's other procedure types on the day; present whenever is_default_selection is true."),
  ),
  available_service_types: optional(
    stringArray("The other service types that apply; present whenever is_default_selection is true."),
  ),
  is_manually_priced: nullableBoolean("True when no rate is published and payment is determined per claim."),
  child_patient_used: nullableBoolean("True when child_patient was sent true."),
});

type OutpatientResult = ResultOf<typeof outpatientResultSchema>;

const made = outpatientResultMaker(outpatientResultSchema);

/** One result with every field of the contract (ca 4.6). */
export function outpatientResult(
  request: OutpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): OutpatientResult {
  const { fee, factor, factors, timeUnits, otherProcedureTypes, otherServiceTypes } = outcome.found;
  const providerType = provider === null ? request.providerType : typeAsPriced(request, provider);
  const anesthesia = fee?.procedureType === "Anesthesia" && fee.unitValue !== null ? fee : null;
  const basicRate = fee && factor && anesthesia === null && paysBasicRate(fee, factor) ? fee.publishedBasicRate : null;
  const isDefaultSelection = fee === undefined ? null : isDefault(request, outcome);
  const told = {
    referenceId: request.referenceId,
    today: request.today,
    npi: provider === null ? request.npi : provider.npi,
    stateProviderId: provider === null ? request.stateProviderId : provider.stateProviderId,
    providerName: provider?.providerName ?? null,
    billingCode: request.billingCode.sent,
    billingCodeType: "HCPCS",
    billingCodeDescription: hcpcsDescription(data, request.billingCode.code),
    rateType: "fee_schedule",
    dateOfService: request.dateOfService,
  } as const;

  return made(commonOutpatientResult(told, outcome, matchesTotal), {
    matched_npi: provider === null ? null : matchedNpi(request.npi, provider),
    provider_type: providerType,
    provider_type_label: providerType === null ? null : PROVIDER_TYPE_LABELS[providerType],
    cbsa_code: provider?.cbsaCode ?? null,
    cbsa_description: provider?.cbsaDescription ?? null,
    basic_rate: anesthesia === null ? ((basicRate ?? fee?.unitValue)?.text ?? null) : null,
    conversion_factor: basicRate === null ? (factor?.conversionFactor.text ?? null) : ONE.text,
    modifier: factors?.modifier ? request.modifier : null,
    modifier_adjustment: factors?.modifier?.value.text ?? null,
    cutback_ind: factor === undefined ? null : factors?.cutback ? 1 : 0,
    hopd_multiplier: factors?.hospitalAddOn?.value.number ?? null,
    family_planning_multiplier: factors?.familyPlanning?.value.number ?? null,
    anesthesia_base_units: anesthesia?.unitValue?.text ?? null,
    time_units_used: timeUnits?.value.number ?? null,
    anesthesia_minutes_used: anesthesia === null ? null : request.anesthesiaMinutes,
    emergency_room: factor?.emergency ?? null,
    procedure_type_used: fee?.procedureType ?? null,
    service_type_used: factor?.serviceType ?? null,
    is_default_selection: isDefaultSelection,
    is_manually_priced: fee === undefined ? null : isByReport(outcome),
    child_patient_used: request.childPatient ? true : null,
    available_procedure_types: isDefaultSelection ? (otherProcedureTypes ?? []) : undefined,
    available_service_types: isDefaultSelection ? (otherServiceTypes ?? []) : undefined,
  });
}

/** By report no service type is resolved, so only the procedure type can be a default. */
function isDefault({ procedureType, serviceType }: OutpatientRequest, outcome: Outcome): boolean {
  return procedureType === null || (!isByReport(outcome) && serviceType === null);
}
