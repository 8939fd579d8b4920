import { expect, test } from "vitest";
import { kindsOf, stepOf } from "../../../web/src/over-time/history-section.tsx";
import type { Point } from "../../../web/src/over-time/series.ts";

function point(payment_rate: string | null, payment_rate_type: string | null): Point {
  const result = { payment_rate, payment_rate_type, error_message: null };
  const period = {
    start_date: "2026-01-01",
    end_date: null,
    date: "2026-01-01",
    results: [result],
    no_rate: [null],
    changes: null,
  };
  return { period, result, noRate: null, change: null };
}

test("a chart has prices of one kind: one by the day and one by the claim have no scale in common", () => {
  const points = [point("1200.50", "per_diem"), point("9000.00", "claim"), point(null, null)];
  expect(kindsOf(points)).toEqual(["per_diem", "claim"]);
  expect(points.map((each) => stepOf(each, "per_diem")).map(({ price, text }) => [price, text])).toEqual([
    ["1200.50", "$1,200.50"],
    [null, "claim"],
    [null, "no rate"],
  ]);
});
