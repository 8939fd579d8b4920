import { PLACES_OF_SERVICE } from "../../../pricing/place-of-service.ts";
import {
  type BillingCode,
  billingCode,
  choice,
  day,
  identifier,
  partialName,
  readAs,
  referenceId,
  required,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";
import { exactIdentifiers, rateCode } from "../identifiers.ts";
import { FEE_SCHEDULE_MODIFIERS, PROVIDER_TYPES, REGIONS } from "../values.ts";

/** A billing code, which is an APG number or else an HCPCS code. */
export interface OutpatientCode extends BillingCode {
  /** Null: an HCPCS code. */
  readonly apg: number | null;
}

const APG_NUMBER = /^[0-9]{1,4}$/;

/** 1 to 4 digits are an APG number, leading zeros ignored; everything else is HCPCS (ny 4.1). */
export function outpatientCode({ sent, code }: BillingCode): OutpatientCode {
  return { sent, code, apg: APG_NUMBER.test(code) ? Number(code) : null };
}

/** The modifiers that always have their own price (ny 4.5). */
export const PRICED_MODIFIERS = FEE_SCHEDULE_MODIFIERS;

/** The parameters of the outpatient lookup, in the contract's order (contract 4.1). */
export const outpatientParameters = {
  referenceId,
  billingCode: required(
    readAs(
      billingCode({ description: "HCPCS code, or APG number of 1 to 4 digits.", example: "99213" }),
      outpatientCode,
    ),
  ),
  ...exactIdentifiers,
  providerName: identifier(partialName({ description: "Part of the provider's name." })),
  providerType: choice(PROVIDER_TYPES, {
    description: "Only rows of this type of provider; rates of every type that matches when absent.",
  }),
  rateCode: rateCode(
    "Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group.",
  ),
  serviceRegion: choice(REGIONS, {
    description: "Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply.",
  }),
  modifier: choice(PRICED_MODIFIERS, {
    description: "Physicians. 26: professional component. TC: technical component.",
  }),
  placeOfService: choice(PLACES_OF_SERVICE, {
    description: "Physicians; the row that the state prints first when absent, mostly non_facility.",
  }),
  dateOfService: day({ description: "The day that selects the rates; today when absent.", example: "2026-10-01" }),
};

export type OutpatientRequest = RequestOf<typeof outpatientParameters>;
