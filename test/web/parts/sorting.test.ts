import { expect, test } from "vitest";
import { type SortValue, sorted } from "../../../web/src/parts/data-table.tsx";

const order = (values: readonly SortValue[], isDescending = false) => sorted(values, (value) => value, isDescending);

test("figures are ordered by their size, not by their digits", () => {
  expect(order(["10.00", "9.50", "-3", "100"])).toEqual(["-3", "9.50", "10.00", "100"]);
  expect(order(["10.00", "9.50", "-3", "100"], true)).toEqual(["100", "10.00", "9.50", "-3"]);
});

test("texts are ordered by their letters, numbers in them by their size", () => {
  expect(order(["b2", "a", "b10"])).toEqual(["a", "b2", "b10"]);
});

test("what is empty stands last in either direction", () => {
  expect(order([null, 2, 1])).toEqual([1, 2, null]);
  expect(order([null, 2, 1], true)).toEqual([2, 1, null]);
});
