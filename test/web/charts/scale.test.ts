import { describe, expect, test } from "vitest";
import { scaleOf, ticksFromZero } from "../../../web/src/charts/axes.ts";

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
