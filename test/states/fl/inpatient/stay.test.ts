import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import type { InpatientRequest } from "../../../../src/states/fl/inpatient/request.ts";
import { lengthOfStayOf } from "../../../../src/states/fl/inpatient/stay.ts";
import { drgWeight } from "../rows.ts";

function days(lengthOfStay: number | null, meanLos: string | null): number | null {
  return lengthOfStayOf(
    { lengthOfStay } as InpatientRequest,
    drgWeight({ meanLos: meanLos === null ? null : factor(meanLos) }),
  );
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
