import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closestName } from "../../src/names/closest.ts";
import { foldName } from "../../src/names/folding.ts";
import { compareText } from "../../src/names/order.ts";
import { snakeCase } from "../../src/names/spelling.ts";

describe("folded names", () => {
  it("ignore case, accents, punctuation and runs of space", () => {
    expect(foldName("  Peña   Family-Medicine, Inc. ")).toBe("PENA FAMILY MEDICINE INC");
    expect(foldName("St. Brendan's")).toBe("ST BRENDAN S");
    expect(foldName("ﬁrst Ｋaiser")).toBe("FIRST KAISER");
    expect(foldName("Straße")).toBe("STRASSE");
    expect(foldName("¿¡—")).toBe("");
  });

  it("are the same when folded again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const folded = foldName(name);
        expect(foldName(folded)).toBe(folded);
        expect(folded).toMatch(/^(?:[A-Z0-9]+(?: [A-Z0-9]+)*)?$/);
      }),
    );
  });
});

describe("text order", () => {
  it("is by code point, null first", () => {
    const sorted = ["b", null, "a", "B", "\u{1F600}", "\uFF21"].sort(compareText);
    expect(sorted).toEqual([null, "B", "a", "b", "\uFF21", "\u{1F600}"]);
  });

  it("agrees with the order of UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

it("a misspelt name suggests the nearest known one, and nothing when none is near", () => {
  const known = ["billing_code", "provider_name", "npi"];
  expect(closestName("biling_code", known)).toBe("billing_code");
  expect(closestName("Provider_Nmae", known)).toBe("provider_name");
  expect(closestName("xyzzy_quux_plugh_and_more", known)).toBeNull();
});

it("names of code become names of the wire", () => {
  expect(["policyAdjustorA", "npi", "effectiveStartDate", "priorAdmissionWithin30d"].map(snakeCase)).toEqual([
    "policy_adjustor_a",
    "npi",
    "effective_start_date",
    "prior_admission_within_30d",
  ]);
});
