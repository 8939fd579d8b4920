import { isMore, over, times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

/** The charges of a claim, sent or estimated, and what they cost the hospital. */
export interface Charges {
  readonly total: Money;
  readonly source: "actual" | "estimated";
  readonly estimatedCost: Money;
}

/**
 * Charges sent, else those at which the hospital just breaks even on `payment`, so that an
 * estimate never creates an outlier or a cap (ca 5.4 step 4).
 */
export function chargesOf({ totalCharges, hospital }: Stay, payment: Money): Charges {
  const total = totalCharges ?? over(payment, hospital.costToChargeRatio);
  return {
    total,
    source: totalCharges === null ? "estimated" : "actual",
    estimatedCost: times(total, hospital.costToChargeRatio),
  };
}

/** The lesser of the payment and charges that were sent (ca 5.4 step 7); null when the cap does not bite. */
export function cappedPayment(payment: Money, charges: Charges, sheet: Worksheet): Money | null {
  if (charges.source === "estimated" || !isMore(payment, charges.total)) return null;
  return sheet.step(formula`charge cap: lesser of ${payment} and total charges (${charges.total})`, charges.total);
}
