import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, times, type Wording } from "../../../pricing/worksheet/calculation.ts";
import { mediCalProgram } from "../program.ts";
import { cappedPayment, chargesOf } from "./charges.ts";
import type { Found } from "./found.ts";
import { highSideOutlier, lowSideOutlier, type Outlier, type OutlierRule } from "./outlier.ts";
import type { Stay } from "./stay.ts";
import { transferAdjustment } from "./transfer.ts";

/** Base rate x weight x casemix adjustment (ca 5.4 step 2). */
export function basePaymentOf(
  { hospital, paymentRelativeWeight }: Stay,
  sheet: Sheet,
  wording: Wording | null,
): Figure<Money> {
  const formula = times(
    sheet.figure("DRG base rate", hospital, "drgBaseRate"),
    paymentRelativeWeight,
    sheet.figure("casemix adjustment factor", hospital, "casemixAdjustmentFactor"),
  );
  return sheet.dollars("ca 5.4 step 2", formula, wording);
}

/** IP-A: base x weight, then transfer, outlier, charge cap (ca 5.4). */
export function drgPayment(stay: Stay, sheet: Sheet, found: Found): Figure<Money> {
  const highSide: OutlierRule = {
    threshold: sheet.dollarParameter(mediCalProgram, "outlier_threshold").called("outlier threshold"),
    marginalCostPercentage: sheet
      .parameter(mediCalProgram, "marginal_cost_percentage")
      .called("marginal cost percentage"),
  };
  const basePayment = basePaymentOf(stay, sheet, {});
  const transfer = stay.isTransfer ? transferAdjustment(basePayment, stay, sheet) : null;
  const drgAmount = transfer?.amount ?? basePayment;

  const charges = chargesOf(stay, drgAmount, sheet);
  const outlier = charges.source === "estimated" ? null : outlierOf(drgAmount, charges.estimatedCost, highSide, sheet);
  const beforeCap = outlier?.payment ?? drgAmount;
  const capped = cappedPayment(beforeCap, charges, sheet);

  found.paid = {
    basePayment,
    lengthOfStay: stay.lengthOfStay,
    charges,
    chargeCapApplied: capped !== null,
    interimPerDiem: null,
    drg: { transfer, outlier, ...(outlier?.rule ?? highSide) },
  };
  return capped ?? beforeCap;
}

/** The high side, else the low side where the program has one on the day. */
function outlierOf(payment: Figure<Money>, cost: Figure<Money>, highSide: OutlierRule, sheet: Sheet): Outlier | null {
  const high = highSideOutlier(payment, cost, highSide, sheet);
  if (high !== null) return high;

  const threshold = sheet.dollarParameterIfAny(mediCalProgram, "low_side_outlier_threshold");
  const share = sheet.parameterIfAny(mediCalProgram, "low_side_marginal_cost_percentage");
  if (threshold === null || share === null) return null;
  const rule = {
    threshold: threshold.called("low-side outlier threshold"),
    marginalCostPercentage: share.called("marginal cost percentage"),
  };
  return lowSideOutlier(payment, cost, rule, sheet);
}
