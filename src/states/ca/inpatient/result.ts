import {
  array,
  boolean,
  day,
  integer,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableNumber,
  nullableString,
  object,
  optional,
  string,
} from "../../../core/schema/schema.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
import { besidePrice, type ResultInput, resultOf } from "../../../pricing/result.ts";
import { inpatientResultFields, stateProviderId } from "../../../pricing/result-fields.ts";
import { matchedNpi } from "../providers.ts";
import type { Provider } from "../tables.ts";
import type { Found } from "./price.ts";
import type { InpatientRequest } from "./request.ts";

const DESIGNATED_PUBLIC_HOSPITAL_ADVISORY = {
  code: "DPH_REFERENCE_PRICING",
  message:
    "Designated Public Hospitals are reimbursed by certified public expenditures, not APR-DRG; the calculated amount is a reference value.",
};

/** contract 2.5, ca 5.6 */
export const inpatientResult = resultOf("California inpatient result", shared, {
  ...inpatientResultFields,
  state_provider_id: stateProviderId("OSHPD ID."),
  admit_date_used: besidePrice(day("The day the rate was priced against.").from(({ request }) => request.admitDate)),
  matched_npi: nullableNpi("The NPI searched by, when it is one of the hospital's other NPIs.").from(
    ({ request, provider }) => (provider === null ? null : matchedNpi(request.npi, provider)),
  ),
  street_address: nullableString("Street address of the hospital.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City of the hospital.").from(({ provider }) => provider?.city),
  zip_code: nullableString("ZIP code of the hospital.").from(({ provider }) => provider?.zipCode),
  county: nullableString("County of the hospital.").from(({ provider }) => provider?.county),
  cbsa_code: nullableString("Core Based Statistical Area code.").from(({ provider }) => provider?.cbsaCode),
  cbsa_description: nullableString("Core Based Statistical Area.").from(({ provider }) => provider?.cbsaDescription),
  apr_drg: string("APR-DRG, three digits.").from(({ request }) => request.billingCode.drg),
  soi: integer("Severity of illness, 1 to 4.").from(({ request }) => request.billingCode.soi),
  drg_base_rate: nullableDecimal("The hospital's wage-adjusted DRG base rate.").from(
    ({ found }) => found.hospital?.drgBaseRate.text,
  ),
  payment_relative_weight: nullableNumber("Casemix weight x policy adjustor.").from(
    ({ found }) => found.adjustor?.paymentRelativeWeight.value.number,
  ),
  casemix_adjustment_factor: nullableNumber("The hospital's casemix adjustment factor.").from(
    ({ found }) => found.hospital?.casemixAdjustmentFactor.number,
  ),
  policy_adjustor_used: nullableChoice(["A", "B", "C", "D"], "By age and NICU designation.").from(
    ({ found }) => found.adjustor?.letter,
  ),
  policy_adjustor_value: nullableNumber("The policy adjustor.").from(({ found }) => found.adjustor?.value.value.number),
  designated_nicu: nullableBoolean("The hospital is a designated NICU facility.").from(
    ({ found }) => found.hospital?.designatedNicu,
  ),
  designated_public_hospital: nullableBoolean(
    "Designated Public Hospitals are paid by certified public expenditures; the amount is a reference value.",
  ).from(({ found }) => found.hospital?.designatedPublicHospital),
  advisories: optional(
    array(
      object(null, { code: string("Stable code of the advisory."), message: string("The advisory in words.") }),
      "Remarks on the result; left out when there are none.",
    ),
  ).from(({ found }) => (found.hospital?.designatedPublicHospital ? [DESIGNATED_PUBLIC_HOSPITAL_ADVISORY] : undefined)),
  estimated_cost: nullableDecimal("Total charges x cost-to-charge ratio.").from(
    ({ found }) => found.paid?.charges.estimatedCost.value.text,
  ),
  drg_base_payment: nullableDecimal("DRG payment before adjustments.").from(
    ({ found }) => found.paid?.basePayment.value.text,
  ),
  transfer_adjustment_applied: nullableBoolean("The transfer adjustment lowered the payment.").from(({ found }) =>
    found.paid ? (found.paid.drg?.transfer?.applied ?? false) : null,
  ),
  transfer_adjusted_amount: nullableDecimal("Payment after the transfer adjustment.").from(
    ({ found }) => found.paid?.drg?.transfer?.amount.value.text,
  ),
  outlier_adjustment_applied: nullableBoolean("A cost outlier adjustment was made.").from(({ found }) =>
    found.paid ? found.paid.drg?.outlier != null : null,
  ),
  outlier_adjustment_amount: nullableDecimal("The outlier adjustment.").from(
    ({ found }) => found.paid?.drg?.outlier?.adjustment,
  ),
  cost_to_charge_ratio: nullableNumber("The hospital's cost-to-charge ratio.").from(
    ({ found }) => found.hospital?.costToChargeRatio.number,
  ),
  outlier_threshold: nullableNumber("Loss that an outlier must exceed, in dollars.").from(({ found }) =>
    found.paid?.drg ? Number(found.paid.drg.threshold.value.text) : null,
  ),
  marginal_cost_percentage: nullableNumber("Share of the loss beyond the threshold that is paid.").from(
    ({ found }) => found.paid?.drg?.marginalCostPercentage.value.number,
  ),
  charge_cap_applied: nullableBoolean("The payment was capped at total charges.").from(
    ({ found }) => found.paid?.chargeCapApplied,
  ),
  is_interim_claim: boolean("Priced as an interim claim.").from(({ request }) => request.interimClaim),
  interim_per_diem_amount: nullableNumber("Per diem of interim claims, in dollars.").from(({ found }) =>
    found.paid?.interimPerDiem ? Number(found.paid.interimPerDiem.value.text) : null,
  ),
  length_of_stay_used: nullableInteger("Days used.").from(({ found }) => found.paid?.lengthOfStay.value.number),
  national_average_los: nullableDecimal("National average length of stay of the APR-DRG.").from(
    ({ found }) => found.weight?.nationalAverageLos.text,
  ),
  total_charges_used: nullableDecimal("Total charges used.").from(({ found }) => found.paid?.charges.total.value.text),
  total_charges_source: nullableChoice(["actual", "estimated"], "Where the charges come from.").from(
    ({ found }) => found.paid?.charges.source,
  ),
});

function shared({ request, data }: ResultInput<InpatientRequest, Provider, Found>) {
  const { sent, drg, soi } = request.billingCode;
  return {
    billingCode: sent,
    billingCodeType: "APR-DRG",
    billingCodeDescription: aprDrgDescription(data, drg, soi),
    rateType: request.interimClaim ? "per_diem" : "claim",
  } as const;
}
