import type { Sheet } from "../../../pricing/sheet.ts";
import type { PlaceOfService } from "../values.ts";

/** Where a service is taken to be given when the request does not say (ga 4.1). */
export const PLACE_WHEN_ABSENT = "non_facility" satisfies PlaceOfService;

interface Placed {
  readonly placeOfService: PlaceOfService | null;
}

export function placeOf({ placeOfService }: Placed): PlaceOfService {
  return placeOfService ?? PLACE_WHEN_ABSENT;
}

/** Notes the place that the choice of a row rests on, where it was not sent. */
export function assumePlace({ placeOfService }: Placed, sheet: Sheet): void {
  if (placeOfService === null) sheet.assume("place_of_service", PLACE_WHEN_ABSENT, "not sent: not at a facility");
}
