import { expect, it } from "vitest";
import { resolvedType } from "../../../src/states/ga/provider-type.ts";

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
