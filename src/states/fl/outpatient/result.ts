import type { RateData } from "../../../dataset/rate-data.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import { isByReport, type Outcome } from "../../../pricing/outcome.ts";
import { commonOutpatientResult, outpatientResultFields } from "../../../pricing/outpatient-result.ts";
import { type ResultOf, resultSchema } from "../../../pricing/result-fields.ts";
import { outpatientResultMaker } from "../../../pricing/result-maker.ts";
import {
  flag,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableNpi,
  nullableNumber,
  nullableString,
} from "../../../schema/schema.ts";
import { withoutLeadingZeros } from "../leading-zeros.ts";
import { codes, type Provider } from "../tables.ts";
import { CODE_TYPES, HOSPITAL_CLASSES, PLACES_OF_SERVICE, PROVIDER_TYPE_LABELS, PROVIDER_TYPES } from "../values.ts";
import type { Found } from "./found.ts";
import { flagValue } from "./payment-adjustor-flags.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.7 */
export const outpatientResultSchema = resultSchema("Florida outpatient result", {
  ...outpatientResultFields,
  npi: nullableNpi("The NPI that was sent; the provider's primary one when none was."),
  state_provider_id: nullableString("Florida Provider Base ID."),
  billing_code_type: nullableChoice(CODE_TYPES, "The code system of the billing code."),
  provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider."),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words."),
  fl_provider_type_code: nullableString("The state's provider type code."),
  fl_provider_type_code_description: nullableString("The state's description of the type code."),
  fl_specialty_code: nullableString("The state's specialty code."),
  fl_specialty_description: nullableString("The state's description of the specialty code."),
  hospital_class: nullableChoice(HOSPITAL_CLASSES, "Hospital category; EAPG results of hospitals only."),
  street_address: nullableString("Street address of the provider."),
  city: nullableString("City of the provider."),
  county: nullableString("County of the provider."),
  zip_code: nullableString("ZIP code of the provider."),
  modifier: nullableString(
    "The modifier that was applied or that the matched row has, not the one sent; a base row by report has none.",
  ),
  modifier_adjustment: nullableDecimal(
    "26 and TC: the component as a share of the fee. 50, 52, 53, 54, 55, 56, 62, 80: the factor applied.",
  ),
  place_of_service: nullableChoice(
    PLACES_OF_SERVICE,
    "The place that the fee is for, where the state tells them apart.",
  ),
  is_manually_priced: flag("True when the code is covered By Report: payment is set case by case."),
  prior_auth_required: nullableBoolean("Prior authorization is required."),
  specialty_multiplier: nullableNumber("Multiplier of the provider's specialty, when applied."),
  age_multiplier_applied: nullableDecimal("Multiplier for patients under 21, when applied."),
  provider_type_multiplier_applied: nullableDecimal("Multiplier of the provider's type, when applied."),
  eapg_weight: nullableDecimal("Relative weight of the EAPG."),
  eapg_base_rate: nullableDecimal("The provider's own EAPG base rate."),
  eapg_policy_adjustor: nullableDecimal("The provider's policy adjustor."),
  eapg_childrens_addon: nullableDecimal("Children's hospital add-on per payable line, as published."),
  paf_multiple_significant: nullableDecimal("Factor of the flag, when it was sent."),
  paf_same_significant: nullableDecimal("Factor of the flag, when it was sent."),
  paf_clinical_significant: nullableDecimal("Factor of the flag, when it was sent."),
  paf_packaging: nullableDecimal("Factor of the flag, when it was sent."),
  paf_repeat_ancillary: nullableDecimal("Factor of the flag, when it was sent."),
  paf_bilateral: nullableDecimal("Factor of the flag, when it was sent."),
  paf_terminated: nullableDecimal("Factor of the flag, when it was sent."),
  paf_adjustment: nullableDecimal("Product of the factors of the flags sent."),
});

type OutpatientResult = ResultOf<typeof outpatientResultSchema>;

const made = outpatientResultMaker(outpatientResultSchema);

/** One result with every field of the contract (fl 4.3 step 9, 4.4 step 7, 4.5). */
export function outpatientResult(
  request: OutpatientRequest,
  provider: Provider | null,
  outcome: Outcome<Found>,
  data: RateData,
  matchesTotal: number | null,
): OutpatientResult {
  const { billingCode } = request;
  const { codeType, match, fee, eapg } = outcome.found;
  const adjustment = eapg?.adjustment ?? null;
  const told = {
    referenceId: request.referenceId,
    today: request.today,
    npi: request.npi ?? provider?.npi ?? null,
    stateProviderId: provider === null ? request.stateProviderId : provider.stateProviderId,
    providerName: provider?.providerName ?? null,
    billingCode: billingCode.sent,
    billingCodeType: codeType,
    billingCodeDescription: codeType === "EAPG" ? null : hcpcsDescription(data, billingCode.code),
    rateType: "fee_schedule",
    dateOfService: request.dateOfService,
  } as const;

  return made(commonOutpatientResult(told, outcome, matchesTotal), {
    provider_type: provider?.providerType ?? null,
    provider_type_label: provider === null ? null : PROVIDER_TYPE_LABELS[provider.providerType],
    fl_provider_type_code: provider?.flProviderTypeCode ?? null,
    fl_provider_type_code_description: codeDescription(data, "provider_type", provider?.flProviderTypeCode),
    fl_specialty_code: provider?.flSpecialtyCode ?? null,
    fl_specialty_description: codeDescription(data, "specialty", provider?.flSpecialtyCode),
    hospital_class: provider?.providerType === "HOSPITAL" ? (eapg?.rate.hospitalClass ?? null) : null,
    street_address: provider?.streetAddress ?? null,
    city: provider?.city ?? null,
    county: provider?.county ?? null,
    zip_code: provider?.zipCode ?? null,
    modifier: match?.modifier ?? null,
    modifier_adjustment: fee?.modifierAdjustment?.value.text ?? null,
    place_of_service: fee?.placeOfService ?? null,
    is_manually_priced: isByReport(outcome),
    prior_auth_required: match?.row.priorAuthRequired ?? null,
    specialty_multiplier: fee?.multipliers.specialty?.value.number ?? null,
    age_multiplier_applied: fee?.multipliers.age?.value.text ?? null,
    provider_type_multiplier_applied: fee?.multipliers.providerType?.value.text ?? null,
    eapg_weight: eapg?.weight.weight.text ?? null,
    eapg_base_rate: eapg?.rate.baseRate.text ?? null,
    eapg_policy_adjustor: eapg?.rate.policyAdjustor?.text ?? null,
    eapg_childrens_addon: eapg?.rate.childrensAddon?.text ?? null,
    paf_multiple_significant: flagValue(adjustment, "paf_multiple_significant"),
    paf_same_significant: flagValue(adjustment, "paf_same_significant"),
    paf_clinical_significant: flagValue(adjustment, "paf_clinical_significant"),
    paf_packaging: flagValue(adjustment, "paf_packaging"),
    paf_repeat_ancillary: flagValue(adjustment, "paf_repeat_ancillary"),
    paf_bilateral: flagValue(adjustment, "paf_bilateral"),
    paf_terminated: flagValue(adjustment, "paf_terminated"),
    paf_adjustment: adjustment?.combined.value.text ?? null,
  });
}

/** The state's own words for one of its codes (fl 2.2). */
function codeDescription(
  data: RateData,
  kind: "provider_type" | "specialty",
  code: string | null | undefined,
): string | null {
  if (code === null || code === undefined) return null;
  return data.rows(codes, { kind, code: withoutLeadingZeros(code) })[0]?.description ?? null;
}
