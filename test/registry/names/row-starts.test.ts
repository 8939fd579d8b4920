import fc from "fast-check";
import { expect, test } from "vitest";
import { dividedStarts, startOf } from "../../../src/registry/names/index-builder.ts";

function startsOf(wordCounts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(wordCounts.length + 1);
  for (const [row, count] of wordCounts.entries()) starts[row + 1] = (starts[row] as number) + count;
  return starts;
}

/** The bytes of a distance, after every start was found again. */
function widthFor(wordCounts: readonly number[]): number {
  const starts = startsOf(wordCounts);
  const divided = dividedStarts(starts);
  for (const [row, start] of starts.entries()) expect(startOf(divided, row)).toBe(start);
  return divided.distances.BYTES_PER_ELEMENT;
}

test("every start of random names is found again", () => {
  const wordCount = fc.oneof(
    { weight: 20, arbitrary: fc.nat({ max: 9 }) },
    { weight: 1, arbitrary: fc.nat({ max: 300 }) },
  );
  fc.assert(fc.property(fc.array(wordCount, { maxLength: 100 }), (wordCounts) => widthFor(wordCounts) > 0));
});

test("a byte per row will do while no row starts more than 255 words behind its group", () => {
  expect(widthFor(Array.from({ length: 64 }, () => 17))).toBe(1);
  expect(widthFor([255, 0])).toBe(1);
  expect(widthFor([256, 0])).toBe(2);
  expect(widthFor([...Array.from({ length: 15 }, () => 1), 100_000, 1])).toBe(1);
});

test("names of very many words widen all distances", () => {
  expect(widthFor([1, 65_534])).toBe(2);
  expect(widthFor([1, 65_535])).toBe(4);
  expect(widthFor([0, 70_000, 1, 300, 2])).toBe(4);
});

test("no rows and rows without words are nothing special", () => {
  expect(widthFor([])).toBe(1);
  expect(widthFor([0])).toBe(1);
  expect(widthFor(Array.from({ length: 33 }, () => 0))).toBe(1);
});
