import { asMoney, dollars } from "../../../money/arithmetic.ts";
import { type Factor, whole } from "../../../money/factor.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import type { MediCalProgram } from "../program.ts";
import { cappedPayment, chargesOf } from "./charges.ts";
import { basePaymentOf, type StayPayment } from "./drg-payment.ts";
import type { Stay } from "./stay.ts";

export interface InterimPayment extends StayPayment {
  readonly perDiem: Factor;
}

/** IP-B: per diem x days, then the charge cap; no transfer, no outlier (ca 5.5). */
export function interimPayment(stay: Stay, program: MediCalProgram): InterimPayment | NoRate {
  const perDiem = program("interim_per_diem");
  if (perDiem instanceof NoRate) return perDiem;

  const sheet = new Worksheet();
  const beforeCap = sheet.step(
    formula`interim per diem (${asMoney(perDiem)}) x length of stay (${stay.lengthOfStay})`,
    dollars(perDiem, whole(stay.lengthOfStay)),
  );
  const charges = chargesOf(stay, beforeCap);
  const capped = cappedPayment(beforeCap, charges, sheet);
  if (stay.isTransfer) sheet.note(formula`transfer_claim has no effect on an interim claim`);

  return {
    payment: capped ?? beforeCap,
    basePayment: basePaymentOf(stay),
    charges,
    chargeCapApplied: capped !== null,
    perDiem,
    method: sheet.line,
  };
}
