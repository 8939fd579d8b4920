import { times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import type { MediCalProgram } from "../program.ts";
import { type Charges, cappedPayment, chargesOf } from "./charges.ts";
import { highSideOutlier, lowSideOutlier, type Outlier, type OutlierRule } from "./outlier.ts";
import type { Stay } from "./stay.ts";
import { type Transfer, transferAdjustment } from "./transfer.ts";

/** What both inpatient paths come to. */
export interface StayPayment {
  readonly payment: Money;
  readonly basePayment: Money;
  readonly charges: Charges;
  readonly chargeCapApplied: boolean;
  readonly method: string;
}

export interface DrgPayment extends StayPayment {
  readonly transfer: Transfer | null;
  readonly outlier: Outlier | null;
  /** The rule in force; the low-side one when that fired. */
  readonly outlierRule: OutlierRule;
}

/** Base rate x weight x casemix adjustment (ca 5.4 step 2). */
export function basePaymentOf({ hospital, paymentRelativeWeight }: Stay): Money {
  return times(hospital.drgBaseRate, paymentRelativeWeight, hospital.casemixAdjustmentFactor);
}

/** IP-A: base x weight, then transfer, outlier, charge cap (ca 5.4). */
export function drgPayment(stay: Stay, program: MediCalProgram): DrgPayment | NoRate {
  const threshold = program("outlier_threshold");
  if (threshold instanceof NoRate) return threshold;
  const marginalCostPercentage = program("marginal_cost_percentage");
  if (marginalCostPercentage instanceof NoRate) return marginalCostPercentage;
  const highSide = { threshold, marginalCostPercentage };

  const { hospital, paymentRelativeWeight } = stay;
  const sheet = new Worksheet();
  const basePayment = sheet.step(
    formula`DRG base rate (${hospital.drgBaseRate}) x payment relative weight (${paymentRelativeWeight}) x casemix adjustment factor (${hospital.casemixAdjustmentFactor})`,
    basePaymentOf(stay),
  );
  const transfer = stay.isTransfer ? transferAdjustment(basePayment, stay, sheet) : null;
  const drgAmount = transfer?.amount ?? basePayment;

  const charges = chargesOf(stay, drgAmount);
  const outlier =
    charges.source === "estimated" ? null : outlierOf(drgAmount, charges.estimatedCost, highSide, program, sheet);
  const beforeCap = outlier?.payment ?? drgAmount;
  const capped = cappedPayment(beforeCap, charges, sheet);

  return {
    payment: capped ?? beforeCap,
    basePayment,
    transfer,
    charges,
    outlier,
    outlierRule: outlier?.rule ?? highSide,
    chargeCapApplied: capped !== null,
    method: sheet.line,
  };
}

/** The high side, else the low side where the program has one on the day. */
function outlierOf(
  payment: Money,
  cost: Money,
  highSide: OutlierRule,
  program: MediCalProgram,
  sheet: Worksheet,
): Outlier | null {
  const high = highSideOutlier(payment, cost, highSide, sheet);
  if (high !== null) return high;

  const threshold = program("low_side_outlier_threshold");
  const marginalCostPercentage = program("low_side_marginal_cost_percentage");
  if (threshold instanceof NoRate || marginalCostPercentage instanceof NoRate) return null;
  return lowSideOutlier(payment, cost, { threshold, marginalCostPercentage }, sheet);
}
