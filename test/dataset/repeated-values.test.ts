import { expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { Periods, RepeatedValues } from "../../src/dataset/row.ts";

const MANY = 5_000;

function counting() {
  let made = 0;
  const values = new RepeatedValues((text) => {
    made += 1;
    return { text };
  });
  return { values, made: () => made };
}

it("a value that comes again is the same one", () => {
  const { values, made } = counting();
  const first = values.of("1.00");
  expect(values.of("1.00")).toBe(first);
  expect(values.of("2.00")).toEqual({ text: "2.00" });
  expect(made()).toBe(2);
});

it("values that hardly come again are made each time and not kept", () => {
  const { values, made } = counting();
  for (let number = 0; number < MANY; number += 1) values.of(`${number} Alder Way`);
  expect(values.of("0 Alder Way")).toEqual({ text: "0 Alder Way" });
  expect(made()).toBe(MANY + 1);
});

it("a column with more values than are kept still shares the first ones", () => {
  const { values, made } = counting();
  for (let round = 0; round < 3; round += 1) {
    for (let number = 0; number < MANY / 4; number += 1) values.of(`code ${number}`);
  }
  for (let number = 0; number < MANY; number += 1) expect(values.of(`other ${number}`).text).toBe(`other ${number}`);
  const before = made();
  values.of("code 7");
  expect(made()).toBe(before);
});

it("rows of one period share it", () => {
  const periods = new Periods();
  const [start, end] = ["2025-07-01" as Day, "2026-06-30" as Day];
  expect(periods.of(start, end)).toEqual({ start, end });
  expect(periods.of(start, end)).toBe(periods.of(start, end));
  expect(periods.of(start, null)).toEqual({ start, end: null });
  expect(periods.of(start, null)).toBe(periods.of(start, null));
});
