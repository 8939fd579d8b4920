import type { Period } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import type { Result } from "../../../pricing/lookup.ts";
import {
  commonResultFields,
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableNumber,
  nullableString,
  optional,
  resultSchema,
  stringArray,
} from "../../../pricing/result-fields.ts";
import { matchedNpi } from "../providers.ts";
import type { ConversionFactorRow, FeeRow, Provider } from "../tables.ts";
import {
  MODIFIERS,
  PROCEDURE_TYPES,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
  type ProcedureType,
  type ProviderType,
  SERVICE_TYPES,
  type ServiceType,
} from "../values.ts";
import { basisOf, type FeeScheduleFactors } from "./fee-schedule.ts";
import type { OutpatientRequest } from "./request.ts";

/** The fee row that was chosen, and what could be asked for in place of what was (ca 4.2). */
export interface Selection {
  readonly fee: FeeRow;
  readonly otherProcedureTypes: readonly ProcedureType[];
  readonly otherServiceTypes: readonly ServiceType[];
}

/** How far a lookup got, and what it found on the way. */
export interface Finding {
  readonly kind: "priced" | "by report" | "failed";
  readonly message?: string;
  readonly selection?: Selection;
  /** Anesthesia with minutes: known as soon as the fee row is. */
  readonly timeUnits?: number | null;
  readonly factor?: ConversionFactorRow;
  readonly factors?: FeeScheduleFactors;
  /** Null where the formula lacks the minutes. */
  readonly payment?: Money | null;
  readonly method?: string;
  readonly period?: Period;
}

/** Whom the result is about; null when no provider was found. */
export interface PricedProvider {
  readonly provider: Provider;
  readonly providerType: ProviderType;
}

/** contract 2.4 */
export const outpatientResultSchema = resultSchema(
  "California outpatient result",
  {
    ...commonResultFields,
    state_provider_id: nullableString("OSHPD ID (hospitals) or Medi-Cal provider number (others)."),
    date_of_service_used: day("The day the rate was priced against."),
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
  },
  ["npi", "state_provider_id", "provider_name", "cbsa_code", "cbsa_description"],
);

/** One result with every field of the contract (ca 4.6). */
export function outpatientResult(
  request: OutpatientRequest,
  whom: PricedProvider | null,
  finding: Finding,
  data: RateData,
  matchesTotal: number | null,
): Result {
  const { selection, factor, factors, payment, period } = finding;
  const fee = selection?.fee;
  const provider = whom?.provider;
  const providerType = whom?.providerType ?? request.providerType;
  const anesthesia = fee?.procedureType === "Anesthesia" && fee.unitValue !== null ? fee : null;
  const basis = factor && fee && anesthesia === null ? basisOf(fee, factor) : null;
  const isPriced = finding.kind === "priced";
  const isDefaultSelection = fee === undefined ? null : isDefault(request, finding);

  const result: Record<string, unknown> = {
    reference_id: request.referenceId,
    rate_found: isPriced,
    error_message: finding.message ?? null,
    provider_matches_total: matchesTotal,
    npi: provider === undefined ? request.npi : provider.npi,
    state_provider_id: provider === undefined ? request.stateProviderId : provider.stateProviderId,
    provider_name: provider?.providerName ?? null,
    billing_code: request.billingCode.sent,
    billing_code_type: "HCPCS",
    billing_code_description: hcpcsDescription(data, request.billingCode.code),
    payment_rate: payment?.text ?? null,
    payment_rate_type: isPriced ? "fee_schedule" : finding.kind === "by report" ? "manually_priced" : null,
    calculation_method: finding.method ?? null,
    effective_start_date: period?.start ?? null,
    effective_end_date: period?.end ?? null,
    date_of_service_used: request.dateOfService,
    matched_npi: provider === undefined ? null : matchedNpi(request.npi, provider),
    provider_type: providerType,
    provider_type_label: providerType === null ? null : PROVIDER_TYPE_LABELS[providerType],
    cbsa_code: provider?.cbsaCode ?? null,
    cbsa_description: provider?.cbsaDescription ?? null,
    basic_rate: basis?.units.text ?? (anesthesia === null ? unitValueText(fee?.unitValue) : null),
    conversion_factor: basis?.conversionFactor.text ?? factor?.conversionFactor.text ?? null,
    modifier: factors?.modifier ? request.modifier : null,
    modifier_adjustment: factors?.modifier?.text ?? null,
    cutback_ind: factor === undefined ? null : factors?.cutback ? 1 : 0,
    hopd_multiplier: factors?.hospitalAddOn?.number ?? null,
    family_planning_multiplier: factors?.familyPlanning?.number ?? null,
    anesthesia_base_units: unitValueText(anesthesia?.unitValue),
    time_units_used: finding.timeUnits ?? null,
    anesthesia_minutes_used: anesthesia === null ? null : request.anesthesiaMinutes,
    emergency_room: factor?.emergency ?? null,
    procedure_type_used: fee?.procedureType ?? null,
    service_type_used: factor?.serviceType ?? null,
    is_default_selection: isDefaultSelection,
    is_manually_priced: fee === undefined ? null : finding.kind === "by report",
    child_patient_used: request.childPatient ? true : null,
  };
  if (selection !== undefined && isDefaultSelection) {
    result.available_procedure_types = selection.otherProcedureTypes;
    result.available_service_types = selection.otherServiceTypes;
  }
  return result;
}

function unitValueText(unitValue: Factor | null | undefined): string | null {
  return unitValue?.text ?? null;
}

/** By report no service type is resolved, so only the procedure type can be a default. */
function isDefault({ procedureType, serviceType }: OutpatientRequest, { kind }: Finding): boolean {
  return procedureType === null || (kind !== "by report" && serviceType === null);
}
