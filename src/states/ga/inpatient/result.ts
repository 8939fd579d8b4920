import type { RateData } from "../../../dataset/rate-data.ts";
import { commonResult } from "../../../pricing/common-result.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
import type { Outcome } from "../../../pricing/outcome.ts";
import { type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { resultMaker } from "../../../pricing/result-maker.ts";
import {
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
  oneOf,
  text,
} from "../../../schema/schema.ts";
import { criticalAccessOf } from "../providers.ts";
import { georgiaResultFields } from "../result-fields.ts";
import type { Provider } from "../tables.ts";
import { PROVIDER_TYPE_LABELS, type ProviderType, SEVERITIES, STATE } from "../values.ts";
import type { Found } from "./found.ts";
import type { InpatientRequest } from "./request.ts";
import { drgText } from "./stay.ts";

/** What every inpatient result says, also one that found somebody else or nobody (ga 3.1). */
const PROVIDER_TYPE = "HOSPITAL" satisfies ProviderType;

/** contract 2.4 */
export const inpatientResultSchema = resultSchema("Georgia inpatient result", {
  ...georgiaResultFields,
  billing_code: text("The APR-DRG and severity priced, such as 139-2; without severity where none is priced."),
  admit_date_used: day("The day the rate was priced against."),
  provider_type: oneOf([PROVIDER_TYPE], "Always HOSPITAL."),
  provider_type_label: oneOf([PROVIDER_TYPE_LABELS[PROVIDER_TYPE]], "The provider type in words: always Hospital."),
  critical_access_hospital: nullableBoolean("Critical Access Hospitals are exempt from the Hospital Rate Add-On."),
  street_address: nullableString("Street address of the hospital."),
  city: nullableString("City of the hospital."),
  county: nullableString("County of the hospital."),
  state: text("Always GA."),
  zip_code: nullableString("ZIP code of the hospital."),
  apr_drg_code: text("APR-DRG without the severity, three digits."),
  soi: nullableChoice(SEVERITIES, "Severity of illness, 1 to 4."),
  relative_weight: nullableDecimal("Relative weight of the DRG and severity."),
  alos: nullableDecimal("Average length of stay; context, not a payment input."),
  cost_outlier_threshold: nullableDecimal("The cost that an outlier must exceed, in dollars."),
  sst_eligible: nullableBoolean("True when the DRG is exempt from short-stay pricing."),
  ip_base_rate: nullableDecimal("The hospital's DRG base rate on the admission day."),
  ip_ccr: nullableDecimal("The hospital's cost-to-charge ratio."),
  base_payment: nullableDecimal("Base rate x relative weight."),
  short_stay_applied: nullableBoolean("True when the short-stay lesser-of was evaluated; null otherwise."),
  ccr_based_payment: nullableDecimal("Charges x cost-to-charge ratio, the other side of the lesser-of."),
  short_stay_note: nullableString("Why the short-stay lesser-of was not evaluated."),
  outlier_adjustment_applied: nullableBoolean("True when a cost outlier was added; null otherwise."),
  outlier_amount: nullableDecimal("The cost outlier in the payment."),
  outlier_percentage: nullableDecimal("Share of the cost above the threshold that is paid."),
  estimated_cost: nullableDecimal("Total charges x cost-to-charge ratio."),
  outlier_note: nullableString("Why the cost outlier was not evaluated."),
  addon_multiplier: nullableDecimal("Hospital Rate Add-On; 1.0 for Critical Access Hospitals."),
  pre_addon_subtotal: nullableDecimal("Per-case payment and outlier before the add-on."),
  length_of_stay_used: nullableInteger("The covered days sent."),
  total_charges_used: nullableDecimal("The charges sent."),
});

type InpatientResult = ResultOf<typeof inpatientResultSchema>;

const made = resultMaker(inpatientResultSchema);

/** One result with every field of the contract (ga 5.4). */
export function inpatientResult(
  request: InpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): InpatientResult {
  const { drg } = request.billingCode;
  const { soi, weight, hospital, paid } = outcome.found;
  const billingCode = soi === null ? drg : drgText({ drg, soi });
  const ccrBasedPayment = paid?.shortStay.lesserOf?.ccrBasedPayment;
  const addition = paid?.outlier.addition;
  const told = {
    stateProviderId: null,
    referenceId: request.referenceId,
    today: request.today,
    npi: provider === null ? request.npi : provider.npi,
    providerName: provider?.providerName ?? null,
    billingCode,
    billingCodeType: "APR-DRG",
    billingCodeDescription: aprDrgDescription(data, drg, soi === null ? null : Number(soi)),
    rateType: "claim",
  } as const;

  return made(commonResult(told, outcome, matchesTotal), {
    admit_date_used: request.admitDate,
    provider_type: PROVIDER_TYPE,
    provider_type_label: PROVIDER_TYPE_LABELS[PROVIDER_TYPE],
    critical_access_hospital: provider === null ? null : criticalAccessOf(provider),
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    county: provider?.county ?? null,
    state: STATE,
    zip_code: provider?.zipCode ?? null,
    apr_drg_code: drg,
    soi,
    relative_weight: weight?.relativeWeight.text ?? null,
    alos: weight?.alos?.text ?? null,
    cost_outlier_threshold: weight?.costOutlierThreshold?.text ?? null,
    sst_eligible: weight?.shortStayExempt ?? null,
    ip_base_rate: hospital?.ipBaseRate.text ?? null,
    ip_ccr: hospital?.ipCcr?.text ?? null,
    base_payment: paid?.basePayment.value.text ?? null,
    short_stay_applied: ccrBasedPayment ? true : null,
    ccr_based_payment: ccrBasedPayment?.value.text ?? null,
    short_stay_note: paid?.shortStay.note ?? null,
    outlier_adjustment_applied: addition ? true : null,
    outlier_amount: addition?.amount.value.text ?? null,
    outlier_percentage: addition?.percentage.value.text ?? null,
    estimated_cost: paid?.outlier.estimatedCost?.value.text ?? null,
    outlier_note: paid?.outlier.note ?? null,
    addon_multiplier: paid?.addOn.value.text ?? null,
    pre_addon_subtotal: paid?.preAddOnSubtotal.value.text ?? null,
    length_of_stay_used: request.lengthOfStay,
    total_charges_used: request.totalCharges?.text ?? null,
  });
}
