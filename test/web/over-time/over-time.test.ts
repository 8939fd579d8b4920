import { describe, expect, test } from "vitest";
import { LINE_PIXELS, overlaps, textWidth } from "../../../web/src/charts/boxes.ts";
import { priceChangeText } from "../../../web/src/over-time/changed-figures.tsx";
import { kindsOf, stepOf } from "../../../web/src/over-time/chart-steps.ts";
import { dayIn, type HistoryPeriod, type ResultChange } from "../../../web/src/over-time/history-section.tsx";
import { medicareSteps } from "../../../web/src/over-time/medicare-line.ts";
import { type Point, pointsOf, seriesOf } from "../../../web/src/over-time/series.ts";
import { type StepPeriod, stepChart } from "../../../web/src/over-time/step-chart.tsx";

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

const step = (start: string | null, end: string | null, price: string | null): StepPeriod => ({
  start,
  end,
  price,
  text: price === null ? "no rate" : `$${price}`,
});

const YEARS = [
  step("2026-01-01", null, "30.00"),
  step("2025-01-01", "2025-12-31", "15.00"),
  step("2024-01-01", "2024-12-31", null),
  step(null, "2023-12-31", "20.00"),
];
const DAY = { day: "2026-06-01", text: "Jun 1, 2026" };

describe("a period", () => {
  test("is looked up by its first day, or by its last where it has no beginning", () => {
    const period = { start_date: "2023-07-01", end_date: null, date: "2023-07-01" };
    expect(dayIn(period)).toBe("2023-07-01");
    expect(dayIn({ start_date: null, end_date: "2023-06-30", date: "2014-12-31" })).toBe("2023-06-30");
    expect(dayIn({ start_date: null, end_date: null, date: "2026-11-18" })).toBe("2026-11-18");
  });
});

describe("a step chart", () => {
  const chart = stepChart(YEARS, DAY, 800);

  test("is drawn to scale from zero", () => {
    const [high, half] = chart.steps;
    expect(chart.rates[0]).toMatchObject({ text: "$0", y: chart.plot.bottom });
    const above = (y = 0) => chart.plot.bottom - y;
    expect(above(high?.y) / above(half?.y)).toBeCloseTo(2);
    const width = (each: { left: number; right: number } | undefined) => (each?.right ?? 0) - (each?.left ?? 0);
    expect(width(chart.gaps[0]) / width(half)).toBeCloseTo(366 / 365);
  });

  test("marks the day that is looked at, on both edges of its period", () => {
    const chosenOn = (day: string) =>
      stepChart(YEARS, { day, text: day }, 800).steps.findIndex(({ isChosen }) => isChosen);
    expect(chosenOn("2025-12-31")).toBe(1);
    expect(chosenOn("2026-01-01")).toBe(0);
    expect(chart.chosen.x).toBeGreaterThan(chart.steps[0]?.left ?? Infinity);
  });

  test.each([320, 390, 800])("of forty periods has no label on another, on a line or outside, %d px wide", (width) => {
    const many = Array.from({ length: 40 }, (_, index) => {
      const year = 2026 - index;
      return step(
        `${year}-01-01`,
        index === 0 ? null : `${year}-12-31`,
        index % 7 === 3 ? null : `${100 + ((index * 37) % 50)}.25`,
      );
    });
    const { steps, gaps, plot } = stepChart(many, DAY, width);
    const boxes = [...steps, ...gaps].flatMap(({ label }) => {
      if (label === null) return [];
      const half = textWidth(label.text) / 2;
      return [{ left: label.x - half, right: label.x + half, top: label.y + 4 - LINE_PIXELS, bottom: label.y + 4 }];
    });
    expect(boxes.length).toBeGreaterThan(1);
    expect(steps[0]?.label).not.toBeNull();
    boxes.forEach((one, index) => {
      expect(one.left).toBeGreaterThanOrEqual(plot.left);
      expect(one.right).toBeLessThanOrEqual(plot.right);
      expect(boxes.slice(index + 1).filter((other) => overlaps(one, other))).toEqual([]);
      const crossed = steps.filter(({ left, right, y }) => overlaps(one, { left, right, top: y - 1, bottom: y + 1 }));
      expect(crossed).toEqual([]);
    });
  });
});

describe("kinds", () => {
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
    return { period, result, noRate: null, change: null, medicare: [] };
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
});

const NOTHING: ResultChange = {
  result: 0,
  previous_result: 0,
  payment_rate: { before: "10.00", after: "10.00" },
  no_rate: { before: null, after: null },
  inputs: [],
  fields: [],
};

function notices(before: string | null, after: string): string {
  const change = { ...NOTHING, payment_rate: { before, after } };
  const result = { payment_rate: after, payment_rate_type: "claim", error_message: null };
  const period: HistoryPeriod = {
    start_date: null,
    end_date: null,
    date: "2026-01-01",
    results: [result],
    no_rate: [null],
    changes: [change],
  };
  return priceChangeText({ period, result, noRate: null, change, medicare: [] });
}

