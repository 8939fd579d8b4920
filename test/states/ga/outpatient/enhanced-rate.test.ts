import { expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { factor } from "../../../../src/core/money/factor.ts";
import { enhancedRate, enrolledRates } from "../../../../src/states/ga/outpatient/physician.ts";
import { type Enrollment, enhancedEnrollments, type FeeRow } from "../../../../src/states/ga/tables.ts";
import { NOTATION, type PlaceOfService } from "../../../../src/states/ga/values.ts";
import { rowsOf, sheetOver } from "../../../support/sheet.ts";
import { DAY, enhancedRow, enrollment, feeRow, NPI, period } from "../rows.ts";

interface Asked {
  readonly place?: PlaceOfService;
  readonly day?: string;
}

function choose(rows: readonly FeeRow[], enrollments: readonly Enrollment[], asked: Asked = {}) {
  const { place = "non_facility", day = DAY } = asked;
  const sheet = sheetOver(day as Day, NOTATION, rowsOf(enhancedEnrollments, enrollments));
  const row = enhancedRate(enrolledRates(rows, NPI, sheet), place, sheet);
  if (row !== undefined) sheet.use(row);
  return { row, sheet };
}

const primaryCare = enhancedRow("primary_care");
const inPrimaryCare = enrollment("primary_care");

it("is for those enrolled in its program, from the first day to the last", () => {
  const enrolled = [enrollment("primary_care", { period: period("2025-08-01", "2025-08-31") })];
  const on = (day: string) => choose([primaryCare], enrolled, { day }).row !== undefined;
  expect(["2025-07-31", "2025-08-01", "2025-08-31", "2025-09-01"].map(on)).toEqual([false, true, true, false]);
  expect(choose([primaryCare], [enrollment("ob_gyn")]).row).toBeUndefined();
  expect(choose([primaryCare], [enrollment("primary_care", { npi: "1111111104" })]).row).toBeUndefined();
});

it("holds while the rate is published and the provider is enrolled", () => {
  const row = enhancedRow("primary_care", { period: period("2025-07-01", "2025-12-31") });
  const enrolled = enrollment("primary_care", { period: period("2025-09-01", "2026-06-30") });
  const chosen = choose([row], [enrolled]);
  expect(chosen.row).toBe(row);
  expect(chosen.sheet.readings.period).toEqual(period("2025-09-01", "2025-12-31"));
});

it("has the request's place, or applies to both places", () => {
  const facility = enhancedRow("primary_care", { placeOfService: "facility" });
  expect(choose([facility], [inPrimaryCare]).row).toBeUndefined();
  expect(choose([facility], [inPrimaryCare], { place: "facility" }).row).toBe(facility);
  expect(choose([primaryCare], [inPrimaryCare], { place: "facility" }).row).toBe(primaryCare);
  expect(choose([feeRow()], [inPrimaryCare]).row).toBeUndefined();
});

it("of several is the place's own, then the highest, then the first program by name", () => {
  const enrolled = ["primary_care", "ob_gyn", "dental"].map((program) => enrollment(program));
  const chosen = (...rows: FeeRow[]) => choose(rows, enrolled).row;
  const high = enhancedRow("dental", { rate: factor("99.00") });
  const low = enhancedRow("ob_gyn", { rate: factor("9.5") });
  expect(chosen(low, high)).toBe(high);
  expect(chosen(high, low)).toBe(high);
  const lowOfPlace = enhancedRow("primary_care", { rate: factor("1.00"), placeOfService: "non_facility" });
  expect(chosen(high, lowOfPlace)).toBe(lowOfPlace);
  const asHigh = enhancedRow("ob_gyn", { rate: factor("99.000") });
  expect(chosen(asHigh, high)).toBe(high);
});
