import { expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { quarterOf } from "../../../src/core/calendar/period.ts";
import { type EditionPeriod, fiscalYearOf, openFromAsOf } from "../../../src/imports/declaring/publication.ts";

it.each<[string, EditionPeriod, string, string, string | null]>([
  ["open", openFromAsOf, "2026-05-15", "2026-05-15", null],
  ["quarter", quarterOf, "2026-01-01", "2026-01-01", "2026-03-31"],
  ["quarter", quarterOf, "2026-12-31", "2026-10-01", "2026-12-31"],
  ["fiscal year", fiscalYearOf, "2026-06-30", "2025-07-01", "2026-06-30"],
  ["fiscal year", fiscalYearOf, "2026-07-01", "2026-07-01", "2027-06-30"],
])("the %s period of an edition", (_name, period, asOf, start, end) => {
  expect(period(asOf as Day)).toEqual({ start, end });
});
