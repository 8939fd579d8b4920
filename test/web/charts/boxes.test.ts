import { describe, expect, test } from "vitest";
import { keptWithin, overlaps, placed, rowsOf } from "../../../web/src/charts/boxes.ts";

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
