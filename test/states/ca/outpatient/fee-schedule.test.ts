import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { type Found, feeSchedulePayment, type OutpatientClaim } from "../../../../src/states/ca/outpatient/price.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/request.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { type Figures, factorRow, outpatientLine, pricedFeeRow, sheetOf, withoutValue } from "../rows.ts";

/** A line of a hospital, unless it says otherwise. */
function hospitalLine(differences: Partial<OutpatientLine> = {}): OutpatientLine {
  return outpatientLine({ providerType: "hospital", ...differences });
}

function claim(differences: Partial<OutpatientClaim> = {}): OutpatientClaim {
  return { line: hospitalLine(), fee: pricedFeeRow(), factor: factorRow(), ...differences };
}

function worked(of: OutpatientClaim, figures: Figures = {}) {
  const sheet = sheetOf(figures);
  const found: Found = {};
  return { payment: feeSchedulePayment(of, sheet, found), sheet, factors: found.factors };
}

function factorsOf(of: OutpatientClaim, figures: Figures = {}) {
  const { factors } = worked(of, figures);
  return {
    modifier: factors?.modifier?.value.text ?? null,
    cutback: factors?.cutback?.value.text ?? null,
    familyPlanning: factors?.familyPlanning?.value.text ?? null,
    hospitalAddOn: factors?.hospitalAddOn?.value.text ?? null,
  };
}

/** Why a claim has no price. */
function refused(of: OutpatientClaim, figures: Figures = {}) {
  return noRateOf(() => worked(of, figures));
}

describe("which steps apply", () => {
  const fee = pricedFeeRow({ cutbackInd: 1 });

  it("the cutback is for hospitals and surgical clinics where the code has it", () => {
    const of = (providerType: OutpatientLine["providerType"]) =>
      factorsOf(claim({ fee, line: hospitalLine({ providerType }) }));
    expect(factorsOf(claim({ fee }))).toMatchObject({ cutback: "0.8" });
    expect(of("surgical_clinic")).toMatchObject({ cutback: "0.8" });
    expect(of("free_clinic")).toMatchObject({ cutback: null });
    expect(factorsOf(claim())).toMatchObject({ cutback: null });
  });

  it("the HOPD add-on is for hospitals, where the code is eligible", () => {
    expect(factorsOf(claim())).toMatchObject({ hospitalAddOn: "1.4344" });
    expect(factorsOf(claim({ line: hospitalLine({ providerType: "surgical_clinic" }) }))).toMatchObject({
      hospitalAddOn: null,
    });
    expect(factorsOf(claim({ fee: pricedFeeRow({ hopdAddonEligible: false }) }))).toMatchObject({
      hospitalAddOn: null,
    });
  });

  it("asking for the emergency room, or an ER factor, rules out cutback and HOPD add-on", () => {
    const asked = claim({ fee, line: hospitalLine({ emergencyRoom: true }) });
    const priced = claim({ fee, factor: factorRow({ emergency: true }) });
    expect(factorsOf(asked)).toMatchObject({ cutback: null, hospitalAddOn: null });
    expect(factorsOf(priced)).toMatchObject({ cutback: null, hospitalAddOn: null });
  });

  it("the family planning add-on needs the diagnosis and a qualifying code", () => {
    const line = hospitalLine({ familyPlanningPrimaryDx: true });
    const eligible = pricedFeeRow({ familyPlanningEligible: true });
    expect(factorsOf(claim({ line, fee: eligible }))).toMatchObject({ familyPlanning: "1.909" });
    expect(factorsOf(claim({ line }))).toMatchObject({ familyPlanning: null });
    expect(factorsOf(claim({ fee: eligible }))).toMatchObject({ familyPlanning: null });
  });
});

