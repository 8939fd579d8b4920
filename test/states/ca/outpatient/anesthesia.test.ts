import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { anesthesiaFactors, anesthesiaPayment, timeUnitsOf } from "../../../../src/states/ca/outpatient/anesthesia.ts";
import type { OutpatientClaim } from "../../../../src/states/ca/outpatient/claim.ts";
import type { ProviderType } from "../../../../src/states/ca/values.ts";
import { Worksheet } from "../../../../src/worksheet/worksheet.ts";
import { factorRow, feeRow, outpatientLine, program } from "../rows.ts";

function claim(
  anesthesiaMinutes: number | null,
  { providerType = "physician_office", ...differences }: Partial<OutpatientClaim & { providerType: ProviderType }> = {},
): OutpatientClaim {
  return {
    line: outpatientLine({ anesthesiaMinutes, providerType }),
    fee: feeRow({ procedureType: "Anesthesia", unitValue: factor("6") }),
    factor: factorRow({ conversionFactor: factor("15.19") }),
    program: program(),
    ...differences,
  };
}

function price(of: OutpatientClaim) {
  const factors = anesthesiaFactors(of);
  if (factors instanceof NoRate) return factors.message;
  const sheet = new Worksheet();
  return { payment: anesthesiaPayment(of, factors, sheet)?.text ?? null, method: sheet.line };
}

it("any part of fifteen minutes is a time unit", () => {
  const units = (minutes: number) => timeUnitsOf(minutes, program());
  expect([0, 1, 14, 15, 16, 30, 31].map(units)).toEqual([0, 1, 1, 1, 2, 2, 3]);
  expect(timeUnitsOf(61, program({ anesthesia_minutes_per_unit: "10" }))).toBe(7);
});

it("0 minutes are priced by base units alone, and still need the length of a unit", () => {
  expect(price(claim(0))).toMatchObject({ payment: "91.14" }); // 6 x 15.19
  expect(price(claim(0, { program: program({ anesthesia_minutes_per_unit: null }) }))).toBe(
    "Parameter anesthesia_minutes_per_unit has no value.",
  );
});

it("a nurse anesthetist is never paid less than no base units, and the method prints what was taken", () => {
  const nurse = { providerType: "nurse_anesthetist" } as const;
  expect(price(claim(15, { ...nurse, program: program({ nurse_anesthetist_base_unit_reduction: "7.5" }) }))).toEqual({
    payment: "15.19",
    method: "(base units (6) - nurse anesthetist reduction (6) + time units (1)) x conversion factor (15.19) = $15.19",
  });
  expect(price(claim(null, nurse))).toEqual({
    payment: null,
    method:
      "(base units (6) - nurse anesthetist reduction (1) + time units (anesthesia_minutes not supplied)) x conversion factor (15.19)",
  });
});

it("a hospital gets the HOPD add-on whether or not the code is eligible, after the cutback", () => {
  const fee = feeRow({ procedureType: "Anesthesia", unitValue: factor("6"), cutbackInd: 1, hopdAddonEligible: false });
  expect(price(claim(95, { fee, providerType: "hospital" }))).toEqual({
    payment: "226.61", // 197.47 x 0.8 = 157.98; x 1.4344 = 226.606...
    method:
      "(base units (6) + time units (7)) x conversion factor (15.19) = $197.47; $197.47 x cutback (0.8) = $157.98; $157.98 x HOPD add-on (1.4344) = $226.61",
  });
  expect(price(claim(null, { fee, providerType: "hospital" }))).toMatchObject({
    method:
      "(base units (6) + time units (anesthesia_minutes not supplied)) x conversion factor (15.19); x cutback (0.8); x HOPD add-on (1.4344)",
  });
});
