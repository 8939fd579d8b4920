import { expect, it } from "vitest";
import { withoutLeadingZeros } from "../../../src/states/fl/values.ts";

it("leading zeros are dropped, but not the last one", () => {
  const codes = ["13", "00013", "100", "0100", "0", "00000", "0A", ""];
  expect(codes.map(withoutLeadingZeros)).toEqual(["13", "13", "100", "100", "0", "0", "A", ""]);
});
