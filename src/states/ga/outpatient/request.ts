import {
  anyModifier,
  assuming,
  billingCode,
  charges,
  choice,
  day,
  identifier,
  MINUTES,
  npi,
  partialName,
  referenceId,
  required,
  wholeNumber,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";
import { PHYSICAL_STATUSES, PLACES_OF_SERVICE, PROVIDER_TYPES } from "../values.ts";
import { PLACE_WHEN_ABSENT } from "./place-of-service.ts";

/** The parameters of the outpatient lookup, in the contract's order (contract 4.5, ga 4.1). */
export const outpatientParameters = {
  referenceId,
  billingCode: required(billingCode({ description: "HCPCS or CPT procedure code.", example: "99213" })),
  npi: identifier(npi),
  providerName: identifier(partialName({ description: "Part of the provider's name." })),
  providerType: choice(PROVIDER_TYPES, {
    description: "Only the provider's records of this type; all its types when absent.",
  }),
  modifier: anyModifier({
    description:
      "26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor.",
  }),
  placeOfService: assuming(
    choice(PLACES_OF_SERVICE, {
      description: "Physician codes only: facility asks for the site-of-service rate.",
    }),
    PLACE_WHEN_ABSENT,
  ),
  billedCharges: charges({
    description:
      "Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned.",
    example: "1874.35",
  }),
  anesthesiaMinutes: wholeNumber(MINUTES, {
    description: "Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit.",
  }),
  physicalStatus: choice(PHYSICAL_STATUSES, {
    description: "ASA physical status of the patient; P3, P4 and P5 add anesthesia units.",
  }),
  dateOfService: day({ description: "The day that selects the rates; today when absent.", example: "2026-10-01" }),
};

export type OutpatientRequest = RequestOf<typeof outpatientParameters>;
