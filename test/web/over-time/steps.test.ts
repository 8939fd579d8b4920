import { describe, expect, test } from "vitest";
import { LINE_PIXELS, overlaps, textWidth } from "../../../web/src/charts/boxes.ts";
import { type StepPeriod, stepChart } from "../../../web/src/over-time/step-chart.tsx";

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
const DAY = { day: "2026-06-01", text: "1 Jun 2026" };

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

  test("does not slope: steps meet on the first day of the newer, and nothing joins over a gap", () => {
    expect(chart.steps[0]?.left).toBeCloseTo(chart.steps[1]?.right ?? 0);
    expect(chart.risers).toEqual([{ x: chart.steps[0]?.left, from: chart.steps[1]?.y, to: chart.steps[0]?.y }]);
  });

  test("leaves open what has no beginning or no end", () => {
    expect(chart.steps.map(({ isOpenLeft, isOpenRight }) => [isOpenLeft, isOpenRight])).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ]);
    expect(chart.steps.at(-1)?.left).toBe(chart.plot.left);
    expect(chart.steps[0]?.right).toBe(chart.plot.right);
  });

  test("marks the day that is looked at, on both edges of its period", () => {
    const chosenOn = (day: string) =>
      stepChart(YEARS, { day, text: day }, 800).steps.findIndex(({ isChosen }) => isChosen);
    expect(chosenOn("2025-12-31")).toBe(1);
    expect(chosenOn("2026-01-01")).toBe(0);
    expect(chart.chosen.x).toBeGreaterThan(chart.steps[0]?.left ?? Infinity);
  });

  test("of one price on any day is a line around the day", () => {
    const { steps, chosen, plot } = stepChart([step(null, null, "5.00")], DAY, 400);
    expect(steps).toMatchObject([{ left: plot.left, right: plot.right, isOpenLeft: true, isOpenRight: true }]);
    expect(chosen.x).toBeCloseTo((plot.left + plot.right) / 2);
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
