import type { RateData } from "../../../dataset/rate-data.ts";
import { commonResult } from "../../../pricing/common-result.ts";
import { taxonomyDisplayName } from "../../../pricing/descriptions.ts";
import type { Outcome } from "../../../pricing/outcome.ts";
import { commonResultFields, type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { resultMaker } from "../../../pricing/result-maker.ts";
import {
  day,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableInteger,
  nullableString,
} from "../../../schema/schema.ts";
import type { Figure } from "../../../worksheet/calculation.ts";
import { certificateOf } from "../providers.ts";
import type { Provider } from "../tables.ts";
import {
  COMORBIDITY_CATEGORIES,
  type ComorbidityCategory,
  PAYER_CLASS_LABELS,
  PAYER_CLASSES,
  PROVIDER_TYPE_LABELS,
  SERVICE_TYPE_SOURCES,
  SERVICE_TYPES,
} from "../values.ts";
import type { Found } from "./found.ts";
import { type InpatientRequest, payerClassOf } from "./request.ts";
import { isDrgServiceType, SERVICE_TYPE_DESCRIPTIONS } from "./service-type.ts";

/** contract 2.2 */
export const inpatientResultSchema = resultSchema("New York inpatient result", {
  ...commonResultFields,
  state_provider_id: nullableString("New York Medicaid provider ID (MMIS), 8 digits."),
  billing_code: nullableString("The billing code as it was sent."),
  billing_code_type: nullableChoice(["APR-DRG"], "APR-DRG when the code has that shape."),
  billing_code_description: nullableString(
    "What a per-diem service type stands for; null on acute and psychiatric stays.",
  ),
  discharge_date_used: day("The day the rate was priced against."),
  opcert: nullableString("Operating certificate number."),
  provider_type_label: nullableChoice([PROVIDER_TYPE_LABELS.HOSPITAL], "Always Hospital."),
  primary_taxonomy_code: nullableString("Primary NUCC taxonomy code."),
  primary_taxonomy_display_name: nullableString("What the taxonomy code stands for."),
  street_address: nullableString("Street address of the hospital."),
  city: nullableString("City of the hospital."),
  county: nullableString("County of the hospital."),
  state: nullableString("State of the hospital."),
  zip_code: nullableString("ZIP code of the hospital."),
  billing_code_used_in_calculation: nullableBoolean(
    "False where a code was sent that a per-diem type does not use; null on acute and psychiatric stays.",
  ),
  rate_code: nullableString("The rate code that was sent."),
  service_type: nullableChoice(SERVICE_TYPES, "How the stay was priced."),
  service_type_source: nullableChoice(SERVICE_TYPE_SOURCES, "Where the service type comes from."),
  apr_drg_code: nullableString("APR-DRG, three digits; acute and psychiatric stays only."),
  soi: nullableInteger("Severity of illness, 1 to 4; acute and psychiatric stays only."),
  payer_class: nullableChoice(PAYER_CLASSES, "Fee-for-service or managed Medicaid."),
  payer_class_label: nullableChoice(Object.values(PAYER_CLASS_LABELS), "The payer class in words."),
  siw: nullableDecimal("Acute: service intensity weight of the APR-DRG."),
  alos: nullableDecimal("Average length of stay of the APR-DRG; transfers only."),
  statewide_base_price_used: nullableDecimal("Statewide base price of the payer class; context, in no formula."),
  isaf_used: nullableDecimal("The hospital's adjustment of the outlier threshold, where an outlier was evaluated."),
  discharge_rate_used: nullableDecimal("Acute: the hospital's discharge case payment rate."),
  dme_used: nullableDecimal("Direct medical education; fee-for-service acute stays."),
  capital_per_disch_used: nullableDecimal("Capital per discharge; null on transfers."),
  capital_addon_ambulance_mmc: nullableDecimal("Ambulance add-on of managed Medicaid; null on transfers."),
  capital_addon_teaching_election_mmc: nullableDecimal(
    "Teaching election amendment add-on of managed Medicaid; null on transfers.",
  ),
  capital_addon_school_nursing_mmc: nullableDecimal("School of nursing add-on of managed Medicaid; null on transfers."),
  capital_addon_min_wage_mmc: nullableDecimal("Minimum wage add-on of managed Medicaid; null on transfers."),
  capital_per_diem_used: nullableDecimal("Capital per diem; transfers only."),
  high_cost_cc_used: nullableDecimal("High cost charge converter, where an outlier was evaluated."),
  base_dr_payment: nullableDecimal("Discharge rate x SIW, before add-ons."),
  is_outlier_case: nullableBoolean("Whether the cost outlier fired; null where none was evaluated."),
  cost_of_case: nullableDecimal("Gross charges x high cost charge converter."),
  cost_outlier_threshold: nullableDecimal("Threshold of the APR-DRG, where an outlier was evaluated."),
  outlier_threshold_adjusted: nullableDecimal("Threshold x ISAF."),
  outlier_eligible_cost: nullableDecimal("Cost above the adjusted threshold."),
  outlier_marginal_pct: nullableDecimal("The share of the eligible cost that is paid, when the outlier fired."),
  outlier_amount: nullableDecimal("Outlier payment."),
  is_transfer_case: nullableBoolean("True when priced as a transfer; null otherwise and for transfer-only APR-DRGs."),
  transfer_days_used: nullableInteger("Length of stay without ALC days."),
  transfer_adjustment_factor: nullableDecimal("The factor on the daily rate of a transfer."),
  transfer_per_diem: nullableDecimal("Daily rate of a transfer, capital included."),
  transfer_adjusted_amount: nullableDecimal("Daily rate x days, at most the full payment."),
  acute_alc_per_diem_used: nullableDecimal("Per diem of ALC days on an acute stay."),
  safety_net_sdp_per_disch_mmc: nullableDecimal("Safety net add-on per discharge; managed Medicaid acute stays."),
  hh_acr_per_disch_mmc: nullableDecimal(
    "Average commercial rate add-on per discharge of the New York City public hospitals; managed Medicaid acute stays.",
  ),
  psych_siw: nullableDecimal("Psychiatric: service intensity weight of the APR-DRG."),
  psych_base_per_diem_used: nullableDecimal("Psychiatric base per diem of payer class and age group."),
  age_factor_used: nullableDecimal("Factor for patients of 17 or under."),
  age_factor_reason: nullableString("Why the age factor applied."),
  mr_factor_used: nullableDecimal("Factor for a declared intellectual disability."),
  mr_factor_reason: nullableString("Why that factor applied."),
  comorbidity_factor_used: nullableDecimal("Factor of the comorbidity category."),
  comorbidity_category_used: nullableString("The comorbidity category in words."),
  psych_non_op_per_diem_used: nullableDecimal("Psychiatric non-operating per diem."),
  psych_ect_per_treatment_used: nullableDecimal("Rate per electroconvulsive treatment."),
  ect_treatments_used: nullableInteger("Electroconvulsive treatments paid."),
  psych_alc_per_diem_used: nullableDecimal("Per diem of ALC days on a psychiatric stay."),
  psych_sdp_per_diem_mmc: nullableDecimal("Safety net add-on per day; managed Medicaid psychiatric stays."),
  psych_hh_acr_per_diem_mmc: nullableDecimal(
    "Average commercial rate add-on per day of the New York City public hospitals; managed Medicaid psychiatric stays.",
  ),
  psych_dme_mmc: nullableDecimal("Direct medical education per day; managed Medicaid psychiatric stays."),
  los_scale_days_at_1_20: nullableInteger("Days at the high scale factor."),
  los_scale_days_at_1_00: nullableInteger("Days at the base scale factor."),
  los_scaled_total: nullableDecimal("Scaled days."),
  prior_admission_within_30d_applied: nullableBoolean("True when the readmission rule applied."),
});

const WORDS_IN_CAPITALS: ReadonlySet<string> = new Set(["gi"]);

/** `heart_failure` as people read it: `Heart Failure`. */
const COMORBIDITY_LABELS = new Map(COMORBIDITY_CATEGORIES.map((category) => [category, comorbidityLabel(category)]));

function comorbidityLabel(category: ComorbidityCategory): string {
  return category
    .split("_")
    .map((word) => (WORDS_IN_CAPITALS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

type InpatientResult = ResultOf<typeof inpatientResultSchema>;

const made = resultMaker(inpatientResultSchema);

/** One result with every field of the contract (ny 5.3 to 5.6). */
export function inpatientResult(
  request: InpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): InpatientResult {
  const { billingCode } = request;
  const payerClass = payerClassOf(request);
  const { serviceType, soi, acute, psychiatric } = outcome.found;
  const type = serviceType?.type ?? null;
  const perDiemType = type !== null && !isDrgServiceType(type) ? type : null;
  const isByDrg = type !== null && perDiemType === null;

  const capital = acute?.capital;
  const outlier = acute?.outlier;
  const transfer = acute?.transferRate;
  const addOns = acute?.addOns;
  const factors = psychiatric?.factors;
  const stay = psychiatric?.priced;
  const told = {
    referenceId: request.referenceId,
    today: request.today,
    npi: provider === null ? request.npi : provider.npi,
    stateProviderId: provider === null ? request.stateProviderId : provider.stateProviderId,
    providerName: provider?.providerName ?? null,
    billingCode: billingCode?.sent ?? null,
    billingCodeType: billingCode?.aprDrg ? "APR-DRG" : null,
    billingCodeDescription: perDiemType === null ? null : SERVICE_TYPE_DESCRIPTIONS[perDiemType],
    rateType: type === "acute" ? "claim" : "per_diem",
  } as const;

  return made(commonResult(told, outcome, matchesTotal), {
    discharge_date_used: request.dischargeDate,
    opcert: provider === null ? request.opcert : certificateOf(provider),
    provider_type_label: PROVIDER_TYPE_LABELS.HOSPITAL,
    primary_taxonomy_code: provider?.primaryTaxonomyCode ?? null,
    primary_taxonomy_display_name: taxonomyDisplayName(data, provider?.primaryTaxonomyCode ?? null),
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    county: provider?.county ?? null,
    state: provider?.state ?? null,
    zip_code: provider?.zipCode ?? null,
    billing_code_used_in_calculation: perDiemType !== null && billingCode !== null ? false : null,
    rate_code: request.rateCode,
    service_type: type,
    service_type_source: serviceType?.source ?? null,
    apr_drg_code: isByDrg ? (billingCode?.aprDrg?.drg ?? null) : null,
    soi: isByDrg ? soi : null,
    payer_class: payerClass,
    payer_class_label: PAYER_CLASS_LABELS[payerClass],

    siw: textOf(acute?.siw),
    alos: textOf(transfer?.averageStay),
    statewide_base_price_used: textOf(acute?.statewideBasePrice),
    isaf_used: textOf(outlier?.isaf),
    discharge_rate_used: textOf(acute?.dischargeRate),
    dme_used: textOf(addOns?.dme),
    capital_per_disch_used: textOf(capital?.perDischarge),
    capital_addon_ambulance_mmc: textOf(capital?.ambulance),
    capital_addon_teaching_election_mmc: textOf(capital?.teachingElection),
    capital_addon_school_nursing_mmc: textOf(capital?.schoolNursing),
    capital_addon_min_wage_mmc: textOf(capital?.minimumWage),
    capital_per_diem_used: textOf(transfer?.capitalPerDiem),
    high_cost_cc_used: textOf(outlier?.highCostConverter),
    base_dr_payment: textOf(acute?.basePayment),
    is_outlier_case: outlier?.hasFired ?? null,
    cost_of_case: textOf(outlier?.costOfCase),
    cost_outlier_threshold: textOf(outlier?.threshold),
    outlier_threshold_adjusted: textOf(outlier?.adjustedThreshold),
    outlier_eligible_cost: textOf(outlier?.eligibleCost),
    outlier_marginal_pct: textOf(outlier?.marginalPercentage),
    outlier_amount: textOf(outlier?.amount),
    is_transfer_case: transfer ? true : null,
    transfer_days_used: acute?.transferPayment?.days.value.number ?? null,
    transfer_adjustment_factor: textOf(transfer?.adjustmentFactor),
    transfer_per_diem: textOf(transfer?.perDiem),
    transfer_adjusted_amount: textOf(acute?.transferPayment?.amount),
    acute_alc_per_diem_used: textOf(acute?.alc?.perDiem),
    safety_net_sdp_per_disch_mmc: textOf(addOns?.safetyNet),
    hh_acr_per_disch_mmc: textOf(addOns?.averageCommercialRate),

    psych_siw: textOf(psychiatric?.siw),
    psych_base_per_diem_used: textOf(psychiatric?.basePerDiem),
    age_factor_used: textOf(factors?.age),
    age_factor_reason: factors?.age ? "age_group CHILD (17 or under)" : null,
    mr_factor_used: textOf(factors?.intellectualDisability),
    mr_factor_reason: factors?.intellectualDisability ? "intellectual disability declared" : null,
    comorbidity_factor_used: textOf(factors?.comorbidity),
    comorbidity_category_used: factors?.comorbidity ? categoryLabel(request) : null,
    psych_non_op_per_diem_used: textOf(psychiatric?.nonOperatingPerDiem),
    psych_ect_per_treatment_used: textOf(stay?.ect?.perTreatment),
    ect_treatments_used: stay?.ect?.treatments.value.number ?? null,
    psych_alc_per_diem_used: textOf(stay?.alc?.perDiem),
    psych_sdp_per_diem_mmc: textOf(stay?.safetyNet),
    psych_hh_acr_per_diem_mmc: textOf(stay?.averageCommercialRate),
    psych_dme_mmc: textOf(stay?.medicalEducation),
    los_scale_days_at_1_20: stay?.scale.highDays.value.number ?? null,
    los_scale_days_at_1_00: stay?.scale.baseDays.value.number ?? null,
    los_scaled_total: textOf(stay?.scale.total),
    prior_admission_within_30d_applied: stay?.isReadmission ? true : null,
  });
}

function textOf(figure: Figure | null | undefined): string | null {
  return figure?.value.text ?? null;
}

function categoryLabel({ comorbidityCategory }: InpatientRequest): string | null {
  return comorbidityCategory === null ? null : (COMORBIDITY_LABELS.get(comorbidityCategory) ?? null);
}
