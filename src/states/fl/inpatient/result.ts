import {
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableNumber,
  nullableString,
  string,
} from "../../../core/schema/schema.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
import { besidePrice, type ResultInput, resultOf } from "../../../pricing/result.ts";
import { inpatientResultFields, stateProviderId } from "../../../pricing/result-fields.ts";
import type { Provider } from "../tables.ts";
import { HOSPITAL_CLASSES, TRAUMA_CLASSES } from "../values.ts";
import type { Found } from "./price.ts";
import type { InpatientRequest } from "./request.ts";

/** contract 2.8, fl 5.2, fl 5.4 */
export const inpatientResult = resultOf("Florida inpatient result", shared, {
  ...inpatientResultFields,
  npi: nullableNpi("The NPI that was sent; the hospital's primary one when none was.").from(
    ({ request, provider }) => request.npi ?? provider?.npi,
  ),
  state_provider_id: stateProviderId("Florida Provider Base ID."),
  discharge_date_used: besidePrice(
    day("The day the rate was priced against.").from(({ request }) => request.dischargeDate),
  ),
  hospital_class: nullableChoice(HOSPITAL_CLASSES, "Hospital category.").from(({ found }) => found.rate?.hospitalClass),
  trauma_class: nullableChoice(TRAUMA_CLASSES, "Null if the hospital is not a trauma center.").from(
    ({ found }) => found.rate?.traumaClass,
  ),
  street_address: nullableString("Street address of the hospital.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City of the hospital.").from(({ provider }) => provider?.city),
  county: nullableString("County of the hospital.").from(({ provider }) => provider?.county),
  zip_code: nullableString("ZIP code of the hospital.").from(({ provider }) => provider?.zipCode),
  apr_drg_code: string("APR-DRG, three digits.").from(({ request }) => request.billingCode.drg),
  soi: nullableInteger("Severity of illness, 1 to 4.").from(({ shared }) => shared.soi),
  fl_relative_weight: nullableDecimal("The state's weight of the APR-DRG.").from(
    ({ found }) => found.paid?.stay.weight.relativeWeight.text,
  ),
  mean_los: nullableDecimal("Average length of stay of the APR-DRG.").from(
    ({ found }) => found.paid?.stay.weight.meanLos?.text,
  ),
  service_adjustor: nullableDecimal("Service adjustor: the neonatal one, or the default.").from(
    ({ found }) => found.paid?.adjustors.service.value.text,
  ),
  age_adjustor: nullableDecimal("Adjustor for patients under 21, when child_patient was sent.").from(
    ({ found }) => found.paid?.adjustors.age?.value.text,
  ),
  pediatric_service_line: nullableString("Service line of children.").from(
    ({ found }) => found.paid?.stay.weight.pediatricServiceLine,
  ),
  adult_service_line: nullableString("Service line of adults.").from(
    ({ found }) => found.paid?.stay.weight.adultServiceLine,
  ),
  provider_adjustor: nullableDecimal("Adjustor of the hospital's category.").from(
    ({ found }) => found.paid?.adjustors.provider?.value.text,
  ),
  max_adjustor_used: nullableDecimal("The largest of the service, age and provider adjustors.").from(
    ({ found }) => found.paid?.adjustors.max.value.text,
  ),
  statewide_base_rate: nullableDecimal("Statewide base rate.").from(
    ({ found }) => found.paid?.stay.figures.statewideBaseRate.value.text,
  ),
  base_payment: nullableDecimal("Base rate x weight x largest adjustor.").from(
    ({ found }) => found.paid?.basePayment.value.text,
  ),
  trauma_enhancement_amount: nullableDecimal("Trauma enhancement.").from(
    ({ found }) => found.paid?.traumaEnhancement?.value.text,
  ),
  childrens_addon: nullableDecimal("The hospital's average children's add-on per discharge, as published.").from(
    ({ found }) => found.paid?.stay.rate.childrensAddon?.text,
  ),
  childrens_addon_amount: nullableDecimal("The children's add-on of this case.").from(
    ({ found }) => found.paid?.childrensAddOn?.value.text,
  ),
  transfer_adjustment_applied: nullableBoolean("The transfer adjustment lowered the payment.").from(({ found }) =>
    found.paid === undefined ? null : (found.paid.transfer?.applied ?? false),
  ),
  transfer_adjusted_amount: nullableDecimal("Payment after the transfer adjustment.").from(
    ({ found }) => found.paid?.transfer?.amount.value.text,
  ),
  outlier_adjustment_applied: nullableBoolean("A cost outlier was paid.").from(({ found }) =>
    found.paid === undefined ? null : found.paid.outlier !== null,
  ),
  outlier_amount: nullableDecimal("The cost outlier.").from(({ found }) => found.paid?.outlier?.value.text),
  outlier_threshold: nullableNumber("Loss that an outlier must exceed, in dollars.").from(
    ({ found: { paid } }) => paid && Number(paid.stay.figures.outlierThreshold.value.text),
  ),
  marginal_cost_pct: nullableNumber("Share of the loss beyond the threshold that is paid.").from(
    ({ found }) => found.paid?.stay.figures.marginalCostPercentage.value.number,
  ),
  charge_cap_applied: nullableBoolean("The payment was capped at total charges.").from(
    ({ found }) => found.paid?.chargeCapApplied,
  ),
  cost_to_charge_ratio: nullableDecimal("The hospital's cost-to-charge ratio.").from(
    ({ found }) => found.paid?.stay.rate.costToChargeRatio?.text,
  ),
  casemix: nullableDecimal("The hospital's casemix index.").from(({ found }) => found.paid?.stay.rate.casemix?.text),
  length_of_stay_used: nullableInteger("Days used.").from(({ request, found }) =>
    found.paid === undefined ? request.lengthOfStay : found.paid.stay.lengthOfStay?.value.number,
  ),
  total_charges_used: nullableDecimal("Total charges sent.").from(({ request }) => request.totalCharges?.text),
});

function shared({ request, found, data }: ResultInput<InpatientRequest, Provider, Found>) {
  const { sent, drg, soi: soiSent } = request.billingCode;
  const soi = found.paid?.stay.weight.soi ?? soiSent;
  return {
    billingCode: sent,
    billingCodeType: "APR-DRG",
    billingCodeDescription: aprDrgDescription(data, drg, soi),
    rateType: "claim",
    soi,
  } as const;
}
