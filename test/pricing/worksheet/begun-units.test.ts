import { expect, it } from "vitest";
import { whole } from "../../../src/core/money/factor.ts";
import { begunUnits, constant } from "../../../src/pricing/worksheet/calculation.ts";
import { roundedUnits } from "../../../src/pricing/worksheet/computing.ts";

const SECTION = "xx 1";

it("any part of a unit counts as one, for all minutes and all lengths of a unit", () => {
  const wrong: string[] = [];
  for (let minutes = 0; minutes <= 200; minutes += 1) {
    const sent = constant(SECTION, whole(minutes), "units");
    for (let perUnit = 1; perUnit <= 60; perUnit += 1) {
      const units = roundedUnits(begunUnits(SECTION, sent, constant(SECTION, whole(perUnit))), 0);
      if (units !== BigInt(Math.ceil(minutes / perUnit))) wrong.push(`${minutes} / ${perUnit} is not ${units}`);
    }
  }
  expect(wrong).toEqual([]);
});
