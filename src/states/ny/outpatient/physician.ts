import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, type Words, words } from "../../../pricing/worksheet/calculation.ts";
import type { FeeRow, Provider } from "../tables.ts";
import { apgNotOnSchedule, feePayment } from "./fee.ts";
import type { Found } from "./found.ts";
import { choosePhysicianRow } from "./physician-row.ts";
import type { OutpatientRequest } from "./request.ts";

/** The physician fee of a code, by modifier and place of service (ny 4.5). */
export function physicianFee(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure {
  const { billingCode } = request;
  if (billingCode.apg !== null) throw apgNotOnSchedule(billingCode, provider, sheet);
  const row = choosePhysicianRow(request, sheet);
  const wording = { section: "ny 4.5 step 5", name: "physician fee", trail: paidFor(row, sheet) };
  return feePayment(row, wording, sheet, found);
}

/** The fee of a 26 or TC row is multiplied already, so nothing is multiplied here (ny 4.5 step 5). */
function paidFor(row: FeeRow, sheet: Sheet): string | Words {
  const { code, modifier, placeOfService } = row;
  let what = ` for ${code}`;
  if (modifier !== null) what += ` modifier ${modifier}`;
  if (placeOfService !== null) what += ` ${placeOfService}`;
  const adjustment = sheet.figure("modifier_adjustment", row, "modifierAdjustment");
  return adjustment === null ? what : words`${what}, already multiplied by ${adjustment}`;
}
