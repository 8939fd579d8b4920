import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, plus, times } from "../../../pricing/worksheet/calculation.ts";
import { addOnMultiplier } from "../hospital.ts";
import type { Provider } from "../tables.ts";
import type { Found } from "./found.ts";
import { costOutlier, type Outlier } from "./outlier.ts";
import { type ShortStay, shortStay } from "./short-stay.ts";
import type { Stay } from "./stay.ts";

/** Base rate x weight, then short stay, cost outlier and add-on (ga 5.3). */
export function drgPayment(stay: Stay, provider: Provider, sheet: Sheet, found: Found): Figure<Money> {
  const basePayment = basePaymentOf(stay, provider, sheet);
  const short = shortStay(stay, basePayment, sheet);
  const outlier = costOutlier(stay, short, sheet);
  const preAddOnSubtotal = subtotalOf(short, outlier, sheet);

  const addOn = addOnMultiplier(provider, sheet);
  const payment = sheet.dollars("ga 5.3 step 6", times(preAddOnSubtotal.called("subtotal"), addOn));
  found.paid = { basePayment, shortStay: short, outlier, preAddOnSubtotal, addOn };
  return payment;
}

/** The first step. The inpatient result has no campus field, so its line names the campus (ga 5.3 step 1). */
function basePaymentOf({ hospital, weight }: Stay, { campusName }: Provider, sheet: Sheet): Figure<Money> {
  const formula = times(
    sheet.figure("base rate", hospital, "ipBaseRate"),
    sheet.figure("relative weight", weight, "relativeWeight"),
  );
  return sheet.dollars("ga 5.3 step 1", formula, {
    lead: campusName === null ? "" : `campus ${campusName}: `,
    resultName: "base payment",
  });
}

/** The per-case payment and what the outlier adds (ga 5.3 step 5). */
function subtotalOf({ perCase }: ShortStay, { addition }: Outlier, sheet: Sheet): Figure<Money> {
  if (addition === null) return perCase;
  const formula = plus(perCase.called("per-case payment"), addition.amount.called("outlier"));
  return sheet.dollars("ga 5.3 step 5", formula, { resultName: "subtotal" });
}
