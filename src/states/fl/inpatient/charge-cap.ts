import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, lesserOf, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import type { Stay } from "./stay.ts";

const SECTION = "fl 5.3 step 8";

/** The charges when they are less than the whole payment, add-ons included; null otherwise (fl 5.3 step 8). */
export function chargeCap(total: Figure<Money>, { totalCharges }: Stay, sheet: Sheet): Figure<Money> | null {
  if (totalCharges === null) {
    sheet.note(SECTION, words`outlier and charge cap not evaluated (total_charges not supplied)`);
    return null;
  }
  const bites = decide(total, "greater", totalCharges);
  const lesser = lesserOf(total, totalCharges);
  if (bites.outcome) {
    const capped = sheet.dollars(SECTION, lesser, { lead: "charge cap: ", shown: words`${totalCharges}` });
    sheet.decided(capped, bites);
    return capped;
  }
  sheet.notApplied(sheet.dollars(SECTION, lesser, UNPRINTED), bites);
  return null;
}
