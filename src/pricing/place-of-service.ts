/** Where a service was performed, for fees that differ by it. */
export const PLACES_OF_SERVICE = ["facility", "non_facility"] as const;

export type PlaceOfService = (typeof PLACES_OF_SERVICE)[number];

export const PLACE_OF_SERVICE_WORDS: Readonly<Record<PlaceOfService, string>> = {
  facility: "facility",
  non_facility: "non-facility",
};

/** CMS's codes whose place Medicare pays as a facility: hospitals, surgical centers, nursing facilities, ambulances and the like. */
const FACILITY_CODES = new Set("02 19 21 22 23 24 26 31 34 41 42 51 52 53 56 61".split(" "));
/** CMS's other codes: offices, homes, clinics, laboratories and the like. */
const NON_FACILITY_CODES = new Set(
  "01 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 20 25 27 32 33 49 50 54 55 57 58 60 62 65 66 71 72 81 99".split(
    " ",
  ),
);

/** The place that a two-digit code of CMS's list means (medicare 3.1); null for a code that the list does not have. A state may have its own rule. */
export function placeOfCode(code: string): PlaceOfService | null {
  if (FACILITY_CODES.has(code)) return "facility";
  return NON_FACILITY_CODES.has(code) ? "non_facility" : null;
}
