import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import {
  anesthesiaPayment,
  type Found,
  type OutpatientClaim,
  timeUnitsOf,
} from "../../../../src/states/ca/outpatient/price.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/request.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { type Figures, factorRow, outpatientLine, pricedFeeRow, sheetOf, withoutValue } from "../rows.ts";

const SIX_UNITS = { procedureType: "Anesthesia", unitValue: factor("6") } as const;

function claim(line: Partial<OutpatientLine>, fee: Partial<OutpatientClaim["fee"]> = {}): OutpatientClaim {
  return {
    line: outpatientLine(line),
    fee: pricedFeeRow({ ...SIX_UNITS, ...fee }),
    factor: factorRow({ conversionFactor: factor("15.19") }),
  };
}

/** Works out a claim the way a lookup does: the time units first, then the payment. */
function worked(of: OutpatientClaim, figures: Figures = {}) {
  const sheet = sheetOf(figures);
  const found: Found = { timeUnits: timeUnitsOf(of.line.anesthesiaMinutes, sheet) };
  return { payment: anesthesiaPayment(of, sheet, found), sheet, found };
}

function price(of: OutpatientClaim, figures: Figures = {}) {
  const { payment, sheet } = worked(of, figures);
  return { payment: payment?.value.text ?? null, method: sheet.line };
}

it("any part of fifteen minutes is a time unit", () => {
  const units = (minutes: number | null, figures: Figures = {}) => timeUnitsOf(minutes, sheetOf(figures))?.value.number;
  expect([0, 1, 14, 15, 16, 30, 31].map((minutes) => units(minutes))).toEqual([0, 1, 1, 1, 2, 2, 3]);
  expect(units(61, { anesthesia_minutes_per_unit: "10" })).toBe(7);
  expect(units(null)).toBeUndefined();
});

it("0 minutes are priced by base units alone, and still need the length of a unit", () => {
  const noMinutes = claim({ anesthesiaMinutes: 0 });
  expect(price(noMinutes)).toMatchObject({ payment: "91.14" }); // 6 x 15.19
  expect(noRateOf(() => price(noMinutes, { anesthesia_minutes_per_unit: null }))).toMatchObject({
    code: "not_in_force",
    message: withoutValue("anesthesia_minutes_per_unit"),
  });
});

it("without minutes the length of a unit is not needed", () => {
  const formula = "(base units (6) + time units (anesthesia_minutes not supplied)) x conversion factor (15.19)";
  expect(price(claim({}), { anesthesia_minutes_per_unit: null })).toEqual({ payment: null, method: formula });
});

it("a nurse anesthetist is never paid less than no base units, and the method prints what was taken", () => {
  const providerType = "nurse_anesthetist";
  const quarter = claim({ providerType, anesthesiaMinutes: 15 });
  expect(price(quarter, { nurse_anesthetist_base_unit_reduction: "7.5" })).toEqual({
    payment: "15.19",
    method: "(base units (6) - nurse anesthetist reduction (6) + time units (1)) x conversion factor (15.19) = $15.19",
  });
  expect(price(claim({ providerType }))).toEqual({
    payment: null,
    method:
      "(base units (6) - nurse anesthetist reduction (1) + time units (anesthesia_minutes not supplied)) x conversion factor (15.19)",
  });
});

it("a hospital gets the HOPD add-on whether or not the code is eligible, after the cutback", () => {
  const fee = { cutbackInd: 1, hopdAddonEligible: false };
  expect(price(claim({ anesthesiaMinutes: 95, providerType: "hospital" }, fee))).toEqual({
    payment: "226.61", // 197.47 x 0.8 = 157.98; x 1.4344 = 226.606...
    method:
      "(base units (6) + time units (7)) x conversion factor (15.19) = $197.47; $197.47 x cutback (0.8) = $157.98; $157.98 x HOPD add-on (1.4344) = $226.61",
  });
  expect(price(claim({ providerType: "hospital" }, fee))).toMatchObject({
    method:
      "(base units (6) + time units (anesthesia_minutes not supplied)) x conversion factor (15.19); x cutback (0.8); x HOPD add-on (1.4344)",
  });
});

it("no modifier is payable", () => {
  expect(noRateOf(() => worked(claim({ modifier: "26", anesthesiaMinutes: 15 })))).toMatchObject({
    code: "not_payable",
    message: "Modifier 26 is not payable for 99213 (Anesthesia).",
  });
});

it("records the time units and the reduction as steps that the method does not print", () => {
  const { sheet } = worked(claim({ providerType: "nurse_anesthetist", anesthesiaMinutes: 95 }));
  const steps = sheet.steps.map(({ section, value, unit, wording }) => [section, value?.text, unit, wording !== null]);
  expect(steps).toEqual([
    ["ca 4.4 step 1", "7", "units", false],
    ["ca 4.4 step 2", "1", "factor", false],
    ["ca 4.4 step 2", "182.28", "dollars", true], // (6 - 1 + 7) x 15.19
  ]);
});

it("records cutback and add-on under the sections of anesthesia", () => {
  const facility = (minutes: number | null) =>
    worked(claim({ anesthesiaMinutes: minutes, providerType: "hospital" }, { cutbackInd: 1 })).sheet.steps.map(
      ({ section, value }) => [section, value?.text],
    );
  expect(facility(95)).toEqual([
    ["ca 4.4 step 1", "7"],
    ["ca 4.4 step 3", "0.8"],
    ["ca 4.4 step 2", "197.47"],
    ["ca 4.4 step 3", "157.98"],
    ["ca 4.4 step 4", "226.61"],
  ]);
  expect(facility(null)).toEqual([
    ["ca 4.4 step 3", "0.8"],
    ["ca 4.4 step 2", undefined],
    ["ca 4.4 step 3", undefined],
    ["ca 4.4 step 4", undefined],
  ]);
});
