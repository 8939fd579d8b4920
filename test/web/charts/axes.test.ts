import { describe, expect, test } from "vitest";
import { dayNumber, dayTicks, scaleOf, ticksFromZero } from "../../../web/src/charts/axes.ts";
import { keptWithin, overlaps, placed, rowsOf } from "../../../web/src/charts/boxes.ts";

describe("scale", () => {
  describe("the amounts on an axis", () => {
    test.each([
      [3514.16, ["$0", "$1,000", "$2,000", "$3,000", "$4,000"]],
      [4000, ["$0", "$1,000", "$2,000", "$3,000", "$4,000"]],
      [4000.01, ["$0", "$2,000", "$4,000", "$6,000"]],
      [27.54, ["$0", "$10", "$20", "$30"]],
      [0.3, ["$0.00", "$0.10", "$0.20", "$0.30"]],
      [0.0123, ["$0.000", "$0.005", "$0.010", "$0.015"]],
      [0, ["$0.00", "$0.50"]],
    ])("up to %d are round, begin at zero and reach it", (highest, texts) => {
      const ticks = ticksFromZero(highest, 4);
      expect(ticks.map(({ text }) => text)).toEqual(texts);
      expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(highest);
    });
  });

  test("a scale runs from one end to the other, and puts what is all the same into the middle", () => {
    const scale = scaleOf([10, 20], [100, 200]);
    expect([10, 15, 20].map(scale)).toEqual([100, 150, 200]);
    expect(scaleOf([5, 5], [0, 80])(5)).toBe(40);
  });
});

function ticks(first: string, last: string, most: number): readonly string[] {
  return dayTicks([dayNumber(first), dayNumber(last)], most).map(({ text }) => text);
}

describe("the days on an axis", () => {
  test("are years where there is room for no more", () => {
    expect(ticks("2021-07-01", "2026-11-16", 6)).toEqual(["2022", "2023", "2024", "2025", "2026"]);
  });

  test("are months where there is room", () => {
    expect(ticks("2025-11-20", "2026-09-01", 4)).toEqual(["Jan 2026", "Apr 2026", "Jul 2026"]);
  });

  test("are decades over a century, and the first and last day themselves where they begin a month", () => {
    expect(ticks("1990-01-01", "2030-01-01", 5)).toEqual(["1990", "2000", "2010", "2020", "2030"]);
  });

  test("are none where an end is no day: a loop that waits for it would never end", () => {
    expect(ticks("2026-01-01", "2026-13-01", 6)).toEqual([]);
    expect(ticks("2026-13-01", "2026-12-01", 6)).toEqual([]);
  });

  test("are a day apart over a clock change and a leap day", () => {
    expect(dayNumber("2026-03-09") - dayNumber("2026-03-08")).toBe(1);
    expect(dayNumber("2024-03-01") - dayNumber("2024-02-28")).toBe(2);
  });
});

const box = (left: number, right: number, top = 0, bottom = 10) => ({ left, right, top, bottom });

describe("labels", () => {
  test("take their first free place, and none where all are taken", () => {
    const [first, second, third] = placed(
      [[{ box: box(0, 10) }], [{ box: box(5, 15) }, { box: box(5, 15, 20, 30) }], [{ box: box(9, 12) }]],
      [box(100, 110)],
    );
    expect(first?.box.top).toBe(0);
    expect(second?.box.top).toBe(20);
    expect(third).toBeNull();
  });

  test("may touch and not overlap", () => {
    expect(overlaps(box(0, 10), box(10, 20))).toBe(false);
    expect(overlaps(box(0, 10), box(9, 20))).toBe(true);
    expect(overlaps(box(0, 10, 0, 5), box(0, 10, 5, 9))).toBe(false);
  });

  test("stay within the chart", () => {
    expect(keptWithin(5, 40, [0, 100])).toBe(20);
    expect(keptWithin(50, 40, [0, 100])).toBe(50);
    expect(keptWithin(99, 40, [0, 100])).toBe(80);
    expect(keptWithin(99, 400, [0, 100])).toBe(50);
  });

  test("go into the next row where they would come nearer than the gap", () => {
    const at = (x: number) => ({ x, width: 20 });
    expect(rowsOf([at(10), at(25), at(40), at(200)], 10)).toEqual([0, 1, 0, 0]);
    expect(rowsOf([at(10), at(11), at(12)], 0)).toEqual([0, 1, 2]);
  });
});
