import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closestName } from "../../../src/core/text/closest.ts";
import { foldName } from "../../../src/core/text/folding.ts";
import { compareText } from "../../../src/core/text/order.ts";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import { runs } from "../../support/property-runs.ts";

describe("folded names", () => {
  it("ignore case, accents, punctuation and runs of space", () => {
    expect(foldName("  Peña   Family-Medicine, Inc. ")).toBe("PENA FAMILY MEDICINE INC");
    expect(foldName("St. Brendan's")).toBe("ST BRENDAN S");
    expect(foldName("ﬁrst Ｋaiser")).toBe("FIRST KAISER");
    expect(foldName("Straße")).toBe("STRASSE");
    expect(foldName("¿¡—")).toBe("");
  });

  it("are what decomposing with all marks and dropping them afterwards gives", () => {
    const marks = fc.mapToConstant({ num: 0x70, build: (place) => String.fromCodePoint(0x300 + place) });
    const name = fc.string({ unit: fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), marks) });
    fc.assert(
      fc.property(name, (text) => {
        const decomposed = text.normalize("NFKD").replace(/\p{M}+/gu, "");
        expect(foldName(text)).toBe(foldName(decomposed));
      }),
      runs(2_000),
    );
  });

  it("lose nothing with their marks: every mark of Unicode decomposes into marks alone", () => {
    const others: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/^\p{M}$/u.test(character) && !/^\p{M}+$/u.test(character.normalize("NFKD"))) others.push(character);
    }
    expect(others).toEqual([]);
  });

  it("do not take long, whatever the text is made of", () => {
    // In quadratic time each of these would take an hour.
    expect(foldName(`a${"\u0301\u0323".repeat(1_000_000)}b`)).toBe("AB");
    expect(foldName("\uff9e\uff9f".repeat(1_000_000))).toBe("");
    expect(foldName(`${"A".repeat(1_000_000)}-`)).toBe("A".repeat(1_000_000));
    expect(foldName(`${"A ".repeat(1_000_000)}-`)).toBe("A ".repeat(1_000_000).trim());
  });

  it("are the same when folded again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const folded = foldName(name);
        expect(foldName(folded)).toBe(folded);
        expect(folded).toMatch(/^(?:[A-Z0-9]+(?: [A-Z0-9]+)*)?$/);
      }),
      runs(),
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
      runs(),
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
