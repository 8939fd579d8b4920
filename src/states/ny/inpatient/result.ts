import {
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
} from "../../../core/schema/schema.ts";
import { taxonomyDisplayName } from "../../../pricing/descriptions.ts";
import { besidePrice, type ResultInput, resultOf } from "../../../pricing/result.ts";
import { inpatientResultFields, stateProviderId } from "../../../pricing/result-fields.ts";
import { certificateOf } from "../providers.ts";
import type { Provider } from "../tables.ts";
import {
  type ComorbidityCategory,
  PAYER_CLASS_LABELS,
  PAYER_CLASSES,
  PROVIDER_TYPE_LABELS,
  SERVICE_TYPE_SOURCES,
  SERVICE_TYPES,
} from "../values.ts";
import type { Found } from "./price.ts";
import { type InpatientRequest, payerClassOf } from "./request.ts";
import { isDrgServiceType, SERVICE_TYPE_DESCRIPTIONS } from "./service-type.ts";

/** contract 2.2, ny 5.3 to 5.6 */
export const inpatientResult = resultOf("New York inpatient result", shared, {
  ...inpatientResultFields,
  state_provider_id: stateProviderId("New York Medicaid provider ID (MMIS), 8 digits."),
  billing_code: nullableString("The billing code as it was sent.").from(({ shared }) => shared.billingCode),
  billing_code_type: nullableChoice(["APR-DRG"], "APR-DRG when the code has that shape.").from(
    ({ shared }) => shared.billingCodeType,
  ),
  billing_code_description: nullableString(
    "What a per-diem service type stands for; null on acute and psychiatric stays.",
  ).from(({ shared }) => shared.billingCodeDescription),
  discharge_date_used: besidePrice(
    day("The day the rate was priced against.").from(({ request }) => request.dischargeDate),
  ),
  opcert: nullableString("Operating certificate number.").from(({ request, provider }) =>
    provider === null ? request.opcert : certificateOf(provider),
  ),
  provider_type_label: nullableChoice([PROVIDER_TYPE_LABELS.HOSPITAL], "Always Hospital.").from(
    () => PROVIDER_TYPE_LABELS.HOSPITAL,
  ),
  primary_taxonomy_code: nullableString("Primary NUCC taxonomy code.").from(
    ({ provider }) => provider?.primaryTaxonomyCode,
  ),
  primary_taxonomy_display_name: nullableString("What the taxonomy code stands for.").from(({ provider, data }) =>
    taxonomyDisplayName(data, provider?.primaryTaxonomyCode ?? null),
  ),
  street_address: nullableString("Street address of the hospital.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City of the hospital.").from(({ provider }) => provider?.city),
  county: nullableString("County of the hospital.").from(({ provider }) => provider?.county),
  state: nullableString("State of the hospital.").from(({ provider }) => provider?.state),
  zip_code: nullableString("ZIP code of the hospital.").from(({ provider }) => provider?.zipCode),
  billing_code_used_in_calculation: nullableBoolean(
    "False where a code was sent that a per-diem type does not use; null on acute and psychiatric stays.",
  ).from(({ request, shared }) => (shared.perDiemType !== null && request.billingCode !== null ? false : null)),
  rate_code: nullableString("The rate code that was sent.").from(({ request }) => request.rateCode),
  service_type: nullableChoice(SERVICE_TYPES, "How the stay was priced.").from(({ found }) => found.serviceType?.type),
  service_type_source: nullableChoice(SERVICE_TYPE_SOURCES, "Where the service type comes from.").from(
    ({ found }) => found.serviceType?.source,
  ),
  apr_drg_code: nullableString("APR-DRG, three digits; acute and psychiatric stays only.").from(
    ({ request, shared }) => (shared.isByDrg ? request.billingCode?.aprDrg?.drg : null),
  ),
  soi: nullableInteger("Severity of illness, 1 to 4; acute and psychiatric stays only.").from(({ found, shared }) =>
    shared.isByDrg ? found.soi : null,
  ),
  payer_class: nullableChoice(PAYER_CLASSES, "Fee-for-service or managed Medicaid.").from(
    ({ shared }) => shared.payerClass,
  ),
  payer_class_label: nullableChoice(Object.values(PAYER_CLASS_LABELS), "The payer class in words.").from(
    ({ shared }) => PAYER_CLASS_LABELS[shared.payerClass],
  ),
  siw: nullableDecimal("Acute: service intensity weight of the APR-DRG.").from(
    ({ found }) => found.acute?.siw.value.text,
  ),
  alos: nullableDecimal("Average length of stay of the APR-DRG; transfers only.").from(
    ({ found }) => found.acute?.transferRate?.averageStay.value.text,
  ),
  statewide_base_price_used: nullableDecimal("Statewide base price of the payer class; context, in no formula.").from(
    ({ found }) => found.acute?.statewideBasePrice?.value.text,
  ),
  isaf_used: nullableDecimal(
    "The hospital's adjustment of the outlier threshold, where an outlier was evaluated.",
  ).from(({ found }) => found.acute?.outlier?.isaf.value.text),
  discharge_rate_used: nullableDecimal("Acute: the hospital's discharge case payment rate.").from(
    ({ found }) => found.acute?.dischargeRate.value.text,
  ),
  dme_used: nullableDecimal("Direct medical education; fee-for-service acute stays.").from(
    ({ found }) => found.acute?.addOns?.dme?.value.text,
  ),
  capital_per_disch_used: nullableDecimal("Capital per discharge; null on transfers.").from(
    ({ found }) => found.acute?.capital?.perDischarge?.value.text,
  ),
  capital_addon_ambulance_mmc: nullableDecimal("Ambulance add-on of managed Medicaid; null on transfers.").from(
    ({ found }) => found.acute?.capital?.ambulance?.value.text,
  ),
  capital_addon_teaching_election_mmc: nullableDecimal(
    "Teaching election amendment add-on of managed Medicaid; null on transfers.",
  ).from(({ found }) => found.acute?.capital?.teachingElection?.value.text),
  capital_addon_school_nursing_mmc: nullableDecimal(
    "School of nursing add-on of managed Medicaid; null on transfers.",
  ).from(({ found }) => found.acute?.capital?.schoolNursing?.value.text),
  capital_addon_min_wage_mmc: nullableDecimal("Minimum wage add-on of managed Medicaid; null on transfers.").from(
    ({ found }) => found.acute?.capital?.minimumWage?.value.text,
  ),
  capital_per_diem_used: nullableDecimal("Capital per diem; transfers only.").from(
    ({ found }) => found.acute?.transferRate?.capitalPerDiem?.value.text,
  ),
  high_cost_cc_used: nullableDecimal("High cost charge converter, where an outlier was evaluated.").from(
    ({ found }) => found.acute?.outlier?.highCostConverter.value.text,
  ),
  base_dr_payment: nullableDecimal("Discharge rate x SIW, before add-ons.").from(
    ({ found }) => found.acute?.basePayment.value.text,
  ),
  is_outlier_case: nullableBoolean("Whether the cost outlier fired; null where none was evaluated.").from(
    ({ found }) => found.acute?.outlier?.hasFired,
  ),
  cost_of_case: nullableDecimal("Gross charges x high cost charge converter.").from(
    ({ found }) => found.acute?.outlier?.costOfCase.value.text,
  ),
  cost_outlier_threshold: nullableDecimal("Threshold of the APR-DRG, where an outlier was evaluated.").from(
    ({ found }) => found.acute?.outlier?.threshold.value.text,
  ),
  outlier_threshold_adjusted: nullableDecimal("Threshold x ISAF.").from(
    ({ found }) => found.acute?.outlier?.adjustedThreshold.value.text,
  ),
  outlier_eligible_cost: nullableDecimal("Cost above the adjusted threshold.").from(
    ({ found }) => found.acute?.outlier?.eligibleCost.value.text,
  ),
  outlier_marginal_pct: nullableDecimal("The share of the eligible cost that is paid, when the outlier fired.").from(
    ({ found }) => found.acute?.outlier?.marginalPercentage?.value.text,
  ),
  outlier_amount: nullableDecimal("Outlier payment.").from(({ found }) => found.acute?.outlier?.amount.value.text),
  is_transfer_case: nullableBoolean(
    "True when priced as a transfer; null otherwise and for transfer-only APR-DRGs.",
  ).from(({ found }) => (found.acute?.transferRate ? true : null)),
  transfer_days_used: nullableInteger("Length of stay without ALC days.").from(
    ({ found }) => found.acute?.transferPayment?.days.value.number,
  ),
  transfer_adjustment_factor: nullableDecimal("The factor on the daily rate of a transfer.").from(
    ({ found }) => found.acute?.transferRate?.adjustmentFactor.value.text,
  ),
  transfer_per_diem: nullableDecimal("Daily rate of a transfer, capital included.").from(
    ({ found }) => found.acute?.transferRate?.perDiem.value.text,
  ),
  transfer_adjusted_amount: nullableDecimal("Daily rate x days, at most the full payment.").from(
    ({ found }) => found.acute?.transferPayment?.amount.value.text,
  ),
  acute_alc_per_diem_used: nullableDecimal("Per diem of ALC days on an acute stay.").from(
    ({ found }) => found.acute?.alc?.perDiem.value.text,
  ),
  safety_net_sdp_per_disch_mmc: nullableDecimal("Safety net add-on per discharge; managed Medicaid acute stays.").from(
    ({ found }) => found.acute?.addOns?.safetyNet?.value.text,
  ),
  hh_acr_per_disch_mmc: nullableDecimal(
    "Average commercial rate add-on per discharge of the New York City public hospitals; managed Medicaid acute stays.",
  ).from(({ found }) => found.acute?.addOns?.averageCommercialRate?.value.text),
  psych_siw: nullableDecimal("Psychiatric: service intensity weight of the APR-DRG.").from(
    ({ found }) => found.psychiatric?.siw.value.text,
  ),
  psych_base_per_diem_used: nullableDecimal("Psychiatric base per diem of payer class and age group.").from(
    ({ found }) => found.psychiatric?.basePerDiem.value.text,
  ),
  age_factor_used: nullableDecimal("Factor for patients of 17 or under.").from(
    ({ found }) => found.psychiatric?.factors.age?.value.text,
  ),
  age_factor_reason: nullableString("Why the age factor applied.").from(({ found }) =>
    found.psychiatric?.factors.age ? "age_group CHILD (17 or under)" : null,
  ),
  mr_factor_used: nullableDecimal("Factor for a declared intellectual disability.").from(
    ({ found }) => found.psychiatric?.factors.intellectualDisability?.value.text,
  ),
  mr_factor_reason: nullableString("Why that factor applied.").from(({ found }) =>
    found.psychiatric?.factors.intellectualDisability ? "intellectual disability declared" : null,
  ),
  comorbidity_factor_used: nullableDecimal("Factor of the comorbidity category.").from(
    ({ found }) => found.psychiatric?.factors.comorbidity?.value.text,
  ),
  comorbidity_category_used: nullableString("The comorbidity category in words.").from(({ request, found }) =>
    found.psychiatric?.factors.comorbidity
      ? comorbidityLabel(request.comorbidityCategory as ComorbidityCategory)
      : null,
  ),
  psych_non_op_per_diem_used: nullableDecimal("Psychiatric non-operating per diem.").from(
    ({ found }) => found.psychiatric?.nonOperatingPerDiem?.value.text,
  ),
  psych_ect_per_treatment_used: nullableDecimal("Rate per electroconvulsive treatment.").from(
    ({ found }) => found.psychiatric?.priced?.ect?.perTreatment.value.text,
  ),
  ect_treatments_used: nullableInteger("Electroconvulsive treatments paid.").from(
    ({ found }) => found.psychiatric?.priced?.ect?.treatments.value.number,
  ),
  psych_alc_per_diem_used: nullableDecimal("Per diem of ALC days on a psychiatric stay.").from(
    ({ found }) => found.psychiatric?.priced?.alc?.perDiem.value.text,
  ),
  psych_sdp_per_diem_mmc: nullableDecimal("Safety net add-on per day; managed Medicaid psychiatric stays.").from(
    ({ found }) => found.psychiatric?.priced?.safetyNet?.value.text,
  ),
  psych_hh_acr_per_diem_mmc: nullableDecimal(
    "Average commercial rate add-on per day of the New York City public hospitals; managed Medicaid psychiatric stays.",
  ).from(({ found }) => found.psychiatric?.priced?.averageCommercialRate?.value.text),
  psych_dme_mmc: nullableDecimal("Direct medical education per day; managed Medicaid psychiatric stays.").from(
    ({ found }) => found.psychiatric?.priced?.medicalEducation?.value.text,
  ),
  los_scale_days_at_1_20: nullableInteger("Days at the high scale factor.").from(
    ({ found }) => found.psychiatric?.priced?.scale.highDays.value.number,
  ),
  los_scale_days_at_1_00: nullableInteger("Days at the base scale factor.").from(
    ({ found }) => found.psychiatric?.priced?.scale.baseDays.value.number,
  ),
  los_scaled_total: nullableDecimal("Scaled days.").from(
    ({ found }) => found.psychiatric?.priced?.scale.total.value.text,
  ),
  prior_admission_within_30d_applied: nullableBoolean("True when the readmission rule applied.").from(({ found }) =>
    found.psychiatric?.priced?.isReadmission ? true : null,
  ),
});

const WORDS_IN_CAPITALS: ReadonlySet<string> = new Set(["gi"]);

/** `heart_failure` as people read it: `Heart Failure`. */
function comorbidityLabel(category: ComorbidityCategory): string {
  return category
    .split("_")
    .map((word) => (WORDS_IN_CAPITALS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

function shared({ request, found }: ResultInput<InpatientRequest, Provider, Found>) {
  const { billingCode } = request;
  const type = found.serviceType?.type ?? null;
  const perDiemType = type !== null && !isDrgServiceType(type) ? type : null;
  return {
    billingCode: billingCode?.sent ?? null,
    billingCodeType: billingCode?.aprDrg ? "APR-DRG" : null,
    billingCodeDescription: perDiemType === null ? null : SERVICE_TYPE_DESCRIPTIONS[perDiemType],
    rateType: type === "acute" ? "claim" : "per_diem",
    perDiemType,
    isByDrg: type !== null && perDiemType === null,
    payerClass: payerClassOf(request),
  } as const;
}
