import { expect, it } from "vitest";
import { isHospital, providerTypeOf } from "../../../src/states/ca/values.ts";

const ofTaxonomy = (primaryTaxonomy: string | null) => providerTypeOf({ providerType: null, primaryTaxonomy });

it("the taxonomy tells the type, the longer prefix first", () => {
  const types = {
    "261QA1903X": "surgical_clinic",
    "261QC1500X": "free_clinic",
    "261QF0400X": "free_clinic",
    "261QR1300X": "free_clinic",
    "261QP2300X": "other_clinic",
    "273R00000X": "hospital",
    "282N00000X": "hospital",
    "213ES0103X": "podiatrist",
    "367500000X": "nurse_anesthetist",
    "367A00000X": "physician_office",
    "207Q00000X": "physician_office",
  };
  for (const [taxonomy, type] of Object.entries(types)) {
    expect([taxonomy, ofTaxonomy(taxonomy)]).toEqual([taxonomy, type]);
    expect([taxonomy, ofTaxonomy(taxonomy.toLowerCase())]).toEqual([taxonomy, type]);
  }
  expect(ofTaxonomy(null)).toBe("physician_office");
});

it("the row's own type comes before the taxonomy", () => {
  const row = { providerType: "free_clinic", primaryTaxonomy: "282N00000X" } as const;
  expect(providerTypeOf(row)).toBe("free_clinic");
  expect(isHospital(row)).toBe(false);
  expect(isHospital({ ...row, providerType: null })).toBe(true);
});
