import { expect, it } from "vitest";
import { providerTypeOf, typeOfTaxonomy } from "../../../src/states/ny/values.ts";

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

it("every prefix of the page tells its type, and no code beside them does", () => {
  const prefixes = {
    HOSPITAL: ["273", "275", "281", "282", "283", "284", "286"],
    OUTPATIENT_CLINIC_ASC: ["261Q"],
    LABORATORY: ["291", "292", "293"],
    PHYSICIAN: ["10", "111", "122", "133", "152", "163", "17", "193", "20", "213", "22", "23", "363", "364", "367"],
  };
  for (const [type, listed] of Object.entries(prefixes)) {
    for (const prefix of listed) expect([prefix, typeOfTaxonomy(prefix.padEnd(10, "X"))]).toEqual([prefix, type]);
  }
  const known = Object.values(prefixes).flat();
  for (let number = 100; number < 400; number += 1) {
    const code = String(number);
    if (known.some((prefix) => code.startsWith(prefix))) continue;
    expect([code, typeOfTaxonomy(`${code}A00000X`)]).toEqual([code, null]);
  }
});
