import { ONE } from "../../../core/money/arithmetic.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { constant, type Figure, lesserOf, over, plus, times } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import type { Stay } from "./stay.ts";

export interface Transfer {
  readonly amount: Figure<Money>;
  readonly applied: boolean;
}

/** A transfer is paid by the day, the day of transfer counted, up to the full payment (ca 5.4 step 3). */
export function transferAdjustment(
  basePayment: Figure<Money>,
  { lengthOfStay, weight }: Pick<Stay, "lengthOfStay" | "weight">,
  sheet: Sheet,
): Transfer {
  const section = "ca 5.4 step 3";
  const days = plus(lengthOfStay, constant(section, ONE, "days"));
  const average = sheet.figure("national average LOS", weight, "nationalAverageLos", "days");
  const byTheDay = sheet.dollars(section, over(times(basePayment, days), average));
  const isLess = decide(byTheDay, "less", basePayment);
  const amount = sheet.dollars(section, lesserOf(byTheDay, basePayment));
  sheet.decided(amount, isLess);
  return { amount, applied: isLess.outcome };
}
