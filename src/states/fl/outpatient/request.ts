import type { PlaceOfService } from "../../../pricing/place-of-service.ts";
import {
  anyModifier,
  assuming,
  billingCode,
  choice,
  day,
  flag,
  patterned,
  providerIdentifiers,
  referenceId,
  required,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";
import { CARVE_OUTS } from "../tables.ts";
import { CODE_TYPES, PROVIDER_TYPES } from "../values.ts";

/** A place in words, or a two-digit place-of-service code 01 to 99 (fl 4.1). */
const PLACE_OF_SERVICE = /^(?:facility|non_facility|0[1-9]|[1-9][0-9])$/i;

const DEFAULT_PLACE: PlaceOfService = "non_facility";

/** Modifiers with their own amount in a base row: the column of the amount (fl 4.3 step 3b). */
export const COMPONENTS = { "26": "pci", TC: "tci" } as const;

/** The modifiers that always have their own price, or none if nothing is published for them (fl 4.3). */
export const PRICED_MODIFIERS: readonly string[] = [...Object.keys(COMPONENTS), ...CARVE_OUTS];

function adjustorFlag(what: string) {
  return flag({ description: `EAPG payment adjustor flag (PAF): ${what}.` });
}

/** The parameters of the outpatient lookup, in the contract's order (contract 4.8). */
export const outpatientParameters = {
  referenceId,
  billingCode: required(
    billingCode({ description: "HCPCS code, or EAPG of a hospital or surgical center line.", example: "99213" }),
  ),
  billingCodeType: choice(CODE_TYPES, {
    description: "The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG.",
  }),
  ...providerIdentifiers({
    stateProviderId: "Florida Provider Base ID.",
    providerName: "Part of the provider's name.",
  }),
  providerType: choice(PROVIDER_TYPES, { description: "Only the provider's enrolments of this type." }),
  modifier: anyModifier({
    description: `26: professional component. TC: technical component. Also ${CARVE_OUTS.join(", ")} and any modifier that the state publishes a fee for.`,
    example: "26",
  }),
  placeOfService: assuming(
    patterned({
      description:
        "facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility.",
      example: "facility",
      pattern: PLACE_OF_SERVICE,
      expected: "facility, non_facility or a two-digit place-of-service code",
    }),
    DEFAULT_PLACE,
  ),
  childPatient: flag({ description: "The patient is under 21." }),
  dateOfService: day({ description: "The day that selects the rates; today when absent.", example: "2026-10-01" }),
  pafMultipleSignificant: adjustorFlag("one of several significant procedures"),
  pafSameSignificant: adjustorFlag("consolidated with the same significant procedure"),
  pafClinicalSignificant: adjustorFlag("consolidated with a clinically related significant procedure"),
  pafPackaging: adjustorFlag("packaged into another line"),
  pafRepeatAncillary: adjustorFlag("a repeated ancillary service"),
  pafBilateral: adjustorFlag("a bilateral procedure"),
  pafTerminated: adjustorFlag("a terminated procedure"),
};

export type OutpatientRequest = RequestOf<typeof outpatientParameters>;

/** Off-campus and on-campus hospital departments, inpatient hospital, emergency room and surgical center. */
const FACILITY_CODES = ["19", "21", "22", "23", "24"];

/** Whether the facility or the non-facility fee applies (fl 4.1). */
export function placeSentOrDefault(sent: string | null): PlaceOfService {
  if (sent === null) return DEFAULT_PLACE;
  return FACILITY_CODES.includes(sent) || sent.toLowerCase() === "facility" ? "facility" : "non_facility";
}
