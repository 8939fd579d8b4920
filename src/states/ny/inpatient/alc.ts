import { times } from "../../../money/arithmetic.ts";
import { whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { Stay } from "./stay.ts";

/** Days at an alternate level of care. */
export interface AlcDays {
  readonly perDiem: Money;
  readonly days: number;
  readonly payment: Money;
}

/** ALC days are paid at their own per diem; null without such days (ny 5.4 step 2, 5.5 step 7, 5.6 step 2). */
export function alcDaysOf(stay: Stay<{ readonly alcPerDiem: Money | null }>): AlcDays | NoRate | null {
  const { request, opcert, rate } = stay;
  const { alcDays: days, payerClass } = request;
  if (days === 0) return null;
  if (rate.alcPerDiem === null) {
    return new NoRate(`No ALC per diem is published for operating certificate ${opcert}, payer class ${payerClass}.`);
  }
  return { perDiem: rate.alcPerDiem, days, payment: times(rate.alcPerDiem, whole(days)) };
}
