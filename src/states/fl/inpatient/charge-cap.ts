import { isMore } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

/** The charges when they are less than the whole payment, add-ons included; null otherwise (fl 5.3 step 8). */
export function chargeCap(total: Money, { totalCharges }: Pick<Stay, "totalCharges">, sheet: Worksheet): Money | null {
  if (totalCharges === null) {
    sheet.note(formula`outlier and charge cap not evaluated (total_charges not supplied)`);
    return null;
  }
  if (!isMore(total, totalCharges)) return null;
  return sheet.step(formula`charge cap: total charges (${totalCharges.text})`, totalCharges);
}
