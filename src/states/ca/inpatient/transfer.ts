import { isMore, lesser, timesOver } from "../../../money/arithmetic.ts";
import { whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

export interface Transfer {
  readonly amount: Money;
  readonly applied: boolean;
}

/** A transfer is paid by the day, the day of transfer counted, up to the full payment (ca 5.4 step 3). */
export function transferAdjustment(
  basePayment: Money,
  { lengthOfStay, weight }: Pick<Stay, "lengthOfStay" | "weight">,
  sheet: Worksheet,
): Transfer {
  const { nationalAverageLos } = weight;
  const byTheDay = sheet.step(
    formula`${basePayment} x (length of stay (${lengthOfStay}) + 1) / national average LOS (${nationalAverageLos})`,
    timesOver(basePayment, whole(lengthOfStay + 1), nationalAverageLos),
  );
  const amount = sheet.step(formula`lesser of ${byTheDay} and ${basePayment}`, lesser(byTheDay, basePayment));
  return { amount, applied: isMore(basePayment, byTheDay) };
}
