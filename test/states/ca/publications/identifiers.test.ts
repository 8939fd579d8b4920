import { describe, expect, it } from "vitest";
import { npi, taxonomy, zipCode } from "../../../../src/states/ca/publications/identifiers.ts";

describe("numbers of providers", () => {
  it("are NPIs of ten digits, or none", () => {
    expect([npi("1100000009"), npi("1100000009.0"), npi("110"), npi("N/A")]).toEqual([
      "1100000009",
      "1100000009",
      null,
      null,
    ]);
  });

  it("are NUCC codes, the first where there are several", () => {
    expect([taxonomy("207q00000x; 208D00000X"), taxonomy("PHYSICIAN")]).toEqual(["207Q00000X", null]);
  });

  it("are ZIP codes with their last four digits where there are some", () => {
    expect([
      zipCode("93710", "0012"),
      zipCode("3801", "0000"),
      zipCode("937100012", null),
      zipCode(null, "0012"),
    ]).toEqual(["93710-0012", "03801", "93710-0012", null]);
  });
});
