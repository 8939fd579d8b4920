import { isZero } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { RowPlace } from "../../../dataset/table.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  type Figure,
  MissingFigure,
  minus,
  plus,
  type Term,
  times,
  type Words,
} from "../../../pricing/worksheet/calculation.ts";
import { certificateDigits } from "../identifiers.ts";
import type { DrgWeight } from "../tables.ts";
import type { ServiceType } from "../values.ts";
import { type InpatientRequest, payerClassOf } from "./request.ts";

/** A stay with its service type and rate row. */
export interface Stay<Rate> {
  readonly request: InpatientRequest;
  /** The hospital's operating certificate as messages print it. */
  readonly opcert: string;
  readonly rate: Rate;
  /** The note on an overruled rate code, which ends every method. */
  readonly rateCodeNote: Words | null;
}

export interface DrgStay<Rate> extends Stay<Rate> {
  readonly weight: DrgWeight;
}

/** ny 5.2 */
export function noteRateCode({ rateCodeNote }: Stay<unknown>, sheet: Sheet): void {
  if (rateCodeNote !== null) sheet.note("ny 5.2", rateCodeNote);
}

/** The key of a hospital's inpatient rates: the letter of its certificate does not count (ny 2). */
export function rateKey(opcert: string, request: InpatientRequest) {
  return { opcert: certificateDigits(opcert), payerClass: payerClassOf(request) };
}

/** The key of a rate as messages name it. */
export function rateKeyText(opcert: string, request: InpatientRequest): string {
  return `operating certificate ${opcert}, payer class ${payerClassOf(request)}`;
}

const LENGTH_OF_STAY = "length_of_stay";

/** The days of a stay without its ALC days (ny 5.4 step 4, 5.5 step 4, 5.6 step 2). */
export function daysWithoutAlc(section: string, lengthOfStay: number, alcDays: number, sheet: Sheet): Figure<Factor> {
  const stay = sheet.sent(LENGTH_OF_STAY, LENGTH_OF_STAY, whole(lengthOfStay), "days");
  if (alcDays === 0) return stay;
  const alc = sheet.sent("alc_days", "alc_days", whole(alcDays), "days");
  return sheet.count(section, minus(stay, alc), "days", UNPRINTED);
}

/** The days that a formula needs and the request lacks, under the name that the formula gives them. */
export function daysNotSent(name: string): MissingFigure {
  return new MissingFigure(name, `missing: ${LENGTH_OF_STAY}`, LENGTH_OF_STAY);
}

/** A result that lacks only its days still shows its method and period (ny 5.3). */
export function lengthOfStayRequired(why: string, sheet: Sheet): NoRate {
  return sheet.noRate("missing_information", `${LENGTH_OF_STAY} is required ${why}.`, {
    remedy: [{ parameter: LENGTH_OF_STAY, value: null, why: "the stay is paid by the day" }],
    searched: null,
    isListed: true,
  });
}

/** ny 5.5 step 3, 5.6 step 1 */
export function noDays(serviceType: ServiceType, sheet: Sheet): NoRate {
  return sheet.noRate("not_for_request", `${LENGTH_OF_STAY} must be at least 1 for service_type ${serviceType}.`, {
    remedy: [{ parameter: LENGTH_OF_STAY, value: null, why: "the stay is paid by the day: at least 1" }],
    searched: null,
  });
}

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
      searched: sheet.readings.of(rate),
    });
  }
  return { perDiem, days: sheet.sent("alc_days", "alc_days", whole(alcDays), "days") };
}

/** What ALC days are paid; null without such days (ny 5.4 step 2, 5.5 step 7, 5.6 step 2). */
export function alcPaymentOf(section: string, alc: AlcDays | null, sheet: Sheet): Figure<Money> | null {
  return alc === null ? null : sheet.dollars(section, times(alc.perDiem, alc.days));
}

/** The sum of the terms that apply; null stands for one that does not. */
export function sumOf(...terms: readonly (Figure<Money> | null)[]): Term {
  return plus(...terms.filter((term) => term !== null));
}

/** An add-on of zero is one that the hospital does not have. */
export function unlessZero(amount: Figure<Money> | null): Figure<Money> | null {
  return amount === null || isZero(amount.value) ? null : amount;
}
