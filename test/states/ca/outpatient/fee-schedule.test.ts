import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import type { OutpatientClaim } from "../../../../src/states/ca/outpatient/claim.ts";
import { basisOf, feeScheduleFactors, feeSchedulePayment } from "../../../../src/states/ca/outpatient/fee-schedule.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/line.ts";
import { Worksheet } from "../../../../src/worksheet/worksheet.ts";
import { factorRow, feeRow, outpatientLine, program } from "../rows.ts";

/** A line of a hospital, unless it says otherwise. */
function hospitalLine(differences: Partial<OutpatientLine> = {}): OutpatientLine {
  return outpatientLine({ providerType: "hospital", ...differences });
}

function claim(differences: Partial<OutpatientClaim> = {}): OutpatientClaim {
  return {
    line: hospitalLine(),
    fee: feeRow(),
    factor: factorRow(),
    program: program(),
    ...differences,
  };
}

function factorsOf(of: OutpatientClaim) {
  const factors = feeScheduleFactors(of);
  if (factors instanceof NoRate) return factors.message;
  return {
    modifier: factors.modifier?.text ?? null,
    cutback: factors.cutback?.text ?? null,
    familyPlanning: factors.familyPlanning?.text ?? null,
    hospitalAddOn: factors.hospitalAddOn?.text ?? null,
  };
}

describe("which steps apply", () => {
  it("the cutback is for hospitals and surgical clinics where the code has it", () => {
    const fee = feeRow({ cutbackInd: 1 });
    expect(factorsOf(claim({ fee }))).toMatchObject({ cutback: "0.8" });
    expect(factorsOf(claim({ fee, line: hospitalLine({ providerType: "surgical_clinic" }) }))).toMatchObject({
      cutback: "0.8",
    });
    expect(factorsOf(claim({ fee, line: hospitalLine({ providerType: "free_clinic" }) }))).toMatchObject({
      cutback: null,
    });
    expect(factorsOf(claim())).toMatchObject({ cutback: null });
  });

  it("asking for the emergency room, or an ER factor, rules out cutback and HOPD add-on", () => {
    const fee = feeRow({ cutbackInd: 1 });
    const asked = claim({ fee, line: hospitalLine({ emergencyRoom: true }) });
    const priced = claim({ fee, factor: factorRow({ emergency: true }) });
    expect(factorsOf(asked)).toMatchObject({ cutback: null, hospitalAddOn: null });
    expect(factorsOf(priced)).toMatchObject({ cutback: null, hospitalAddOn: null });
  });

  it("the family planning add-on needs the diagnosis and a qualifying code", () => {
    const line = hospitalLine({ familyPlanningPrimaryDx: true });
    expect(factorsOf(claim({ line, fee: feeRow({ familyPlanningEligible: true }) }))).toMatchObject({
      familyPlanning: "1.909",
    });
    expect(factorsOf(claim({ line }))).toMatchObject({ familyPlanning: null });
    expect(factorsOf(claim({ fee: feeRow({ familyPlanningEligible: true }) }))).toMatchObject({ familyPlanning: null });
  });
});

describe("modifiers", () => {
  const technical = hospitalLine({ modifier: "TC" });
  const fee = feeRow({ professionalFraction: factor("0.40") });

  it("use the published fraction only when the program says so", () => {
    expect(factorsOf(claim({ line: technical, fee }))).toMatchObject({ modifier: "0.71" });
    const switchedOn = program({ use_professional_fraction: "1.0" });
    expect(factorsOf(claim({ line: technical, fee, program: switchedOn }))).toMatchObject({ modifier: "0.6" });
  });

  it("that pay nothing are not payable", () => {
    const switchedOn = program({ use_professional_fraction: "1" });
    const whole = feeRow({ professionalFraction: factor("1.00") });
    expect(factorsOf(claim({ line: technical, fee: whole, program: switchedOn }))).toBe(
      "Modifier TC is not payable for 99213 (Medicine).",
    );
    expect(factorsOf(claim({ line: technical, program: program({ modifier_tc_factor: "0" }) }))).toBe(
      "Modifier TC is not payable for 99213 (Medicine).",
    );
  });

  it("need only the parameters of the way they are priced", () => {
    const noSwitch = program({ use_professional_fraction: null });
    expect(factorsOf(claim({ line: technical, fee, program: noSwitch }))).toBe(
      "Parameter use_professional_fraction has no value.",
    );
    expect(factorsOf(claim({ line: technical, program: noSwitch }))).toMatchObject({ modifier: "0.71" });
    const byFraction = program({ use_professional_fraction: "1", modifier_tc_factor: null });
    expect(factorsOf(claim({ line: technical, fee, program: byFraction }))).toMatchObject({ modifier: "0.6" });
  });
});

describe("parameters without a value", () => {
  it("fail only the lines that need them, at the first step that does", () => {
    const none = program({ cutback_reduction: null, hopd_multiplier: null, family_planning_multiplier: null });
    expect(factorsOf(claim({ program: none, line: hospitalLine({ providerType: "podiatrist" }) }))).toMatchObject({
      hospitalAddOn: null,
    });
    expect(factorsOf(claim({ program: none }))).toBe("Parameter hopd_multiplier has no value.");
    expect(factorsOf(claim({ program: none, fee: feeRow({ cutbackInd: 1 }) }))).toBe(
      "Parameter cutback_reduction has no value.",
    );
  });
});

describe("the published basic rate", () => {
  const fee = feeRow({ publishedBasicRate: factor("28.57") });

  it("is the base where the factor is everyone's, ordinary and not a child's", () => {
    expect(basisOf(fee, factorRow())).toMatchObject({ isPublishedBasicRate: true });
    expect(basisOf(fee, factorRow({ ageGroup: "adult" }))).toMatchObject({ isPublishedBasicRate: true });
    for (const other of [{ providerType: "hospital" }, { emergency: true }, { ageGroup: "child" }] as const) {
      expect(basisOf(fee, factorRow(other))).toMatchObject({ isPublishedBasicRate: false });
    }
  });
});

it("every step rounds to cents before the next one", () => {
  const sheet = new Worksheet();
  const basis = basisOf(feeRow({ unitValue: factor("0.335") }), factorRow({ conversionFactor: factor("1") }));
  const half = factor("0.5");
  // 0.335 -> 0.34; 0.17; 0.085 -> 0.09; 0.045 -> 0.05. Unrounded it would end at 0.04.
  const payment = feeSchedulePayment(
    basis,
    { modifier: half, cutback: half, familyPlanning: half, hospitalAddOn: null },
    "26",
    sheet,
  );
  expect(payment.text).toBe("0.05");
  expect(sheet.line).toBe(
    "unit value (0.335) x conversion factor (1) = $0.34; $0.34 x modifier 26 (0.5) = $0.17; $0.17 x cutback (0.5) = $0.09; $0.09 x family planning add-on (0.5) = $0.05",
  );
});
