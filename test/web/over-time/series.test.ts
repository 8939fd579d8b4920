import { describe, expect, test } from "vitest";
import type { HistoryPeriod, ResultChange } from "../../../web/src/over-time/history-section.tsx";
import { pointsOf, seriesOf } from "../../../web/src/over-time/series.ts";

function period(
  start_date: string | null,
  prices: Readonly<Record<string, string | null>>,
  changes: ResultChange[] | null,
): HistoryPeriod {
  return {
    start_date,
    end_date: null,
    date: start_date ?? "2020-01-01",
    results: Object.entries(prices).map(([campus_name, payment_rate]) => ({
      campus_name,
      payment_rate,
      payment_rate_type: "claim",
      error_message: null,
    })),
    no_rate: Object.values(prices).map((price) => (price === null ? "not_in_force" : null)),
    changes,
  };
}

function change(
  result: number | null,
  previous_result: number | null,
  before: string | null,
  after: string | null,
): ResultChange {
  return {
    result,
    previous_result,
    payment_rate: { before, after },
    no_rate: { before: null, after: null },
    inputs: [],
    fields: [],
  };
}

function pricesOf(periods: readonly HistoryPeriod[]) {
  return Object.fromEntries(
    seriesOf(periods).map((series) => [
      series.name,
      pointsOf(periods, series).map(({ result }) => result?.payment_rate ?? null),
    ]),
  );
}

describe("a result followed through the periods", () => {
  test("is the one that the API matches, although its place is another one", () => {
    const periods = [
      period("2026-01-01", { North: "12.00", South: "20.00" }, [
        change(0, 1, "11.00", "12.00"),
        change(1, 0, "19.00", "20.00"),
      ]),
      period("2025-01-01", { South: "19.00", North: "11.00" }, null),
    ];
    expect(pricesOf(periods)).toEqual({ North: ["12.00", "11.00"], South: ["20.00", "19.00"] });
  });

  test("keeps its order among those that are not mentioned when another is gone", () => {
    const periods = [
      period("2026-01-01", { South: "19.00" }, [change(null, 0, "11.00", null)]),
      period("2025-01-01", { North: "11.00", South: "19.00" }, null),
    ];
    expect(pricesOf(periods)).toEqual({ South: ["19.00", "19.00"], North: [null, "11.00"] });
  });

  test("begins where it is new", () => {
    const periods = [
      period("2026-01-01", { North: "12.00", South: "20.00" }, [change(0, null, null, "12.00")]),
      period("2025-01-01", { South: "20.00" }, null),
    ];
    expect(pricesOf(periods)).toEqual({ North: ["12.00", null], South: ["20.00", "20.00"] });
  });

  test("has the reason of the whole period where the lookup has no rate at all, and none where others have one", () => {
    const none = [
      period("2026-01-01", { North: "1.00", South: "2.00" }, [
        change(0, null, null, "1.00"),
        change(1, null, null, "2.00"),
        change(null, 0, null, null),
      ]),
      period(null, { "": null }, null),
    ];
    const [series] = seriesOf(none);
    expect(seriesOf(none).map(({ name }) => name)).toEqual(["North", "South"]);
    expect(pointsOf(none, series ?? { name: "", places: [] })[1]).toMatchObject({
      result: null,
      noRate: "not_in_force",
    });
  });

  test("is there, without a price, where there never was one", () => {
    const periods = [period(null, { North: null }, null)];
    const [series] = seriesOf(periods);
    expect(series).toEqual({ name: "", places: [0] });
    expect(pointsOf(periods, series ?? { name: "", places: [] })).toMatchObject([{ noRate: "not_in_force" }]);
  });
});
