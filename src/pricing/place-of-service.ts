/** Where a service was performed, for fees that differ by it. */
export const PLACES_OF_SERVICE = ["facility", "non_facility"] as const;

export type PlaceOfService = (typeof PLACES_OF_SERVICE)[number];

export const PLACE_OF_SERVICE_WORDS: Readonly<Record<PlaceOfService, string>> = {
  facility: "facility",
  non_facility: "non-facility",
};
