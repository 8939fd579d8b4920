import type { PracticeCost, StatusCode } from "../dataset/medicare-tables.ts";
import { PLACES_OF_SERVICE, type PlaceOfService } from "../pricing/place-of-service.ts";
import {
  anyModifier,
  assuming,
  billingCode,
  choice,
  day,
  MINUTES,
  patterned,
  readAs,
  required,
  text,
  wholeNumber,
} from "../pricing/request/kinds.ts";
import type { RequestOf } from "../pricing/request/parameter.ts";

/** The place of service when the request has none (medicare 3.1): the one that comparisons with Medicaid take. */
export const PLACE_WHEN_ABSENT = "non_facility" satisfies PlaceOfService;

const ZIP = /^[0-9]{5}(?:-?[0-9]{4})?$/;

/** Published base units go up to 30. */
const BASE_UNITS = { min: 0, max: 100 };

/** Where a service is performed, in each of the ways that it can be said (medicare 3.2). */
export const placeParameters = {
  zip: patterned({
    description: "ZIP code of the place where the service is performed, 5 or 9 digits.",
    example: "94110",
    pattern: ZIP,
    expected: "a ZIP code of 5 or 9 digits",
  }),
  locality: patterned({
    description: "Medicare contractor and locality, such as 01112-05. Counts before the ZIP code.",
    example: "01112-05",
    pattern: /^[0-9]{5}-[0-9]{2}$/,
    expected: "a contractor of five digits, a hyphen and a locality of two, such as 01112-05",
  }),
  state: readAs(
    patterned({
      description: "State of the county, two letters.",
      example: "CA",
      pattern: /^[A-Za-z]{2}$/,
      expected: "a state of two letters, such as CA",
    }),
    (sent) => sent.toUpperCase(),
  ),
  county: text({
    description: "County, with its state. Counts where no ZIP code is sent or the ZIP code lies in several localities.",
    example: "San Francisco",
  }),
};

/** The parameters of a Medicare price (medicare 3). */
export const priceParameters = {
  code: required(billingCode({ description: "HCPCS or CPT procedure code.", example: "76145" })),
  modifier: anyModifier({
    description:
      "26, TC or 53 where the schedule lists it; QW of a laboratory test; AA, QK, QX, QY or QZ of anesthesia.",
  }),
  placeOfService: assuming(
    choice(PLACES_OF_SERVICE, { description: "Where the service is performed." }),
    PLACE_WHEN_ABSENT,
  ),
  ...placeParameters,
  anesthesiaMinutes: wholeNumber(MINUTES, { description: "Anesthesia codes only: minutes of anesthesia." }),
  anesthesiaBaseUnits: wholeNumber(BASE_UNITS, {
    description: "Anesthesia codes only: base units of the code, where the loaded data has none.",
  }),
  dateOfService: day({ description: "The day that selects the schedules; today when absent.", example: "2025-10-15" }),
};

export type MedicareRequest = Omit<RequestOf<typeof priceParameters>, "today">;

export const SCHEDULES = ["physician", "anesthesia", "laboratory"] as const;

/** What a price finds on its way; a failed one has found what came before the failure. */
export interface MedicareFound {
  schedule?: (typeof SCHEDULES)[number];
  statusCode?: StatusCode;
  modifier: string | null;
  locality?: PracticeCost;
  readonly notes: string[];
}
