import { expect, it } from "vitest";
import { providerTypeOf, withoutLeadingZeros } from "../../../src/states/fl/values.ts";

it("the state's type code decides, leading zeros or not", () => {
  const types = {
    HOSPITAL: ["1", "01", "001"],
    ASC: ["6", "06"],
    INDEPENDENT_LAB: ["50"],
    PRACTITIONER: ["25", "26", "27", "28", "29", "30", "31", "34", "35", "62", "035"],
  };
  for (const [type, codes] of Object.entries(types)) {
    for (const code of codes) expect([code, providerTypeOf(code, null)]).toEqual([code, type]);
  }
  for (const code of ["0", "2", "5", "7", "24", "32", "33", "36", "49", "51", "61", "63", "100"]) {
    expect([code, providerTypeOf(code, "282N00000X")]).toEqual([code, null]);
  }
});

it("the taxonomy decides where there is no type code", () => {
  const types = {
    ASC: ["261QA1903X"],
    INDEPENDENT_LAB: ["291U00000X", "291u00000x"],
    HOSPITAL: ["282N00000X", "283Q00000X"],
    PRACTITIONER: [
      ...["207Q00000X", "111N00000X", "152W00000X", "213E00000X"],
      ...["363A00000X", "363L00000X", "364S00000X", "367500000X"],
    ],
  };
  for (const [type, codes] of Object.entries(types)) {
    for (const code of codes) expect([code, providerTypeOf(null, code)]).toEqual([code, type]);
  }
  for (const code of ["261QM1300X", "291900000X", "292200000X", "111X00000X", "363X00000X", "332B00000X", "", null]) {
    expect([code, providerTypeOf(null, code)]).toEqual([code, null]);
  }
});

it("leading zeros are dropped, but not the last one", () => {
  const codes = ["13", "00013", "100", "0100", "0", "00000", "0A", ""];
  expect(codes.map(withoutLeadingZeros)).toEqual(["13", "13", "100", "100", "0", "0", "A", ""]);
});
