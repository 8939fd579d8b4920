import { describe, expect, test } from "vitest";
import { DOT_RADIUS, levelsOf, type StripFigures, stripOf } from "../../../web/src/beside-others/strip.ts";
import { LINE_PIXELS, overlaps, textWidth } from "../../../web/src/charts/boxes.ts";

function figures(...amounts: readonly [string, string, string, string, string]): StripFigures {
  const named = (name: string, amount: string) => ({ name, amount, text: `$${amount}` });
  const [a, b, c, d, e] = amounts;
  return [
    named("lowest", a),
    named("lower quartile", b),
    named("median", c),
    named("upper quartile", d),
    named("highest", e),
  ];
}

const SPREAD = figures("100.00", "150.00", "200.00", "250.00", "300.00");
const price = (amount: string, label: string | null = null) => ({ amount, label });

describe("a strip of dots", () => {
  test("is drawn to scale, with the quartiles and the median at their amounts", () => {
    const { dots, quartiles, median } = stripOf(
      ["100.00", "200.00", "300.00"].map((each) => price(each)),
      SPREAD,
      800,
    );
    const [low = 0, middle = 0, high = 0] = dots.map(({ x }) => x);
    expect(middle - low).toBeCloseTo(high - middle);
    expect(median).toBeCloseTo(middle);
    expect(quartiles.right - quartiles.left).toBeCloseTo((high - low) / 2);
  });

  test("stacks what would lie on each other, the provider's own at the bottom", () => {
    expect(levelsOf([10, 10, 14, 40], [false, true, false, false])).toEqual([1, 0, 2, 0]);
    const { dots } = stripOf([price("100.00"), price("100.00", "this provider $100.00")], SPREAD, 800);
    expect(dots[1]?.y).toBeGreaterThan(dots[0]?.y ?? 0);
    expect((dots[1]?.y ?? 0) - (dots[0]?.y ?? 0)).toBeGreaterThanOrEqual(2 * DOT_RADIUS);
  });

  test("presses high stacks together rather than growing without end", () => {
    const of = (count: number) =>
      stripOf(
        Array.from({ length: count }, () => price("200.00")),
        SPREAD,
        800,
      ).height;
    expect(of(200)).toBe(of(50));
  });

  test("says figures of one amount in one label", () => {
    const { figures: labels } = stripOf(
      [price("19.20"), price("27.54")],
      figures("19.20", "19.20", "27.54", "27.54", "27.54"),
      800,
    );
    expect(labels.map(({ names, text }) => [names, text])).toEqual([
      ["lowest, lower quartile", "$19.20"],
      ["median, upper quartile, highest", "$27.54"],
    ]);
  });

  test.each([320, 390, 1100])("has no label on another and none outside, %d px wide", (width) => {
    const own = ["182.00", "190.00", "201.00", "299.00"].map((amount) => price(amount, `Downtown $${amount}`));
    const strip = stripOf([...own, price("100.00")], figures("100.00", "182.00", "190.00", "199.00", "300.00"), width);
    const ownBoxes = strip.own.map(({ textX, y, text }) => boxOf(textX, textWidth(text), y - LINE_PIXELS, y));
    const figureBoxes = strip.figures.map(({ textX, y, names, text }) =>
      boxOf(textX, Math.max(textWidth(names, "axis"), textWidth(text)), y - 12, y + LINE_PIXELS),
    );
    const boxes = [...ownBoxes, ...figureBoxes];
    expect(ownBoxes.length).toBeGreaterThan(2);
    expect(figureBoxes).toHaveLength(5);
    boxes.forEach((one, index) => {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(width);
      expect(one.bottom).toBeLessThanOrEqual(strip.height);
      expect(boxes.slice(index + 1).filter((other) => overlaps(one, other))).toEqual([]);
    });
  });
});

function boxOf(middle: number, width: number, top: number, bottom: number) {
  return { left: middle - width / 2, right: middle + width / 2, top, bottom };
}
