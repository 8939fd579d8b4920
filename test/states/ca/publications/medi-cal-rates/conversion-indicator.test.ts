import { describe, expect, it } from "vitest";
import { factor } from "../../../../../src/core/money/factor.ts";
import {
  hasOwnFactors,
  lacks,
  markedIndicator,
  publishedIndicator,
} from "../../../../../src/states/ca/publications/medi-cal-rates/conversion-indicator.ts";

const UNMARKED = { isFixed: false, lacking: [], own: new Map() };

describe("a marked conversion indicator", () => {
  it("is the published one where nothing sets a code apart", () => {
    expect(markedIndicator("7", UNMARKED)).toBe("7");
  });

  it("says what is lacking, and which one is published", () => {
    const marked = markedIndicator("17", { ...UNMARKED, lacking: ["child", "emergency"] });
    expect(marked).toBe("17 no child no ER");
    expect(publishedIndicator(marked)).toBe("17");
    expect([lacks(marked, "child"), lacks(marked, "emergency"), lacks("17 no ER", "child")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("says which factors are the codes' own, and that a price is in dollars", () => {
    const own = new Map([["child", factor("12.333")] as const]);
    expect(markedIndicator("1", { isFixed: false, lacking: ["emergency"], own })).toBe("1 child 12.333 no ER");
    expect(markedIndicator("7", { ...UNMARKED, isFixed: true })).toBe("7 fixed");
    expect(["1", "1 no child no ER", "1 child 12.333 no ER", "7 fixed"].map(hasOwnFactors)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
