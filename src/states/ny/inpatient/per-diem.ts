import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import type { PerDiemRate } from "../tables.ts";
import {
  alcDaysOf,
  alcPaymentOf,
  daysNotSent,
  daysWithoutAlc,
  lengthOfStayRequired,
  noDays,
  noteRateCode,
  type Stay,
  sumOf,
} from "./stay.ts";

/** Per diem x days, and ALC days at theirs (ny 5.6). */
export function perDiemPayment(stay: Stay<PerDiemRate>, sheet: Sheet): Figure<Money> {
  const { request, rate } = stay;
  const { lengthOfStay, alcDays } = request;
  const perDiem = sheet.figure("per_diem", rate, "perDiem");
  if (lengthOfStay === null) {
    sheet.unfinished("ny 5.6 step 1", times(perDiem, daysNotSent("days")));
    noteRateCode(stay, sheet);
    throw lengthOfStayRequired(`for service_type ${rate.serviceType}`, sheet);
  }
  if (lengthOfStay === 0) throw noDays(rate.serviceType, sheet);

  const alc = alcDaysOf("alc_per_diem", stay, sheet);
  const days = daysWithoutAlc("ny 5.6 step 2", lengthOfStay, alcDays, sheet).called("days");
  const ofDays = sheet.dollars("ny 5.6 step 2", times(perDiem, days));
  const ofAlcDays = alcPaymentOf("ny 5.6 step 2", alc, sheet);
  const payment =
    ofAlcDays === null
      ? ofDays
      : sheet.dollars("ny 5.6 step 3", sumOf(ofDays.called("per_diem_payment"), ofAlcDays.called("alc_payment")));
  noteRateCode(stay, sheet);
  return payment;
}
