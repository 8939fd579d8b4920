import { expect, test } from "vitest";
import { type Day, monthsAfter, monthsBetween } from "../../../src/core/calendar/day.ts";

test.each([
  ["2023-03-15", 18, "2024-09-15"],
  ["2023-03-15", 0, "2023-03-15"],
  ["2024-08-31", 6, "2025-02-28"],
  ["2023-08-31", 6, "2024-02-29"],
  ["2023-12-31", 1, "2024-01-31"],
  ["0001-01-31", 1, "0001-02-28"],
  ["9999-06-30", 12, "9999-12-31"],
])("%s and %d months is %s", (day, months, later) => {
  expect(monthsAfter(day as Day, months)).toBe(later);
});

test.each([
  ["2023-03-15", "2024-09-14", 17],
  ["2023-03-15", "2024-09-15", 18],
  ["2023-03-15", "2024-09-16", 18],
  ["2024-08-31", "2025-02-27", 5],
  ["2024-08-31", "2025-02-28", 6],
  ["2023-03-15", "2023-03-15", 0],
])("from %s to %s it is %d whole months", (from, to, months) => {
  expect(monthsBetween(from as Day, to as Day)).toBe(months);
});