describe("what changed, in words", () => {
  test("has the API's digits before, with a sign and a word for the direction", () => {
    expect(notices("9.99", "10.00")).toBe("\u25b2 up from $9.99");
    expect(notices("1001.00", "999.00")).toBe("\u25bc down from $1,001.00");
    expect(notices("10.00", "10.00")).toBe("as before");
    expect(notices(null, "10.00")).toBe("no rate before");
  });

  test("has percentages of charges where no charges were entered", () => {
    const result = {
      payment_rate: null,
      payment_rate_type: "percent_of_charges",
      error_message: null,
      effective_percent_of_charges: "0.34033896",
    };
    const [point] = pointsOf(
      [
        {
          start_date: "2026-07-01",
          end_date: null,
          date: "2026-07-01",
          results: [result],
          no_rate: [null],
          changes: [
            {
              ...NOTHING,
              result: 0,
              previous_result: 0,
              payment_rate: { before: null, after: null },
              fields: [{ name: "effective_percent_of_charges", before: "0.33552812", after: "0.34033896" }],
            },
          ],
        },
      ],
      { name: "", places: [0] },
    );
    if (point === undefined) throw new Error("there is one period");
    expect(priceChangeText(point)).toBe("\u25b2 up from 33.55 %");
    expect(kindsOf([point])).toEqual(["percent_of_charges"]);
    expect(stepOf(point, "percent_of_charges")).toMatchObject({ price: "34.033896", text: "34.03 %" });
    expect(stepChart([stepOf(point, "percent_of_charges")], DAY, 800, "percent").rates.at(-1)?.text).toBe("40 %");
  });

  test("says of a price of another kind neither up nor down", () => {
    const change = {
      ...NOTHING,
      payment_rate: { before: "101.50", after: "0.4175" },
      fields: [{ name: "payment_rate_type", before: "per_visit", after: "per_unit" }],
    };
    const result = { payment_rate: "0.4175", payment_rate_type: "per_unit", error_message: null };
    const period: HistoryPeriod = {
      start_date: null,
      end_date: null,
      date: "2026-01-01",
      results: [result],
      no_rate: [null],
      changes: [change],
    };
    const text = priceChangeText({ period, result, noRate: null, change, medicare: [] });
    expect(text).toBe("before $101.50, another kind of price (per visit)");
  });
});

describe("Medicare beside a price", () => {
  const span = (
    start_date: string | null,
    end_date: string | null,
    payment_rate: string | null,
    ratio: string | null,
  ) => ({
    ...{ start_date, end_date, payment_rate, ratio },
    ...{ schedule: "physician" as const, medicaid_includes_facility: false },
    not_compared: ratio === null ? "why" : null,
  });
  const newer = { ...period("2025-07-01", { North: "92.47" }, []), end_date: null };
  const older = { ...period("2024-07-01", { North: "76.15" }, null), end_date: "2025-06-30" };
  const periods: readonly HistoryPeriod[] = [
    {
      ...newer,
      medicare: [[span("2026-01-01", null, null, null), span("2025-07-01", "2025-12-31", "89.24", "1.0362")]],
    },
    {
      ...older,
      medicare: [
        [span("2025-01-01", "2025-06-30", "89.24", "0.8533"), span("2024-07-01", "2024-12-31", "90.10", "0.8452")],
      ],
    },
  ];
  const [series = { name: "", places: [] }] = seriesOf(periods);
  const points = pointsOf(periods, series);

  test("is a line of steps with its own days, and the same price goes on over a change of Medicaid's", () => {
    expect(medicareSteps(points)).toEqual([
      { start: "2026-01-01", end: null, price: null, text: "" },
      { start: "2025-01-01", end: "2025-12-31", price: "89.24", text: "Medicare $89.24" },
      { start: "2024-07-01", end: "2024-12-31", price: "90.10", text: "Medicare $90.10" },
    ]);
    expect(medicareSteps(pointsOf([{ ...newer, medicare: [[span(null, null, null, null)]] }], series))).toEqual([]);
    expect(medicareSteps(pointsOf([newer], series))).toEqual([]);
  });

  test("has its label off the day that is looked at and off the lines of the scale", () => {
    const medicaid = [step("2023-03-15", null, "24.00")];
    const medicare = [{ ...step("2025-10-01", null, "98.19"), text: "Medicare $98.19" }];
    const { beside, chosen, plot, rates } = stepChart(medicaid, DAY, 800, "dollars", medicare);
    const label = beside[0]?.label;
    const boxOf = (at: { x: number; y: number; text: string }) => {
      const half = textWidth(at.text) / 2;
      return { left: at.x - half, right: at.x + half, top: at.y + 4 - LINE_PIXELS, bottom: at.y + 4 };
    };
    if (label == null) throw new Error("there is no label");
    const day = boxOf({ x: chosen.labelX, y: plot.top - 14, text: chosen.text });
    expect(overlaps(boxOf(label), day)).toBe(false);
    expect(
      overlaps(boxOf(label), { left: chosen.x, right: chosen.x + 1, top: plot.top - 8, bottom: plot.bottom }),
    ).toBe(false);
    const rules = rates.map(({ y }) => ({ left: plot.left, right: plot.right, top: y - 1, bottom: y + 1 }));
    expect(rules.filter((rule) => overlaps(boxOf(label), rule))).toEqual([]);
  });

  test("is drawn where it is paid, above the highest price too, with one label", () => {
    const chart = stepChart(
      points.map((each) => stepOf(each, "")),
      DAY,
      800,
      "dollars",
      medicareSteps(points).map((each) => (each.price === "90.10" ? { ...each, price: "190.10" } : each)),
    );
    expect(chart.beside).toHaveLength(2);
    expect(chart.beside[0]?.label?.text).toBe("Medicare $89.24");
    expect(chart.beside[1]?.label).toBeNull();
    for (const { left, right, y } of chart.beside) {
      expect(left).toBeLessThan(right);
      expect(y).toBeGreaterThanOrEqual(chart.plot.top);
    }
    expect(
      stepChart(
        points.map((each) => stepOf(each, "")),
        DAY,
        800,
      ).beside,
    ).toEqual([]);
  });
});
