import { expect, it } from "vitest";
import { childFlagOfNewborn, isNewbornDrg } from "../../src/pricing/newborns.ts";

it.each([
  ["579", false],
  ["580", true],
  ["640", true],
  ["641", false],
])("DRG %s is one of newborns: %s", (drg, isOne) => {
  expect(isNewbornDrg(drg)).toBe(isOne);
});

it("the flag that a newborn lacks names the DRG, with its severity where there is one", () => {
  const flag = { parameter: "child_patient", value: "true" };
  expect(childFlagOfNewborn("593", 4)).toEqual({ ...flag, because: "593-4 is a DRG of newborns" });
  expect(childFlagOfNewborn("593", null)).toEqual({ ...flag, because: "593 is a DRG of newborns" });
});
