import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, times, words } from "../../../pricing/worksheet/calculation.ts";
import { mediCalProgram } from "../program.ts";
import { cappedPayment, chargesOf } from "./charges.ts";
import { basePaymentOf } from "./drg-payment.ts";
import type { Found } from "./found.ts";
import type { Stay } from "./stay.ts";

/** IP-B: per diem x days, then the charge cap; no transfer, no outlier (ca 5.5). */
export function interimPayment(stay: Stay, sheet: Sheet, found: Found): Figure<Money> {
  const perDiem = sheet.dollarParameter(mediCalProgram, "interim_per_diem").called("interim per diem");
  const beforeCap = sheet.dollars("ca 5.5", times(perDiem, stay.lengthOfStay));
  const charges = chargesOf(stay, beforeCap, sheet);
  const capped = cappedPayment(beforeCap, charges, sheet);
  if (stay.isTransfer) sheet.note("ca 5.5", words`transfer_claim has no effect on an interim claim`);

  found.paid = {
    // Shown for reference: an interim claim is not paid by it.
    basePayment: basePaymentOf(stay, sheet, UNPRINTED),
    lengthOfStay: stay.lengthOfStay,
    charges,
    chargeCapApplied: capped !== null,
    interimPerDiem: perDiem,
    drg: null,
  };
  return capped ?? beforeCap;
}
