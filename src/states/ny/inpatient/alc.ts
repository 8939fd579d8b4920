import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { RowPlace } from "../../../dataset/table.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import { rateKeyText } from "./rate-key.ts";
import type { Stay } from "./stay.ts";

/** Days at an alternate level of care. */
export interface AlcDays {
  readonly perDiem: Figure<Money>;
  readonly days: Figure<Factor>;
}

interface AlcRate extends RowPlace {
  readonly alcPerDiem: Money | null;
}

/** ALC days and their own per diem, under the name that the path gives it; null without such days (ny 5.4 step 2). */
export function alcDaysOf(name: string, { request, opcert, rate }: Stay<AlcRate>, sheet: Sheet): AlcDays | null {
  const { alcDays } = request;
  if (alcDays === 0) return null;
  const perDiem = sheet.figure(name, rate, "alcPerDiem");
  if (perDiem === null) {
    throw sheet.noRate("no_provider_rate", `No ALC per diem is published for ${rateKeyText(opcert, request)}.`, {
      sought: sheet.readings.of(rate),
    });
  }
  return { perDiem, days: sheet.sent("alc_days", "alc_days", whole(alcDays), "days") };
}

/** What ALC days are paid; null without such days (ny 5.4 step 2, 5.5 step 7, 5.6 step 2). */
export function alcPaymentOf(section: string, alc: AlcDays | null, sheet: Sheet): Figure<Money> | null {
  return alc === null ? null : sheet.dollars(section, times(alc.perDiem, alc.days));
}
