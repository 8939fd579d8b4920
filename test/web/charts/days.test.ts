import { describe, expect, test } from "vitest";
import { dayNumber, dayTicks } from "../../../web/src/charts/axes.ts";

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

  test("are a day apart over a clock change and a leap day", () => {
    expect(dayNumber("2026-03-09") - dayNumber("2026-03-08")).toBe(1);
    expect(dayNumber("2024-03-01") - dayNumber("2024-02-28")).toBe(2);
  });
});
