import type { RateData } from "../../../dataset/rate-data.ts";
import { commonResult } from "../../../pricing/common-result.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
import type { Outcome } from "../../../pricing/outcome.ts";
import { commonResultFields, type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { resultMaker } from "../../../pricing/result-maker.ts";
import {
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableNumber,
  nullableString,
  text,
} from "../../../schema/schema.ts";
import type { Provider } from "../tables.ts";
import { HOSPITAL_CLASSES, TRAUMA_CLASSES } from "../values.ts";
import type { Found } from "./found.ts";
import type { InpatientRequest } from "./request.ts";

/** contract 2.8 */
export const inpatientResultSchema = resultSchema("Florida inpatient result", {
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
});

export type InpatientResult = ResultOf<typeof inpatientResultSchema>;

const made = resultMaker(inpatientResultSchema);

/** One result with every field of the contract (fl 5.2, fl 5.4). */
export function inpatientResult(
  request: InpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): InpatientResult {
  const { sent, drg, soi: soiSent } = request.billingCode;
  const { rate, paid } = outcome.found;
  const stay = paid?.stay;
  const weight = stay?.weight;
  const figures = stay?.figures;
  const adjustors = paid?.adjustors;
  const soi = weight?.soi ?? soiSent;
  const told = {
    referenceId: request.referenceId,
    today: request.today,
    npi: request.npi ?? provider?.npi ?? null,
    stateProviderId: provider === null ? request.stateProviderId : provider.stateProviderId,
    providerName: provider?.providerName ?? null,
    billingCode: sent,
    billingCodeType: "APR-DRG",
    billingCodeDescription: aprDrgDescription(data, drg, soi),
    rateType: "claim",
  } as const;

  return made(commonResult(told, outcome, matchesTotal), {
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
    service_adjustor: adjustors?.service.value.text ?? null,
    age_adjustor: adjustors?.age?.value.text ?? null,
    pediatric_service_line: weight?.pediatricServiceLine ?? null,
    adult_service_line: weight?.adultServiceLine ?? null,
    provider_adjustor: adjustors?.provider?.value.text ?? null,
    max_adjustor_used: adjustors?.max.value.text ?? null,
    statewide_base_rate: figures?.statewideBaseRate.value.text ?? null,
    base_payment: paid?.basePayment.value.text ?? null,
    trauma_enhancement_amount: paid?.traumaEnhancement?.value.text ?? null,
    childrens_addon: stay?.rate.childrensAddon?.text ?? null,
    childrens_addon_amount: paid?.childrensAddOn?.value.text ?? null,
    transfer_adjustment_applied: paid === undefined ? null : (paid.transfer?.applied ?? false),
    transfer_adjusted_amount: paid?.transfer?.amount.value.text ?? null,
    outlier_adjustment_applied: paid === undefined ? null : paid.outlier !== null,
    outlier_amount: paid?.outlier?.value.text ?? null,
    outlier_threshold: figures === undefined ? null : Number(figures.outlierThreshold.value.text),
    marginal_cost_pct: figures?.marginalCostPercentage.value.number ?? null,
    charge_cap_applied: paid?.chargeCapApplied ?? null,
    cost_to_charge_ratio: stay?.rate.costToChargeRatio?.text ?? null,
    casemix: stay?.rate.casemix?.text ?? null,
    length_of_stay_used: stay === undefined ? request.lengthOfStay : (stay.lengthOfStay?.value.number ?? null),
    total_charges_used: request.totalCharges?.text ?? null,
  });
}
