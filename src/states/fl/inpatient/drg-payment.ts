import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, plus, times } from "../../../pricing/worksheet/calculation.ts";
import { adjustorsOf } from "./adjustors.ts";
import { chargeCap } from "./charge-cap.ts";
import { childrensAddOn } from "./childrens-add-on.ts";
import type { Found } from "./found.ts";
import { costOutlier } from "./outlier.ts";
import type { Stay } from "./stay.ts";
import { transferAdjustment } from "./transfer.ts";
import { traumaEnhancement } from "./trauma.ts";

/** Base payment, transfer, trauma, children's add-on, outlier, charge cap (fl 5.3). */
export function drgPayment(stay: Stay, sheet: Sheet, found: Found): Figure<Money> {
  const { figures, weight } = stay;
  const adjustors = adjustorsOf(stay, sheet);
  const relativeWeight = sheet.figure("relative weight", weight, "relativeWeight");
  const basePayment = sheet.dollars("fl 5.3 step 2", times(figures.statewideBaseRate, relativeWeight, adjustors.max));

  const transfer = transferAdjustment(basePayment, stay, sheet);
  const drgAmount = (transfer?.amount ?? basePayment).called("DRG payment");
  const trauma = traumaEnhancement(drgAmount, stay, sheet);
  const addOn = childrensAddOn(stay, sheet);
  const outlier = costOutlier(drgAmount, stay, sheet);
  const total = totalOf(drgAmount, trauma, addOn, outlier, sheet);
  const capped = chargeCap(total, stay, sheet);

  found.paid = {
    stay,
    adjustors,
    basePayment,
    transfer,
    traumaEnhancement: trauma,
    childrensAddOn: addOn,
    outlier,
    chargeCapApplied: capped !== null,
  };
  return capped ?? total;
}

/** The sum of the parts there are, written down when there is more than one (fl 5.3 step 7). */
function totalOf(
  drgAmount: Figure<Money>,
  trauma: Figure<Money> | null,
  addOn: Figure<Money> | null,
  outlier: Figure<Money> | null,
  sheet: Sheet,
): Figure<Money> {
  const further = [
    trauma?.called("trauma enhancement"),
    addOn?.called("children's add-on"),
    outlier?.called("outlier"),
  ].filter((part) => part !== undefined);
  return further.length === 0
    ? drgAmount
    : sheet.dollars("fl 5.3 step 7", plus(drgAmount, ...further), { lead: "total: " });
}
