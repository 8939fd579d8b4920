import { PLACES_OF_SERVICE, type PlaceOfService } from "../../../pricing/place-of-service.ts";
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
import type { Sheet } from "../../../pricing/sheet.ts";
import { PHYSICAL_STATUSES, PROVIDER_TYPES } from "../values.ts";

/** The place of service when the request has none (ga 4.1). */
const PLACE_WHEN_ABSENT = "non_facility" satisfies PlaceOfService;

/** The modifiers that always have their own price: components, and who performed the anesthesia (ga 4.3, 4.4). */
export const PRICED_MODIFIERS = ["26", "TC", "AA", "QK", "QY", "QX", "QZ"] as const;

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

type Placed = Pick<OutpatientRequest, "placeOfService">;

export function placeOf({ placeOfService }: Placed): PlaceOfService {
  return placeOfService ?? PLACE_WHEN_ABSENT;
}

/** Records the default place if the choice of a row depends on it. */
export function assumePlace({ placeOfService }: Placed, sheet: Sheet): void {
  if (placeOfService === null) sheet.assume("place_of_service", PLACE_WHEN_ABSENT, "not sent: not at a facility");
}
