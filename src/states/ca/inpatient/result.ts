import type { RateData } from "../../../dataset/rate-data.ts";
import { commonResult } from "../../../pricing/common-result.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
import type { Outcome } from "../../../pricing/outcome.ts";
import { commonResultFields, type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { resultMaker } from "../../../pricing/result-maker.ts";
import {
  day,
  flag,
  integer,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableNumber,
  nullableString,
  objectArray,
  objectSchema,
  optional,
  text,
} from "../../../schema/schema.ts";
import { matchedNpi } from "../providers.ts";
import type { Provider } from "../tables.ts";
import type { Found } from "./found.ts";
import type { InpatientRequest } from "./request.ts";

const DESIGNATED_PUBLIC_HOSPITAL_ADVISORY = {
  code: "DPH_REFERENCE_PRICING",
  message:
    "Designated Public Hospitals are reimbursed by certified public expenditures, not APR-DRG; the calculated amount is a reference value.",
};

/** contract 2.5 */
export const inpatientResultSchema = resultSchema("California inpatient result", {
  ...commonResultFields,
  state_provider_id: nullableString("OSHPD ID."),
  admit_date_used: day("The day the rate was priced against."),
  matched_npi: nullableNpi("The NPI searched by, when it is one of the hospital's other NPIs."),
  street_address: nullableString("Street address of the hospital."),
  city: nullableString("City of the hospital."),
  zip_code: nullableString("ZIP code of the hospital."),
  county: nullableString("County of the hospital."),
  cbsa_code: nullableString("Core Based Statistical Area code."),
  cbsa_description: nullableString("Core Based Statistical Area."),
  apr_drg: text("APR-DRG, three digits."),
  soi: integer("Severity of illness, 1 to 4."),
  drg_base_rate: nullableDecimal("The hospital's wage-adjusted DRG base rate."),
  payment_relative_weight: nullableNumber("Casemix weight x policy adjustor."),
  casemix_adjustment_factor: nullableNumber("The hospital's casemix adjustment factor."),
  policy_adjustor_used: nullableChoice(["A", "B", "C", "D"], "By age and NICU designation."),
  policy_adjustor_value: nullableNumber("The policy adjustor."),
  designated_nicu: nullableBoolean("The hospital is a designated NICU facility."),
  designated_public_hospital: nullableBoolean(
    "Designated Public Hospitals are paid by certified public expenditures; the amount is a reference value.",
  ),
  advisories: optional(
    objectArray(
      objectSchema({ code: text("Stable code of the advisory."), message: text("The advisory in words.") }),
      "Remarks on the result; left out when there are none.",
    ),
  ),
  estimated_cost: nullableDecimal("Total charges x cost-to-charge ratio."),
  drg_base_payment: nullableDecimal("DRG payment before adjustments."),
  transfer_adjustment_applied: nullableBoolean("The transfer adjustment lowered the payment."),
  transfer_adjusted_amount: nullableDecimal("Payment after the transfer adjustment."),
  outlier_adjustment_applied: nullableBoolean("A cost outlier adjustment was made."),
  outlier_adjustment_amount: nullableDecimal("The outlier adjustment."),
  cost_to_charge_ratio: nullableNumber("The hospital's cost-to-charge ratio."),
  outlier_threshold: nullableNumber("Loss that an outlier must exceed, in dollars."),
  marginal_cost_percentage: nullableNumber("Share of the loss beyond the threshold that is paid."),
  charge_cap_applied: nullableBoolean("The payment was capped at total charges."),
  is_interim_claim: flag("Priced as an interim claim."),
  interim_per_diem_amount: nullableNumber("Per diem of interim claims, in dollars."),
  length_of_stay_used: nullableInteger("Days used."),
  national_average_los: nullableDecimal("National average length of stay of the APR-DRG."),
  total_charges_used: nullableDecimal("Total charges used."),
  total_charges_source: nullableChoice(["actual", "estimated"], "Where the charges come from."),
});

type InpatientResult = ResultOf<typeof inpatientResultSchema>;

const made = resultMaker(inpatientResultSchema);

/** One result with every field of the contract (ca 5.6). */
export function inpatientResult(
  request: InpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): InpatientResult {
  const { sent, drg: aprDrg, soi } = request.billingCode;
  const { hospital, weight, adjustor, paid } = outcome.found;
  const drg = paid?.drg;
  const told = {
    referenceId: request.referenceId,
    today: request.today,
    npi: provider === null ? request.npi : provider.npi,
    stateProviderId: provider === null ? request.stateProviderId : provider.stateProviderId,
    providerName: provider?.providerName ?? null,
    billingCode: sent,
    billingCodeType: "APR-DRG",
    billingCodeDescription: aprDrgDescription(data, aprDrg, soi),
    rateType: request.interimClaim ? "per_diem" : "claim",
  } as const;

  return made(commonResult(told, outcome, matchesTotal), {
    admit_date_used: request.admitDate,
    matched_npi: provider === null ? null : matchedNpi(request.npi, provider),
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    zip_code: provider?.zipCode ?? null,
    county: provider?.county ?? null,
    cbsa_code: provider?.cbsaCode ?? null,
    cbsa_description: provider?.cbsaDescription ?? null,
    apr_drg: aprDrg,
    soi,
    drg_base_rate: hospital?.drgBaseRate.text ?? null,
    payment_relative_weight: adjustor?.paymentRelativeWeight.value.number ?? null,
    casemix_adjustment_factor: hospital?.casemixAdjustmentFactor.number ?? null,
    policy_adjustor_used: adjustor?.letter ?? null,
    policy_adjustor_value: adjustor?.value.value.number ?? null,
    designated_nicu: hospital?.designatedNicu ?? null,
    designated_public_hospital: hospital?.designatedPublicHospital ?? null,
    estimated_cost: paid?.charges.estimatedCost.value.text ?? null,
    drg_base_payment: paid?.basePayment.value.text ?? null,
    transfer_adjustment_applied: paid ? (drg?.transfer?.applied ?? false) : null,
    transfer_adjusted_amount: drg?.transfer?.amount.value.text ?? null,
    outlier_adjustment_applied: paid ? drg?.outlier != null : null,
    outlier_adjustment_amount: drg?.outlier?.adjustment ?? null,
    cost_to_charge_ratio: hospital?.costToChargeRatio.number ?? null,
    outlier_threshold: drg ? Number(drg.threshold.value.text) : null,
    marginal_cost_percentage: drg?.marginalCostPercentage.value.number ?? null,
    charge_cap_applied: paid?.chargeCapApplied ?? null,
    is_interim_claim: request.interimClaim,
    interim_per_diem_amount: paid?.interimPerDiem ? Number(paid.interimPerDiem.value.text) : null,
    length_of_stay_used: paid?.lengthOfStay.value.number ?? null,
    national_average_los: weight?.nationalAverageLos.text ?? null,
    total_charges_used: paid?.charges.total.value.text ?? null,
    total_charges_source: paid?.charges.source ?? null,
    advisories: hospital?.designatedPublicHospital ? [DESIGNATED_PUBLIC_HOSPITAL_ADVISORY] : undefined,
  });
}
