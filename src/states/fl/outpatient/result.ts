import {
  boolean,
  nullableBoolean,
  nullableChoice,
  nullableDecimal,
  nullableNpi,
  nullableNumber,
  nullableString,
} from "../../../core/schema/schema.ts";
import type { RateData } from "../../../dataset/table.ts";
import { hcpcsDescription } from "../../../pricing/descriptions.ts";
import { isByReport } from "../../../pricing/outcome.ts";
import { PLACES_OF_SERVICE } from "../../../pricing/place-of-service.ts";
import { type ResultInput, resultOf } from "../../../pricing/result.ts";
import { outpatientResultFields, stateProviderId } from "../../../pricing/result-fields.ts";
import { codes, type Provider } from "../tables.ts";
import { CODE_TYPES, HOSPITAL_CLASSES, PROVIDER_TYPE_LABELS, PROVIDER_TYPES, withoutLeadingZeros } from "../values.ts";
import type { FlagName } from "./eapg.ts";
import type { Found } from "./price.ts";
import type { OutpatientRequest } from "./request.ts";

/** contract 2.7, fl 4.3 step 9, 4.4 step 7, 4.5 */
export const outpatientResult = resultOf("Florida outpatient result", shared, {
  ...outpatientResultFields,
  npi: nullableNpi("The NPI that was sent; the provider's primary one when none was.").from(
    ({ request, provider }) => request.npi ?? provider?.npi,
  ),
  state_provider_id: stateProviderId("Florida Provider Base ID."),
  billing_code_type: nullableChoice(CODE_TYPES, "The code system of the billing code.").from(
    ({ shared }) => shared.billingCodeType,
  ),
  provider_type: nullableChoice(PROVIDER_TYPES, "Type of provider.").from(({ provider }) => provider?.providerType),
  provider_type_label: nullableChoice(Object.values(PROVIDER_TYPE_LABELS), "The provider type in words.").from(
    ({ provider }) => (provider === null ? null : PROVIDER_TYPE_LABELS[provider.providerType]),
  ),
  fl_provider_type_code: nullableString("The state's provider type code.").from(
    ({ provider }) => provider?.flProviderTypeCode,
  ),
  fl_provider_type_code_description: nullableString("The state's description of the type code.").from(
    ({ provider, data }) => codeDescription(data, "provider_type", provider?.flProviderTypeCode),
  ),
  fl_specialty_code: nullableString("The state's specialty code.").from(({ provider }) => provider?.flSpecialtyCode),
  fl_specialty_description: nullableString("The state's description of the specialty code.").from(
    ({ provider, data }) => codeDescription(data, "specialty", provider?.flSpecialtyCode),
  ),
  hospital_class: nullableChoice(HOSPITAL_CLASSES, "Hospital category; EAPG results of hospitals only.").from(
    ({ provider, found }) => (provider?.providerType === "HOSPITAL" ? found.eapg?.rate.hospitalClass : null),
  ),
  street_address: nullableString("Street address of the provider.").from(({ provider }) => provider?.streetAddress),
  city: nullableString("City of the provider.").from(({ provider }) => provider?.city),
  county: nullableString("County of the provider.").from(({ provider }) => provider?.county),
  zip_code: nullableString("ZIP code of the provider.").from(({ provider }) => provider?.zipCode),
  modifier: nullableString(
    "The modifier that was applied or that the matched row has, not the one sent; a base row by report has none.",
  ).from(({ found }) => found.match?.modifier),
  modifier_adjustment: nullableDecimal(
    "26 and TC: the component as a share of the fee. 50, 52, 53, 54, 55, 56, 62, 80: the factor applied.",
  ).from(({ found }) => found.fee?.modifierAdjustment?.value.text),
  place_of_service: nullableChoice(
    PLACES_OF_SERVICE,
    "The place that the fee is for, where the state tells them apart.",
  ).from(({ found }) => found.fee?.placeOfService),
  is_manually_priced: boolean("True when the code is covered By Report: payment is set case by case.").from(
    ({ outcome }) => isByReport(outcome),
  ),
  prior_auth_required: nullableBoolean("Prior authorization is required.").from(
    ({ found }) => found.match?.row.priorAuthRequired,
  ),
  specialty_multiplier: nullableNumber("Multiplier of the provider's specialty, when applied.").from(
    ({ found }) => found.fee?.multipliers.specialty?.value.number,
  ),
  age_multiplier_applied: nullableDecimal("Multiplier for patients under 21, when applied.").from(
    ({ found }) => found.fee?.multipliers.age?.value.text,
  ),
  provider_type_multiplier_applied: nullableDecimal("Multiplier of the provider's type, when applied.").from(
    ({ found }) => found.fee?.multipliers.providerType?.value.text,
  ),
  eapg_weight: nullableDecimal("Relative weight of the EAPG.").from(({ found }) => found.eapg?.weight.weight.text),
  eapg_base_rate: nullableDecimal("The provider's own EAPG base rate.").from(
    ({ found }) => found.eapg?.rate.baseRate.text,
  ),
  eapg_policy_adjustor: nullableDecimal("The provider's policy adjustor.").from(
    ({ found }) => found.eapg?.rate.policyAdjustor?.text,
  ),
  eapg_childrens_addon: nullableDecimal("Children's hospital add-on per payable line, as published.").from(
    ({ found }) => found.eapg?.rate.childrensAddon?.text,
  ),
  paf_multiple_significant: flagFactor("paf_multiple_significant"),
  paf_same_significant: flagFactor("paf_same_significant"),
  paf_clinical_significant: flagFactor("paf_clinical_significant"),
  paf_packaging: flagFactor("paf_packaging"),
  paf_repeat_ancillary: flagFactor("paf_repeat_ancillary"),
  paf_bilateral: flagFactor("paf_bilateral"),
  paf_terminated: flagFactor("paf_terminated"),
  paf_adjustment: nullableDecimal("Product of the factors of the flags sent.").from(
    ({ found }) => found.eapg?.adjustment?.combined.value.text,
  ),
});

function flagFactor(name: FlagName) {
  return nullableDecimal("Factor of the flag, when it was sent.").from(
    ({ found }: { readonly found: Found }) =>
      found.eapg?.adjustment?.flags.find((flag) => flag.name === name)?.value.value.text,
  );
}

function shared({ request, found, data }: ResultInput<OutpatientRequest, Provider, Found>) {
  const { sent, code } = request.billingCode;
  return {
    billingCode: sent,
    billingCodeType: found.codeType,
    billingCodeDescription: found.codeType === "EAPG" ? null : hcpcsDescription(data, code),
    rateType: "fee_schedule",
  } as const;
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
