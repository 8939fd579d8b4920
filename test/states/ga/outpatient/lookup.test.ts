import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { workOutOutpatient } from "../../../../src/states/ga/outpatient/lookup.ts";
import { hospitalOutpatientRates } from "../../../../src/states/ga/tables.ts";
import { rowsOf } from "../../../support/sheet.ts";
import { hospital, IN_FORCE, NPI, outpatientRequest, pricerOf, provider } from "../rows.ts";

const interimRate = { ...IN_FORCE, npi: NPI, campusName: null, outpatientInterimRate: factor("0.5") };
const pricer = pricerOf(rowsOf(hospitalOutpatientRates, [interimRate]));

/** A hospital is paid a percentage of any code, so that nothing but the shape can make one fail. */
function messageOf(code: string, at = hospital()) {
  return workOutOutpatient(outpatientRequest({ billing_code: code }), at, pricer).map(
    ({ noRate }) => noRate?.message ?? null,
  );
}

it("a code is a letter or digit, three digits, and a letter or digit", () => {
  for (const code of ["99284", "J0696", "j0696", "0001U", "A000A"]) expect(messageOf(code)).toEqual([null]);
  for (const code of ["9928", "992841", "99X84", "AB123", "992 4", "-9284", "9928-"]) {
    expect(messageOf(code)).toEqual([
      `Billing code ${code} is not a HCPCS code (a letter or digit, three digits, a letter or digit).`,
    ]);
  }
});

it("a code of another shape fails first, whatever the type of the provider", () => {
  for (const providerType of ["PHYSICIAN", "CLINICAL_LABORATORY", "ASC"] as const) {
    expect(messageOf("9928", provider({ providerType }))).toEqual([
      "Billing code 9928 is not a HCPCS code (a letter or digit, three digits, a letter or digit).",
    ]);
  }
});
