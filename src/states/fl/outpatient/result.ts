import type { RateData } from "../../../dataset/rate-data.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import type { Result } from "../../../pricing/lookup.ts";
import {
  commonResultFields,
  day,
  flag,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableNpi,
  nullableNumber,
  nullableString,
  resultSchema,
} from "../../../pricing/result-fields.ts";
import { withoutLeadingZeros } from "../leading-zeros.ts";
import { codes, type Provider } from "../tables.ts";
import {
  CODE_TYPES,
  type CodeType,
  HOSPITAL_CLASSES,
  PLACES_OF_SERVICE,
  PROVIDER_TYPE_LABELS,
  PROVIDER_TYPES,
} from "../values.ts";
import type { EapgPrice } from "./eapg.ts";
import type { FeeMatch } from "./fee-row.ts";
import type { FeePrice } from "./fee-schedule.ts";
import { flagValue } from "./payment-adjustor-flags.ts";
import type { OutpatientRequest } from "./request.ts";

/** What a lookup found: a price of one of the two paths, a code priced by report, or why there is neither. */
export type Finding =
  | { readonly kind: "fee"; readonly match: FeeMatch; readonly price: FeePrice }
  | { readonly kind: "by report"; readonly match: FeeMatch }
  | { readonly kind: "eapg"; readonly price: EapgPrice }
  | Failure;

export interface Failure {
  readonly kind: "failed";
  /** The code system it was looked for in; null when that is open. */
  readonly codeType: CodeType | null;
  readonly message: string;
}

/** contract 2.7 */
export const outpatientResultSchema = resultSchema(
  "Florida outpatient result",
  {
    ...commonResultFields,
    npi: nullableNpi("The NPI that was sent; the provider's primary one when none was."),
    state_provider_id: nullableString("Florida Provider Base ID."),
    billing_code_type: nullableChoice(CODE_TYPES, "The code system of the billing code."),
    date_of_service_used: day("The day the rate was priced against."),
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
  },
  [
    "state_provider_id",
    "provider_name",
    "provider_type",
    "provider_type_label",
    "fl_provider_type_code",
    "fl_provider_type_code_description",
    "fl_specialty_code",
    "fl_specialty_description",
    "street_address",
    "city",
    "county",
    "zip_code",
  ],
);

/** One result with every field of the contract (fl 4.3 step 9, 4.4 step 7, 4.5). */
export function outpatientResult(
  request: OutpatientRequest,
  provider: Provider | null,
  finding: Finding,
  data: RateData,
  matchesTotal: number | null,
): Result {
  const { billingCode } = request;
  const match = finding.kind === "fee" || finding.kind === "by report" ? finding.match : null;
  const fee = finding.kind === "fee" ? finding.price : null;
  const eapg = finding.kind === "eapg" ? finding.price : null;
  const price = fee ?? eapg;
  const period = price?.period ?? match?.row.period;
  const codeType = codeTypeOf(finding);
  const adjustment = eapg?.adjustment ?? null;

  return {
    reference_id: request.referenceId,
    rate_found: price !== null,
    error_message: errorMessage(finding, billingCode.code),
    provider_matches_total: matchesTotal,
    npi: request.npi ?? provider?.npi ?? null,
    state_provider_id: provider === null ? request.stateProviderId : provider.stateProviderId,
    provider_name: provider?.providerName ?? null,
    billing_code: billingCode.sent,
    billing_code_type: codeType,
    billing_code_description: codeType === "EAPG" ? null : hcpcsDescription(data, billingCode.code),
    payment_rate: price?.payment.text ?? null,
    payment_rate_type: price !== null ? "fee_schedule" : match !== null ? "manually_priced" : null,
    calculation_method: price?.method ?? (match === null ? null : BY_REPORT_METHOD),
    effective_start_date: period?.start ?? null,
    effective_end_date: period?.end ?? null,
    date_of_service_used: request.dateOfService,
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
    modifier_adjustment: fee?.modifierAdjustment?.text ?? null,
    place_of_service: fee?.placeOfService ?? null,
    is_manually_priced: finding.kind === "by report",
    prior_auth_required: match?.row.priorAuthRequired ?? null,
    specialty_multiplier: fee?.multipliers.specialty?.multiplier.number ?? null,
    age_multiplier_applied: fee?.multipliers.age?.multiplier.text ?? null,
    provider_type_multiplier_applied: fee?.multipliers.providerType?.multiplier.text ?? null,
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
    paf_adjustment: adjustment?.combined.text ?? null,
  };
}

const BY_REPORT_METHOD = "By Report: no published amount; payment = amount set by the state case by case";

function codeTypeOf(finding: Finding): CodeType | null {
  if (finding.kind === "failed") return finding.codeType;
  return finding.kind === "eapg" ? "EAPG" : "HCPCS";
}

/** Why there is no amount; by report it is F8 (fl 4.5). */
function errorMessage(finding: Finding, code: string): string | null {
  if (finding.kind === "failed") return finding.message;
  if (finding.kind !== "by report") return null;
  return `${code} is priced By Report: it is covered and the state sets the payment case by case; no amount is published.`;
}

/** The state's own words for one of its codes (fl 2.2). */
function codeDescription(
  data: RateData,
  kind: "provider_type" | "specialty",
  code: string | null | undefined,
): string | null {
  if (code === null || code === undefined) return null;
  return data.rows(codes, kind, withoutLeadingZeros(code))[0]?.description ?? null;
}
