import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { lengthOfStayOf } from "../../../../src/states/fl/inpatient/price.ts";
import { drgWeight, sheetWith } from "../rows.ts";

function days(lengthOfStay: number | null, meanLos: string | null): number | null {
  const weight = drgWeight({ meanLos: meanLos === null ? null : factor(meanLos) });
  return lengthOfStayOf({ lengthOfStay }, weight, sheetWith())?.value.number ?? null;
}

it("the average stay is rounded half-up to whole days, at least one", () => {
  expect(days(null, "2.49")).toBe(2);
  expect(days(null, "2.50")).toBe(3);
  expect(days(null, "0.49")).toBe(1);
  expect(days(null, "0.01")).toBe(1);
});

it("the days sent come first, zero included; without either there are none", () => {
  expect(days(0, "2.50")).toBe(0);
  expect(days(7, null)).toBe(7);
  expect(days(null, null)).toBeNull();
});

it("an average in place of days that were not sent is an assumption", () => {
  const sheet = sheetWith();
  lengthOfStayOf({ lengthOfStay: 7 }, drgWeight(), sheet);
  expect(sheet.assumptions).toEqual([]);
  lengthOfStayOf({ lengthOfStay: null }, drgWeight(), sheet);
  expect(sheet.assumptions).toMatchObject([{ parameter: "length_of_stay", value: "4" }]);
});
