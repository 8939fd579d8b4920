import { describe, expect, it } from "vitest";
import { factor } from "../../../../../src/core/money/factor.ts";
import { markedIndicator } from "../../../../../src/states/ca/publications/medi-cal-rates/derived-factors.ts";

const UNMARKED = { isFixed: false, lacking: [], own: new Map() };

describe("a marked conversion indicator", () => {
  it("is the published one where nothing sets a code apart", () => {
    expect(markedIndicator("7", UNMARKED)).toBe("7");
  });

  it("says what is lacking", () => {
    const marked = markedIndicator("17", { ...UNMARKED, lacking: ["child", "emergency"] });
    expect(marked).toBe("17 no child no ER");
  });

  it("says which factors are the codes' own, and that a price is in dollars", () => {
    const own = new Map([["child", factor("12.333")] as const]);
    expect(markedIndicator("1", { isFixed: false, lacking: ["emergency"], own })).toBe("1 child 12.333 no ER");
    expect(markedIndicator("7", { ...UNMARKED, isFixed: true })).toBe("7 fixed");
  });
});
