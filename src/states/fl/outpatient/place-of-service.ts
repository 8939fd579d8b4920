import type { PlaceOfService } from "../values.ts";

/** A place in words, or a two-digit place-of-service code 01 to 99 (fl 4.1). */
export const PLACE_OF_SERVICE = /^(?:facility|non_facility|0[1-9]|[1-9][0-9])$/i;

/** What is meant when no place is sent (fl 4.1). */
export const DEFAULT_PLACE: PlaceOfService = "non_facility";

/** Off-campus and on-campus hospital departments, inpatient hospital, emergency room and surgical center. */
const FACILITY_CODES = ["19", "21", "22", "23", "24"];

/** Whether the facility or the non-facility fee is asked for (fl 4.1). */
export function placeAskedFor(sent: string | null): PlaceOfService {
  if (sent === null) return DEFAULT_PLACE;
  return FACILITY_CODES.includes(sent) || sent.toLowerCase() === "facility" ? "facility" : "non_facility";
}
