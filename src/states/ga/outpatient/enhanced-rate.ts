import { onlyInForce, type Period, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { compare } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import { compareText } from "../../../names/order.ts";
import { type Enrollment, enhancedEnrollments, type FeeRow } from "../tables.ts";
import type { OutpatientRequest } from "./request.ts";

export interface EnhancedRate {
  readonly row: FeeRow;
  /** While the rate is published and the provider is enrolled. */
  readonly period: Period;
}

/** The enhanced rate of a program in which the provider is enrolled on the day (ga 4.3 step 3). */
export function enhancedRate(
  live: readonly FeeRow[],
  { modifier, placeOfService, dateOfService }: OutpatientRequest,
  npi: string,
  data: RateData,
): EnhancedRate | null {
  let enrollments: readonly Enrollment[] | null = null;
  let best: EnhancedRate | null = null;
  for (const row of live) {
    if (row.serviceCategory !== "enhanced_rate" || row.modifier !== modifier) continue;
    if (row.placeOfService !== null && row.placeOfService !== placeOfService) continue;
    enrollments ??= data.rows(enhancedEnrollments, npi);
    const enrollment = onlyInForce(
      enrollments.filter(({ program }) => program === row.program),
      dateOfService,
    );
    if (enrollment === undefined) continue;
    if (best === null || byPreference(row, best.row) < 0) {
      best = { row, period: sharedPeriod(row.period, enrollment.period) };
    }
  }
  return best;
}

/** A row of the place before one of both places, then the higher rate, then the program by name. */
function byPreference(a: FeeRow, b: FeeRow): number {
  return (
    Number(a.placeOfService === null) - Number(b.placeOfService === null) ||
    compare(b.rate as Factor, a.rate as Factor) ||
    compareText(a.program, b.program)
  );
}
