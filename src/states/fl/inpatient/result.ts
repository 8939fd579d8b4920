import type { Period } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
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
  resultSchema,
  text,
} from "../../../pricing/result-fields.ts";
import type { DrgRate, Provider } from "../tables.ts";
import { HOSPITAL_CLASSES, TRAUMA_CLASSES } from "../values.ts";
import type { DrgPayment } from "./drg-payment.ts";
import type { InpatientRequest } from "./request.ts";
import type { Stay } from "./stay.ts";

/** A stay with its price and the period in which that holds. */
export interface PricedStay {
  readonly stay: Stay;
  readonly payment: DrgPayment;
  readonly period: Period;
}

/** How far a lookup got, and what it found on the way; it has a message unless it is priced. */
export interface Finding {
  readonly message?: string;
  readonly rate?: DrgRate;
  readonly priced?: PricedStay;
}

/** contract 2.8 */
export const inpatientResultSchema = resultSchema(
  "Florida inpatient result",
  {
    ...commonResultFields,
    npi: nullableNpi("The NPI that was sent; the hospital's primary one when none was."),
    state_provider_id: nullableString("Florida Provider Base ID."),
    discharge_date_used: day("The day the rate was priced against."),
    hospital_class: nullableChoice(HOSPITAL_CLASSES, "Hospital category."),
    trauma_class: nullableChoice(TRAUMA_CLASSES, "Null if the hospital is not a trauma center."),
    street_address: nullableString("Street address of the hospital."),
    city: nullableString("City of the hospital."),
    county: nullableString("County of the hospital."),
    zip_code: nullableString("ZIP code of the hospital."),
    apr_drg_code: text("APR-DRG, three digits."),
    soi: nullableInteger("Severity of illness, 1 to 4."),
    fl_relative_weight: nullableDecimal("The state's weight of the APR-DRG."),
    mean_los: nullableDecimal("Average length of stay of the APR-DRG."),
    service_adjustor: nullableDecimal("Service adjustor: the neonatal one, or the default."),
    age_adjustor: nullableDecimal("Adjustor for patients under 21, when child_patient was sent."),
    pediatric_service_line: nullableString("Service line of children."),
    adult_service_line: nullableString("Service line of adults."),
    provider_adjustor: nullableDecimal("Adjustor of the hospital's category."),
    max_adjustor_used: nullableDecimal("The largest of the service, age and provider adjustors."),
    statewide_base_rate: nullableDecimal("Statewide base rate."),
    base_payment: nullableDecimal("Base rate x weight x largest adjustor."),
    trauma_enhancement_amount: nullableDecimal("Trauma enhancement."),
    childrens_addon: nullableDecimal("The hospital's average children's add-on per discharge, as published."),
    childrens_addon_amount: nullableDecimal("The children's add-on of this case."),
    transfer_adjustment_applied: nullableBoolean("The transfer adjustment lowered the payment."),
    transfer_adjusted_amount: nullableDecimal("Payment after the transfer adjustment."),
    outlier_adjustment_applied: nullableBoolean("A cost outlier was paid."),
    outlier_amount: nullableDecimal("The cost outlier."),
    outlier_threshold: nullableNumber("Loss that an outlier must exceed, in dollars."),
    marginal_cost_pct: nullableNumber("Share of the loss beyond the threshold that is paid."),
    charge_cap_applied: nullableBoolean("The payment was capped at total charges."),
    cost_to_charge_ratio: nullableDecimal("The hospital's cost-to-charge ratio."),
    casemix: nullableDecimal("The hospital's casemix index."),
    length_of_stay_used: nullableInteger("Days used."),
    total_charges_used: nullableDecimal("Total charges sent."),
  },
  ["state_provider_id", "provider_name", "street_address", "city", "county", "zip_code"],
);

/** One result with every field of the contract (fl 5.2, 5.4). */
export function inpatientResult(
  request: InpatientRequest,
  provider: Provider | null,
  { message, rate, priced }: Finding,
  data: RateData,
  matchesTotal: number | null,
): Result {
  const { sent, drg, soi: soiSent } = request.billingCode;
  const stay = priced?.stay;
  const payment = priced?.payment;
  const weight = stay?.weight;
  const figures = stay?.figures;
  const soi = weight?.soi ?? soiSent;

  return {
    reference_id: request.referenceId,
    rate_found: priced !== undefined,
    error_message: message ?? null,
    provider_matches_total: matchesTotal,
    npi: request.npi ?? provider?.npi ?? null,
    state_provider_id: provider === null ? request.stateProviderId : provider.stateProviderId,
    provider_name: provider?.providerName ?? null,
    billing_code: sent,
    billing_code_type: "APR-DRG",
    billing_code_description: aprDrgDescription(data, drg, soi),
    payment_rate: payment?.payment.text ?? null,
    payment_rate_type: priced === undefined ? null : "claim",
    calculation_method: payment?.method ?? null,
    effective_start_date: priced?.period.start ?? null,
    effective_end_date: priced?.period.end ?? null,
    discharge_date_used: request.dischargeDate,
    hospital_class: rate?.hospitalClass ?? null,
    trauma_class: rate?.traumaClass ?? null,
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    county: provider?.county ?? null,
    zip_code: provider?.zipCode ?? null,
    apr_drg_code: drg,
    soi,
    fl_relative_weight: weight?.relativeWeight.text ?? null,
    mean_los: weight?.meanLos?.text ?? null,
    service_adjustor: payment?.adjustors.service.text ?? null,
    age_adjustor: payment?.adjustors.age?.text ?? null,
    pediatric_service_line: weight?.pediatricServiceLine ?? null,
    adult_service_line: weight?.adultServiceLine ?? null,
    provider_adjustor: payment?.adjustors.provider?.text ?? null,
    max_adjustor_used: payment?.adjustors.max.text ?? null,
    statewide_base_rate: figures?.statewideBaseRate.text ?? null,
    base_payment: payment?.basePayment.text ?? null,
    trauma_enhancement_amount: payment?.traumaEnhancement?.text ?? null,
    childrens_addon: stay?.rate.childrensAddon?.text ?? null,
    childrens_addon_amount: payment?.childrensAddOn?.text ?? null,
    transfer_adjustment_applied: payment === undefined ? null : (payment.transfer?.applied ?? false),
    transfer_adjusted_amount: payment?.transfer?.amount.text ?? null,
    outlier_adjustment_applied: payment === undefined ? null : payment.outlier !== null,
    outlier_amount: payment?.outlier?.text ?? null,
    outlier_threshold: figures?.outlierThreshold.number ?? null,
    marginal_cost_pct: figures?.marginalCostPercentage.number ?? null,
    charge_cap_applied: payment?.chargeCapApplied ?? null,
    cost_to_charge_ratio: stay?.rate.costToChargeRatio?.text ?? null,
    casemix: stay?.rate.casemix?.text ?? null,
    length_of_stay_used: stay === undefined ? request.lengthOfStay : stay.lengthOfStay,
    total_charges_used: request.totalCharges?.text ?? null,
  };
}
