import { expect, it } from "vitest";
import { providerTypeOf, typeOfTaxonomy } from "../../../src/states/ny/provider-type.ts";

it("the first characters of a taxonomy code tell the type", () => {
  const types = Object.fromEntries(
    [
      "282N00000X",
      "273R00000X",
      "261QA1903X",
      "261QM1300X",
      "291U00000X",
      "207Q00000X",
      "101YM0800X",
      "367500000X",
    ].map((code) => [code, typeOfTaxonomy(code)]),
  );
  expect(types).toEqual({
    "282N00000X": "HOSPITAL",
    "273R00000X": "HOSPITAL",
    "261QA1903X": "OUTPATIENT_CLINIC_ASC",
    "261QM1300X": "OUTPATIENT_CLINIC_ASC",
    "291U00000X": "LABORATORY",
    "207Q00000X": "PHYSICIAN",
    "101YM0800X": "PHYSICIAN",
    "367500000X": "PHYSICIAN",
  });
});

it("other codes tell nothing", () => {
  for (const code of ["314000000X", "251E00000X", "274000000X", "261A00000X", "331L00000X", null]) {
    expect(typeOfTaxonomy(code)).toBeNull();
  }
});

it("a row's own type comes before its taxonomy", () => {
  expect(providerTypeOf({ providerType: "LABORATORY", primaryTaxonomyCode: "282N00000X" })).toBe("LABORATORY");
  expect(providerTypeOf({ providerType: null, primaryTaxonomyCode: "282N00000X" })).toBe("HOSPITAL");
});
