import { expect, test } from "vitest";
import { limitedSummary } from "../../../src/reprice/jobs/thread-side.ts";
import type { RepricingSummary } from "../../../src/reprice/report/summary.ts";

const KIBIBYTE = 1_024;

function bytesOf(summary: object): number {
  return Buffer.byteLength(JSON.stringify(summary));
}

function summaryWith(changes: object): RepricingSummary {
  return { lookups: 7, total: "24.00", may_be_paid: [], totals: [], ...changes } as unknown as RepricingSummary;
}

function groups(count: number): readonly object[] {
  return Array.from({ length: count }, (_, place) => ({ key: String(place), label: "x".repeat(100), lines: 1 }));
}

const TOTALS = [
  { by: "Payer", groups_total: 5_000, groups: groups(1_000) },
  { by: "month", groups_total: 3, groups: groups(3) },
];

test("a summary within the limit stays as it is", () => {
  const summary = summaryWith({ totals: TOTALS });
  expect(limitedSummary(summary, bytesOf(summary))).toBe(summary);
});

test("one above it lists fewer groups, the first of each grouping, and says how many", () => {
  const limited = limitedSummary(summaryWith({ totals: TOTALS }), 64 * KIBIBYTE);
  expect(bytesOf(limited)).toBeLessThanOrEqual(64 * KIBIBYTE);
  const [payers, months] = limited.totals;
  expect([payers?.groups.length, payers?.groups_total, months?.groups.length]).toEqual([250, 5_000, 3]);
  expect(payers?.groups[0]).toMatchObject({ key: "0" });
  expect(limited.left_out).toEqual(["Totals by Payer: 250 of 5000 groups are listed. The workbook has all."]);
});

test("long cells of the largest differences go after the groups, and counts and totals always stay", () => {
  const largest_differences = Array.from({ length: 50 }, () => ({ provider: "p".repeat(10 * KIBIBYTE) }));
  const limited = limitedSummary(summaryWith({ totals: TOTALS, largest_differences }), 64 * KIBIBYTE);
  expect(bytesOf(limited)).toBeLessThanOrEqual(64 * KIBIBYTE);
  expect(limited).toMatchObject({ lookups: 7, total: "24.00" });
  expect(limited.left_out).toEqual([
    "Totals by Payer: 0 of 5000 groups are listed. The workbook has all.",
    "Totals by month: 0 of 3 groups are listed. The workbook has all.",
    "Largest differences after the first 6. The workbook lists them.",
  ]);
});

test("headings of a megabyte are left out with their list, or cut where there is no list", () => {
  const heading = "h".repeat(KIBIBYTE * KIBIBYTE);
  const limited = limitedSummary(
    summaryWith({ may_be_paid: [heading], compared_with: { column: heading, meaning: "paid_amount" } }),
    8 * KIBIBYTE,
  );
  expect(bytesOf(limited)).toBeLessThanOrEqual(8 * KIBIBYTE);
  expect(limited).toMatchObject({ compared_with: { column: expect.stringMatching(/^h+\.\.\. \[cut\]$/) } });
  expect(limited.left_out).toEqual(["The list may_be_paid.", "The ends of texts with more than 200 characters."]);
});
