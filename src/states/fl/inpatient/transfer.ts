import { ONE } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { constant, type Figure, over, plus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import type { Stay } from "./stay.ts";

export interface Transfer {
  readonly amount: Figure<Money>;
  readonly applied: boolean;
}

const SECTION = "fl 5.3 step 3";

/**
 * A transfer is paid by the day, the day of transfer counted, up to the full payment (fl 5.3 step 3).
 * Null where it is not evaluated: the weight may already be that of a transferred newborn, or no
 * average stay is published.
 */
export function transferAdjustment(basePayment: Figure<Money>, stay: Stay, sheet: Sheet): Transfer | null {
  const { weight, isTransfer } = stay;
  if (!isTransfer) return null;
  if (weight.transferExempt) {
    sheet.note(SECTION, `transfer not applied (APR-DRG ${weight.drg} is exempt)`);
    return null;
  }
  const average = sheet.figure("mean LOS", weight, "meanLos", "days");
  if (average === null) {
    sheet.note(SECTION, words`transfer not evaluated (no mean LOS published)`);
    return null;
  }

  const perDiem = sheet.dollars(SECTION, over(basePayment.called("base payment"), average), {
    lead: "transfer: ",
    resultLabel: "per diem",
  });
  // Where an average is published there is a length of stay, sent or not.
  const days = plus(stay.lengthOfStay as Figure<Factor>, constant(SECTION, ONE, "days"));
  const byTheDay = sheet.dollars(SECTION, times(perDiem.called("per diem"), days));
  const isLess = decide(byTheDay, "less", basePayment);
  if (isLess.outcome) {
    sheet.decided(byTheDay, isLess);
    return { amount: byTheDay, applied: true };
  }
  sheet.notApplied(byTheDay, isLess, words`not less than base payment, not applied`);
  return { amount: basePayment, applied: false };
}
