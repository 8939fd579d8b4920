import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, over, times } from "../../../pricing/worksheet/calculation.ts";
import type { Stay } from "./stay.ts";

/** The hospital's average add-on, scaled by this case's weight over its casemix; null without one (fl 5.3 step 5). */
export function childrensAddOn({ rate, weight }: Stay, sheet: Sheet): Figure<Money> | null {
  const average = sheet.figure("add-on", rate, "childrensAddon");
  if (average === null) return null;
  const casemix = sheet.figure("casemix", rate, "casemix");
  const scaled =
    casemix === null
      ? average
      : over(times(average, sheet.figure("relative weight", weight, "relativeWeight")), casemix);
  return sheet.dollars("fl 5.3 step 5", scaled, { lead: "children's add-on: " });
}