describe("modifiers", () => {
  const technical = hospitalLine({ modifier: "TC" });
  const professional = hospitalLine({ modifier: "26" });
  const fee = pricedFeeRow({ professionalFraction: factor("0.40") });

  it("use the published fraction only when the program says so", () => {
    const switchedOn = { use_professional_fraction: "1.0" };
    expect(factorsOf(claim({ line: technical, fee }))).toMatchObject({ modifier: "0.71" });
    expect(factorsOf(claim({ line: professional, fee }))).toMatchObject({ modifier: "0.29" });
    expect(factorsOf(claim({ line: technical, fee }), switchedOn)).toMatchObject({ modifier: "0.6" });
    expect(factorsOf(claim({ line: professional, fee }), switchedOn)).toMatchObject({ modifier: "0.40" });
  });

  it("that pay nothing are not payable", () => {
    const notPayable = { code: "not_payable", message: "Modifier TC is not payable for 99213 (Medicine)." };
    const whole = pricedFeeRow({ professionalFraction: factor("1.00") });
    const byFraction = { use_professional_fraction: "1" };
    expect(refused(claim({ line: technical, fee: whole }), byFraction)).toMatchObject(notPayable);
    expect(refused(claim({ line: technical }), { modifier_tc_factor: "0" })).toMatchObject(notPayable);
  });

  it("need only the parameters of the way they are priced", () => {
    const noSwitch = { use_professional_fraction: null };
    expect(refused(claim({ line: technical, fee }), noSwitch).message).toBe(withoutValue("use_professional_fraction"));
    expect(factorsOf(claim({ line: technical }), noSwitch)).toMatchObject({ modifier: "0.71" });
    const byFraction = { use_professional_fraction: "1", modifier_tc_factor: null };
    expect(factorsOf(claim({ line: technical, fee }), byFraction)).toMatchObject({ modifier: "0.6" });
  });
});

describe("parameters without a value", () => {
  it("fail only the lines that need them, at the first step that does", () => {
    const none = { cutback_reduction: null, hopd_multiplier: null, family_planning_multiplier: null };
    expect(factorsOf(claim({ line: hospitalLine({ providerType: "podiatrist" }) }), none)).toMatchObject({
      hospitalAddOn: null,
    });
    expect(refused(claim(), none).message).toBe(withoutValue("hopd_multiplier"));
    expect(refused(claim({ fee: pricedFeeRow({ cutbackInd: 1 }) }), none).message).toBe(
      withoutValue("cutback_reduction"),
    );
  });
});

describe("the published basic rate", () => {
  const fee = pricedFeeRow({ publishedBasicRate: factor("28.57") });
  const line = hospitalLine({ providerType: "physician_office" });
  const method = (factor_: OutpatientClaim["factor"]) => worked(claim({ fee, line, factor: factor_ })).sheet.line;

  it("is the base where the factor is everyone's, ordinary and not a child's", () => {
    const paid = "published basic rate (28.57) x conversion factor (1) = $28.57";
    expect(method(factorRow())).toBe(paid);
    expect(method(factorRow({ ageGroup: "adult" }))).toBe(paid);
    for (const other of [{ providerType: "hospital" }, { emergency: true }, { ageGroup: "child" }] as const) {
      expect(method(factorRow(other))).toBe("unit value (4.38) x conversion factor (5.49) = $24.05");
    }
  });
});

describe("the steps", () => {
  const of = claim({
    line: hospitalLine({ modifier: "26", familyPlanningPrimaryDx: true }),
    fee: pricedFeeRow({ unitValue: factor("0.335"), cutbackInd: 1, familyPlanningEligible: true }),
    factor: factorRow({ conversionFactor: factor("1") }),
  });
  const halves = { modifier_26_factor: "0.5", cutback_reduction: "0.5", family_planning_multiplier: "0.5" };

  it("round to cents, each before the next one", () => {
    // 0.335 -> 0.34; 0.17; 0.085 -> 0.09; 0.045 -> 0.05; 0.10. Unrounded it would end at 0.08.
    const { payment, sheet } = worked(of, { ...halves, hopd_multiplier: "2" });
    expect(payment.value.text).toBe("0.10");
    expect(sheet.line).toBe(
      "unit value (0.335) x conversion factor (1) = $0.34; $0.34 x modifier 26 (0.5) = $0.17; $0.17 x cutback (0.5) = $0.09; $0.09 x family planning add-on (0.5) = $0.05; $0.05 x HOPD add-on (2) = $0.10",
    );
  });

  it("stand in the record with their sections, the share that the cutback leaves included", () => {
    const { payment, sheet } = worked(of, halves);
    expect(sheet.steps.map(({ section, wording, applied }) => [section, wording !== null, applied])).toEqual([
      ["ca 4.3 step 1", true, true],
      ["ca 4.3 step 2", true, true],
      ["ca 4.3 step 3", false, true],
      ["ca 4.3 step 3", true, true],
      ["ca 4.3 step 4", true, true],
      ["ca 4.3 step 5", true, true],
    ]);
    expect(payment.source).toBe(sheet.steps.at(-1));
  });
});
