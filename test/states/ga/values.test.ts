import { expect, it } from "vitest";
import { resolvedType } from "../../../src/states/ga/values.ts";

const ofTaxonomy = (primaryTaxonomyCode: string | null) => resolvedType({ providerType: null, primaryTaxonomyCode });

it("the longest prefix of the taxonomy decides", () => {
  expect(ofTaxonomy("261QA1903X")).toBe("ASC");
  expect(ofTaxonomy("261QR1300X")).toBe("PHYSICIAN");
  expect(ofTaxonomy("282NC0060X")).toBe("HOSPITAL");
  expect(ofTaxonomy("291U00000X")).toBe("CLINICAL_LABORATORY");
  expect(ofTaxonomy("207Q00000X")).toBe("PHYSICIAN");
  expect(ofTaxonomy("213E00000X")).toBe("PHYSICIAN");
});

it("the row's own type comes first", () => {
  expect(resolvedType({ providerType: "ASC", primaryTaxonomyCode: "282N00000X" })).toBe("ASC");
});

it("a taxonomy outside the table gives none", () => {
  expect(ofTaxonomy("332B00000X")).toBeNull();
  expect(ofTaxonomy(null)).toBeNull();
});

it("every prefix of the page tells its type, and no code beside them does", () => {
  const prefixes = {
    HOSPITAL: [273, 275, 276, 281, 282, 283, 284, 286, 287],
    CLINICAL_LABORATORY: [291, 293],
    PHYSICIAN: [
      ...[101, 103, 104, 106, 111, 122, 124, 126, 133, 152, 156, 163, 164, 176, 193, 20, 211, 213, 22, 23, 261],
      ...[363, 364, 367],
    ],
  };
  for (const [type, listed] of Object.entries(prefixes)) {
    for (const prefix of listed) expect([prefix, ofTaxonomy(String(prefix).padEnd(10, "X"))]).toEqual([prefix, type]);
  }
  const known = Object.values(prefixes).flat().map(String);
  for (let number = 100; number < 400; number += 1) {
    const code = String(number);
    if (known.some((prefix) => code.startsWith(prefix))) continue;
    expect([code, ofTaxonomy(`${code}A00000X`)]).toEqual([code, null]);
  }
});
