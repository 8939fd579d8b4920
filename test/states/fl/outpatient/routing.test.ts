import { expect, it } from "vitest";
import { systemOf, wrongSystem } from "../../../../src/states/fl/outpatient/price.ts";
import { eapgWeights, feeSchedule } from "../../../../src/states/fl/tables.ts";
import { isPricedBy, PROVIDER_TYPES } from "../../../../src/states/fl/values.ts";
import { rowsOf } from "../../../support/sheet.ts";
import { eapgWeight, feeRow, outpatientRequest, sheetWith } from "../rows.ts";

function system(code: string, asked?: string): string | null {
  return systemOf(
    outpatientRequest({ billing_code: code, ...(asked === undefined ? {} : { billing_code_type: asked }) }),
  );
}

it("five characters are a HCPCS code, whatever they are", () => {
  for (const code of ["99213", "J1100", "00400", "00013", "0001u", "9-9 2", "a\nb c", "é1234"]) {
    expect(system(code)).toBe("HCPCS");
  }
});

it("characters are counted as code points of the code in capitals", () => {
  expect(system("9921\u{1f600}")).toBe("HCPCS");
  expect(system("992\u{1f600}")).toBeNull();
  // Four characters as sent: ß becomes SS
  expect(system("99ß2")).toBe("HCPCS");
  expect(system("992ßß")).toBeNull();
});

it("one to four digits are an EAPG", () => {
  expect(["0", "13", "0013", "9999"].map((code) => system(code))).toEqual(Array(4).fill("EAPG"));
});

it("every other shape is of no system", () => {
  for (const code of ["J110", "1 3", "-1", "٣", "000013", "00000000000000000013", "99202 and 99203", "992-02x"]) {
    expect(system(code)).toBeNull();
  }
});

it("the system asked for comes before the shape", () => {
  expect(system("00013", "EAPG")).toBe("EAPG");
  expect(system("000013", "EAPG")).toBe("EAPG");
  expect(system("J1100", "eapg")).toBe("EAPG");
  expect(system("13", "HCPCS")).toBe("HCPCS");
});

it("each type of provider is priced by systems of its own, and says which", () => {
  const systems = PROVIDER_TYPES.map((type) => [type, isPricedBy(type, "HCPCS"), isPricedBy(type, "EAPG")]);
  expect(systems).toEqual([
    ["PRACTITIONER", true, false],
    ["HOSPITAL", false, true],
    ["INDEPENDENT_LAB", true, false],
    ["ASC", true, true],
  ]);
  const { code, message } = wrongSystem("13", "INDEPENDENT_LAB", sheetWith());
  expect(code).toBe("not_for_provider_type");
  expect(message).toBe("Independent Laboratory services are priced by HCPCS code, not by EAPG.");
});

it("a code that the other system has on the day is remedied by asking for that system", () => {
  const sheet = sheetWith({}, rowsOf(eapgWeights, [eapgWeight()]), rowsOf(feeSchedule, [feeRow()]));
  const remedies = (code: string, providerType: Parameters<typeof wrongSystem>[1]) =>
    wrongSystem(code, providerType, sheet).remedy.map(({ parameter, value }) => [parameter, value]);
  expect(remedies("00013", "HOSPITAL")).toEqual([["billing_code_type", "EAPG"]]);
  expect(remedies("99213", "HOSPITAL")).toEqual([]);
  expect(remedies("99213", "PRACTITIONER")).toEqual([["billing_code_type", "HCPCS"]]);
  expect(remedies("99213", "INDEPENDENT_LAB")).toEqual([]);
});
