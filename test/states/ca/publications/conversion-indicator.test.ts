import { describe, expect, it } from "vitest";
import {
  lacks,
  markedIndicator,
  publishedIndicator,
} from "../../../../src/states/ca/publications/conversion-indicator.ts";

describe("a marked conversion indicator", () => {
  it("is the published one where nothing is lacking", () => {
    expect(markedIndicator("7", [])).toBe("7");
  });

  it("says what is lacking, and which one is published", () => {
    const marked = markedIndicator("17", ["child", "emergency"]);
    expect(marked).toBe("17 no child no ER");
    expect(publishedIndicator(marked)).toBe("17");
    expect([lacks(marked, "child"), lacks(marked, "emergency"), lacks("17 no ER", "child")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
