import { type Factor, whole } from "../../../core/money/factor.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, MissingFigure, minus } from "../../../pricing/worksheet/calculation.ts";
import type { ServiceType } from "../values.ts";

const PARAMETER = "length_of_stay";

/** The days of a stay without its ALC days (ny 5.4 step 4, 5.5 step 4, 5.6 step 2). */
export function daysWithoutAlc(section: string, lengthOfStay: number, alcDays: number, sheet: Sheet): Figure<Factor> {
  const stay = sheet.sent(PARAMETER, PARAMETER, whole(lengthOfStay), "days");
  if (alcDays === 0) return stay;
  const alc = sheet.sent("alc_days", "alc_days", whole(alcDays), "days");
  return sheet.count(section, minus(stay, alc), "days", UNPRINTED);
}

/** The days that a formula wants and nobody sent, under the name that it gives them. */
export function daysNotSent(name: string): MissingFigure {
  return new MissingFigure(name, `missing: ${PARAMETER}`, PARAMETER);
}

/** A result that only lacks its days shows its method and period all the same (ny 5.3). */
export function lengthOfStayRequired(why: string, sheet: Sheet): NoRate {
  return sheet.noRate("missing_information", `${PARAMETER} is required ${why}.`, {
    remedy: [{ parameter: PARAMETER, value: null, why: "the stay is paid by the day" }],
    sought: null,
    isListed: true,
  });
}

/** ny 5.5 step 3, 5.6 step 1 */
export function noDays(serviceType: ServiceType, sheet: Sheet): NoRate {
  return sheet.noRate("not_for_request", `${PARAMETER} must be at least 1 for service_type ${serviceType}.`, {
    remedy: [{ parameter: PARAMETER, value: null, why: "the stay is paid by the day: at least 1" }],
    sought: null,
  });
}
