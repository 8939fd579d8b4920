import { compare } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import { compareText } from "../../../core/text/order.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Enrollment, enhancedEnrollments, type FeeRow } from "../tables.ts";
import type { PlaceOfService } from "../values.ts";

/** An enhanced rate, and the enrollment that the provider has it by. */
export interface EnrolledRate {
  readonly row: FeeRow;
  readonly enrollment: Enrollment;
}

/** The enhanced rates of programs in which the provider is enrolled on the day (ga 4.3 step 3). */
export function enrolledRates(rows: readonly FeeRow[], npi: string, sheet: Sheet): readonly EnrolledRate[] {
  const enhanced = rows.filter(({ serviceCategory }) => serviceCategory === "enhanced_rate");
  if (enhanced.length === 0) return [];
  const enrollments = sheet.inForce(sheet.rows(enhancedEnrollments, { npi }));
  const enrollmentIn = (row: FeeRow) => enrollments.find(({ program }) => program === row.program);
  const enrolled = sheet.those(
    enhanced,
    (row) => enrollmentIn(row) !== undefined,
    ({ program }) => `not enrolled in program ${program}`,
  );
  return enrolled.map((row) => ({ row, enrollment: enrollmentIn(row) as Enrollment }));
}

/** The one of them that is paid at a place, while the provider is enrolled (ga 4.3 step 3). */
export function enhancedRate(
  enrolled: readonly EnrolledRate[],
  place: PlaceOfService,
  sheet: Sheet,
): FeeRow | undefined {
  const rows = sheet.those(
    enrolled.map(({ row }) => row),
    ({ placeOfService }) => placeOfService === null || placeOfService === place,
    ({ placeOfService }) => `for place_of_service ${placeOfService}`,
  );
  const [best] = rows.toSorted(byPreference);
  if (best === undefined) return undefined;
  sheet.use((enrolled.find(({ row }) => row === best) as EnrolledRate).enrollment);
  return sheet.chosen(rows, best, (row) => whyNot(row, best));
}

/** A row of the place before one of both places, then the higher rate, then the program by name. */
function byPreference(a: FeeRow, b: FeeRow): number {
  return (
    Number(a.placeOfService === null) - Number(b.placeOfService === null) ||
    compare(b.rate as Factor, a.rate as Factor) ||
    compareText(a.program, b.program)
  );
}

function whyNot({ placeOfService, rate, program }: FeeRow, best: FeeRow): string {
  if (placeOfService !== best.placeOfService)
    return `for both places, and a rate for ${best.placeOfService} comes first`;
  return compare(rate as Factor, best.rate as Factor) < 0
    ? `a lower rate, ${rate}`
    : `the same rate, and program ${best.program} comes before ${program}`;
}
