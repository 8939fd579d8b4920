import { isMore, lesser, over, times } from "../../../money/arithmetic.ts";
import { whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

export interface Transfer {
  readonly amount: Money;
  readonly applied: boolean;
}

/**
 * A transfer is paid by the day, the day of transfer counted, up to the full payment (fl 5.3 step 3).
 * Null where it is not evaluated: the weight may already be that of a transferred newborn, or no
 * average stay is published.
 */
export function transferAdjustment(basePayment: Money, stay: Stay, sheet: Worksheet): Transfer | null {
  const { weight, isTransfer } = stay;
  if (!isTransfer) return null;
  if (weight.transferExempt) {
    sheet.note(formula`transfer not applied (APR-DRG ${weight.drg} is exempt)`);
    return null;
  }
  if (weight.meanLos === null) {
    sheet.note(formula`transfer not evaluated (no mean LOS published)`);
    return null;
  }

  const days = stay.lengthOfStay as number;
  const perDiem = sheet.labelledStep(
    formula`transfer: base payment (${basePayment.text}) / mean LOS (${weight.meanLos})`,
    "per diem",
    over(basePayment, weight.meanLos),
  );
  const byTheDay = sheet.step(
    formula`per diem (${perDiem.text}) x (LOS (${days}) + 1)`,
    times(perDiem, whole(days + 1)),
  );
  const applied = isMore(basePayment, byTheDay);
  if (!applied) sheet.remark(formula`not less than base payment, not applied`);
  return { amount: lesser(byTheDay, basePayment), applied };
}
