import { describe, expect, it } from "vitest";
import { BARS_MAX, chartedGroups, divergingBars } from "../../../web/src/repricing/difference-chart.tsx";
import type { Group } from "../../../web/src/repricing/use-job.ts";

function group(key: string, under: string, over: string): Group {
  return {
    key,
    lines: 1,
    not_priced: 0,
    expected: "0.00",
    modifier_not_priced: { lines: 0, amount: "0.00" },
    underpaid: { lines: 1, amount: under },
    overpaid: { lines: 1, amount: over },
  };
}

describe("Bars of what is missing and too much", () => {
  it("are drawn on one scale, the longest leaving room for its amount", () => {
    const { bars, middle, width } = divergingBars(
      [group("99213", "100.00", "50.00"), group("99214", "0.00", "25.00")],
      640,
    );
    const [first, second] = bars;
    expect(first?.over).toBeCloseTo((first?.under ?? 0) / 2);
    expect(second?.over).toBeCloseTo((first?.under ?? 0) / 4);
    expect(second?.underpaid).toBeNull();
    expect(middle + (first?.under ?? 0)).toBeLessThan(width - 80);
  });

  it("fit a phone, with names that are cut and say so", () => {
    const { bars, middle, width } = divergingBars([group("A payer with a very long name", "9.00", "9.00")], 320);
    expect(bars[0]?.name).toMatch(/^A payer.*\u2026$/);
    expect(bars[0]?.under).toBeGreaterThan(0);
    expect(middle + (bars[0]?.under ?? 0)).toBeLessThanOrEqual(width);
  });

  it("leave out groups that are not off, and put months in their order", () => {
    const months = [
      group("2026-03", "5.00", "0.00"),
      group("2026-01", "1.00", "0.00"),
      group("2026-02", "0.00", "0.00"),
    ];
    expect(chartedGroups("month", months).map(({ key }) => key)).toEqual(["2026-01", "2026-03"]);
    const many = Array.from({ length: 40 }, (_, place) => group(`${place}`, "1.00", "0.00"));
    expect(chartedGroups("code", many)).toEqual(many.slice(0, BARS_MAX));
  });
});
