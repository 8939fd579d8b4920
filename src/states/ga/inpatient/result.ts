import {
  choice,
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
  string,
} from "../../../core/schema/schema.ts";
import { aprDrgDescription } from "../../../pricing/descriptions.ts";
import { besidePrice, type ResultInput, resultOf } from "../../../pricing/result.ts";
import { inpatientResultFields } from "../../../pricing/result-fields.ts";
import { criticalAccessOf } from "../providers.ts";
import type { Provider } from "../tables.ts";
import { PROVIDER_TYPE_LABELS, type ProviderType, SEVERITIES, STATE } from "../values.ts";
import { drgText } from "./drg-payment.ts";
import type { Found } from "./price.ts";
import type { InpatientRequest } from "./request.ts";

/** The type in every inpatient result, even without a matching hospital (ga 3.1). */
const PROVIDER_TYPE = "HOSPITAL" satisfies ProviderType;

/** Georgia publishes no state provider ID (contract 2.4). */
const { state_provider_id: _, ...ofEveryState } = inpatientResultFields;

/** contract 2.4, ga 5.4 */
export const inpatientResult = resultOf("Georgia inpatient result", shared, {
  ...ofEveryState,
  billing_code: string("The APR-DRG and severity priced, such as 139-2; without severity where none is priced.").from(
    ({ shared }) => shared.billingCode,
  ),
  admit_date_used: besidePrice(day("The day the rate was priced against.").from(({ request }) => request.admitDate)),
  provider_type: choice([PROVIDER_TYPE], "Always HOSPITAL.").from(() => PROVIDER_TYPE),
  provider_type_label: choice(
    [PROVIDER_TYPE_LABELS[PROVIDER_TYPE]],
    "The provider type in words: always Hospital.",
  ).from(() => PROVIDER_TYPE_LABELS[PROVIDER_TYPE]),
  critical_access_hospital: nullableBoolean("Critical Access Hospitals are exempt from the Hospital Rate Add-On.").from(
    ({ provider }) => (provider === null ? null : criticalAccessOf(provider)),
  ),
  street_address: nullableString("Street address of the hospital.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City of the hospital.").from(({ provider }) => provider?.city),
  county: nullableString("County of the hospital.").from(({ provider }) => provider?.county),
  state: string("Always GA.").from(() => STATE),
  zip_code: nullableString("ZIP code of the hospital.").from(({ provider }) => provider?.zipCode),
  apr_drg_code: string("APR-DRG without the severity, three digits.").from(({ request }) => request.billingCode.drg),
  soi: nullableChoice(SEVERITIES, "Severity of illness, 1 to 4.").from(({ found }) => found.soi),
  relative_weight: nullableDecimal("Relative weight of the DRG and severity.").from(
    ({ found }) => found.weight?.relativeWeight.text,
  ),
  alos: nullableDecimal("Average length of stay; context, not a payment input.").from(
    ({ found }) => found.weight?.alos?.text,
  ),
  cost_outlier_threshold: nullableDecimal("The cost that an outlier must exceed, in dollars.").from(
    ({ found }) => found.weight?.costOutlierThreshold?.text,
  ),
  sst_eligible: nullableBoolean("True when the DRG is exempt from short-stay pricing.").from(
    ({ found }) => found.weight?.shortStayExempt,
  ),
  ip_base_rate: nullableDecimal("The hospital's DRG base rate on the admission day.").from(
    ({ found }) => found.hospital?.ipBaseRate.text,
  ),
  ip_ccr: nullableDecimal("The hospital's cost-to-charge ratio.").from(({ found }) => found.hospital?.ipCcr?.text),
  base_payment: nullableDecimal("Base rate x relative weight.").from(({ found }) => found.paid?.basePayment.value.text),
  short_stay_applied: nullableBoolean("True when the short-stay lesser-of was evaluated; null otherwise.").from(
    ({ found }) => (found.paid?.shortStay.lesserOf?.ccrBasedPayment ? true : null),
  ),
  ccr_based_payment: nullableDecimal("Charges x cost-to-charge ratio, the other side of the lesser-of.").from(
    ({ found }) => found.paid?.shortStay.lesserOf?.ccrBasedPayment?.value.text,
  ),
  short_stay_note: nullableString("Why the short-stay lesser-of was not evaluated.").from(
    ({ found }) => found.paid?.shortStay.note,
  ),
  outlier_adjustment_applied: nullableBoolean("True when a cost outlier was added; null otherwise.").from(
    ({ found }) => (found.paid?.outlier.addition ? true : null),
  ),
  outlier_amount: nullableDecimal("The cost outlier in the payment.").from(
    ({ found }) => found.paid?.outlier.addition?.amount.value.text,
  ),
  outlier_percentage: nullableDecimal("Share of the cost above the threshold that is paid.").from(
    ({ found }) => found.paid?.outlier.addition?.percentage.value.text,
  ),
  estimated_cost: nullableDecimal("Total charges x cost-to-charge ratio.").from(
    ({ found }) => found.paid?.outlier.estimatedCost?.value.text,
  ),
  outlier_note: nullableString("Why the cost outlier was not evaluated.").from(({ found }) => found.paid?.outlier.note),
  addon_multiplier: nullableDecimal("Hospital Rate Add-On; 1.0 for Critical Access Hospitals.").from(
    ({ found }) => found.paid?.addOn.value.text,
  ),
  pre_addon_subtotal: nullableDecimal("Per-case payment and outlier before the add-on.").from(
    ({ found }) => found.paid?.preAddOnSubtotal.value.text,
  ),
  length_of_stay_used: nullableInteger("The covered days sent.").from(({ request }) => request.lengthOfStay),
  total_charges_used: nullableDecimal("The charges sent.").from(({ request }) => request.totalCharges?.text),
});

function shared({ request, found, data }: ResultInput<InpatientRequest, Provider, Found>) {
  const { drg } = request.billingCode;
  const { soi } = found;
  return {
    billingCode: soi === null ? drg : drgText({ drg, soi }),
    billingCodeType: "APR-DRG",
    billingCodeDescription: aprDrgDescription(data, drg, soi === null ? null : Number(soi)),
    rateType: "claim",
  } as const;
}
