import { describe, expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import { LargestDifferences } from "../../../src/reprice/pricing/largest-differences.ts";

const NOTHING_KNOWN = {
  ...{ code: "99213", provider: null, providerName: null, billed: null, units: null, lookup: {}, detail: null },
  ...{ formula: null, assumed: [], remarks: [], hasTakeback: false, isPutOnPatient: false },
};

describe("The largest differences", () => {
  function noted(lines: readonly number[]): LargestDifferences {
    const largest = new LargestDifferences();
    const comparison = { expected: factor("10"), paid: factor("7"), difference: factor("3") };
    for (const line of lines) largest.note(comparison, () => ({ ...NOTHING_KNOWN, line }));
    return largest;
  }

  it("of two equal differences the earlier line comes first, noted or added", () => {
    expect(noted([2, 3]).record()).toMatchObject([{ line: 2 }, { line: 3 }]);
    const both = noted([2]);
    both.add(noted([3]).record());
    expect(both.record()).toMatchObject([{ line: 2 }, { line: 3 }]);
  });

  it("two hundred earlier ones leave no place for an equal one", () => {
    const lines = Array.from({ length: 201 }, (_, index) => index + 2);
    expect(
      noted(lines)
        .record()
        .map(({ line }) => line),
    ).toEqual(lines.slice(0, 200));
  });
});
