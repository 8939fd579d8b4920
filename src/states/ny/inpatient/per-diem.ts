import { times } from "../../../money/arithmetic.ts";
import { whole } from "../../../money/factor.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import type { PerDiemRate } from "../tables.ts";
import { alcDaysOf } from "./alc.ts";
import { lengthOfStayRequired, noDays } from "./length-of-stay.ts";
import type { Stay, StayOutcome } from "./stay.ts";
import { sumOfTerms } from "./terms.ts";

export interface PerDiemOutcome extends StayOutcome {
  readonly kind: "per diem";
  readonly rate: PerDiemRate;
}

/** Per diem x days, and ALC days at theirs (ny 5.6). */
export function perDiemPayment(stay: Stay<PerDiemRate>): PerDiemOutcome | NoRate {
  const { request, rate, rateCodeNote } = stay;
  const { lengthOfStay, alcDays } = request;
  const { perDiem, serviceType } = rate;
  const sheet = new Worksheet();

  if (lengthOfStay === null) {
    sheet.note(formula`per_diem (${perDiem.text}) x days (missing: length_of_stay)`);
    if (rateCodeNote !== null) sheet.note(rateCodeNote);
    return { kind: "per diem", rate, payment: null, message: lengthOfStayRequired(serviceType), method: sheet.line };
  }
  if (lengthOfStay === 0) return noDays(serviceType);

  const alc = alcDaysOf(stay);
  if (alc instanceof NoRate) return alc;
  const days = lengthOfStay - alcDays;
  let payment = sheet.step(formula`per_diem (${perDiem.text}) x days (${days})`, times(perDiem, whole(days)));
  if (alc !== null) {
    sheet.step(formula`alc_per_diem (${alc.perDiem.text}) x alc_days (${alc.days})`, alc.payment);
    payment = sumOfTerms(
      [
        ["per_diem_payment", payment],
        ["alc_payment", alc.payment],
      ],
      sheet,
    );
  }
  if (rateCodeNote !== null) sheet.note(rateCodeNote);
  return { kind: "per diem", rate, payment, message: null, method: sheet.line };
}
