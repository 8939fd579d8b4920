import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { enhancedRate } from "../../../../src/states/ga/outpatient/enhanced-rate.ts";
import { type Enrollment, enhancedEnrollments, type FeeRow } from "../../../../src/states/ga/tables.ts";
import { dataOf, enhancedRow, enrollment, feeRow, NPI, outpatientRequest, period } from "../rows.ts";

function choose(rows: readonly FeeRow[], enrollments: readonly Enrollment[], query: Record<string, string> = {}) {
  return enhancedRate(rows, outpatientRequest(query), NPI, dataOf([enhancedEnrollments, enrollments]));
}

const primaryCare = enhancedRow("primary_care");
const inPrimaryCare = enrollment("primary_care");

it("is for those enrolled in its program, from the first day to the last", () => {
  const enrolled = [enrollment("primary_care", { period: period("2025-08-01", "2025-08-31") })];
  const on = (day: string) => choose([primaryCare], enrolled, { date_of_service: day }) !== null;
  expect(["2025-07-31", "2025-08-01", "2025-08-31", "2025-09-01"].map(on)).toEqual([false, true, true, false]);
  expect(choose([primaryCare], [enrollment("ob_gyn")])).toBeNull();
  expect(choose([primaryCare], [enrollment("primary_care", { npi: "1111111104" })])).toBeNull();
});

it("holds while the rate is published and the provider is enrolled", () => {
  const row = enhancedRow("primary_care", { period: period("2025-07-01", "2025-12-31") });
  const enrolled = enrollment("primary_care", { period: period("2025-09-01", "2026-06-30") });
  expect(choose([row], [enrolled])).toEqual({ row, period: period("2025-09-01", "2025-12-31") });
});

it("has the request's modifier and place, or applies to both places", () => {
  expect(choose([primaryCare], [inPrimaryCare], { modifier: "26" })).toBeNull();
  const facility = enhancedRow("primary_care", { placeOfService: "facility" });
  expect(choose([facility], [inPrimaryCare])).toBeNull();
  expect(choose([facility], [inPrimaryCare], { place_of_service: "facility" })).toMatchObject({ row: facility });
  expect(choose([feeRow()], [inPrimaryCare])).toBeNull();
});

it("of several is the place's own, then the highest, then the first program by name", () => {
  const enrolled = ["primary_care", "ob_gyn", "dental"].map((program) => enrollment(program));
  const chosen = (...rows: FeeRow[]) => choose(rows, enrolled)?.row;
  const high = enhancedRow("dental", { rate: factor("99.00") });
  const low = enhancedRow("ob_gyn", { rate: factor("9.5") });
  expect(chosen(low, high)).toBe(high);
  expect(chosen(high, low)).toBe(high);
  const lowOfPlace = enhancedRow("primary_care", { rate: factor("1.00"), placeOfService: "non_facility" });
  expect(chosen(high, lowOfPlace)).toBe(lowOfPlace);
  const asHigh = enhancedRow("ob_gyn", { rate: factor("99.000") });
  expect(chosen(asHigh, high)).toBe(high);
});
