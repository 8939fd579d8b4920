import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import {
  anesthesiaPayment,
  type Found,
  feeSchedulePayment,
  type OutpatientClaim,
  timeUnitsOf,
} from "../../../../src/states/ca/outpatient/price.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/request.ts";
import { runs } from "../../../support/property-runs.ts";
import { serviceOf, type TestService } from "../../../support/release.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { type Figures, factorRow, outpatientLine, pricedFeeRow, sheetOf, withoutValue } from "../rows.ts";
import { D1, H1, P1, S1, workedExampleRows } from "../worked-example-rows.ts";

describe("a lookup", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await serviceOf("ca", workedExampleRows);
  });
  afterAll(() => service.close());

  const optional = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

  it("what was priced before never shows in another answer: a fresh release says the same", async () => {
    const query = fc.record({
      npi: fc.constantFrom(D1, H1, P1, S1),
      billing_code: fc.constantFrom("99213", "77280", "00840", "93306", "71045", "99499", "76499"),
      date_of_service: fc.constantFrom("2025-10-01", "2024-01-01"),
      provider_type: optional("hospital", "podiatrist"),
      procedure_type: optional("Medicine", "Podiatrist"),
      service_type: optional("MEDICINE EMERGENCY", "RADIOLOGY"),
      child_patient: optional("true", "false"),
      family_planning_primary_dx: optional("true"),
      emergency_room: optional("true"),
      modifier: optional("26", "TC"),
      anesthesia_minutes: optional("0", "95"),
    });
    const sent = ({ ...fields }: Record<string, string | undefined>) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, string>;
    await fc.assert(
      fc.asyncProperty(fc.array(query, { minLength: 20, maxLength: 40 }), async (queries) => {
        const fresh = await serviceOf("ca", workedExampleRows);
        for (const each of queries.reverse()) {
          expect(await service.lookup("outpatient", sent(each))).toEqual(await fresh.lookup("outpatient", sent(each)));
        }
        fresh.close();
      }),
      runs(5),
    );
  });

  it("what fails names its own day, also when it failed on another day before", async () => {
    for (const day of ["2025-10-01", "2025-10-02"]) {
      const query = { npi: P1, billing_code: "99213", procedure_type: "Radiology", date_of_service: day };
      expect(await service.lookup("outpatient", query)).toMatchObject([
        {
          error_message: `Procedure code 99213 has no Radiology rate on ${day}; available procedure types: Medicine, Podiatrist.`,
        },
      ]);
    }
  });

  describe("rows of different periods and provider types", () => {
    let own: TestService;
    beforeAll(async () => {
      own = await serviceOf("ca", {
        ...workedExampleRows,
        "ca/outpatient_rates.csv": [
          "procedure_code,procedure_type,unit_value,conversion_indicator,hopd_addon_eligible,effective_start_date,effective_end_date",
          "10000,Medicine,2,M,false,2025-01-01,2026-06-30",
          "10000,Radiology,3,R,false,2025-01-01,",
          "",
        ].join("\n"),
        "ca/conversion_factors.csv": [
          "procedure_type,conversion_indicator,service_type,emergency,provider_type,age_group,conversion_factor,selection_rank,effective_start_date,effective_end_date",
          "Medicine,M,MEDICINE,false,,any,4.50,1,2025-03-01,",
          "Radiology,R,RADIOLOGY,false,hospital,any,5.00,1,2025-03-01,2025-12-31",
          "",
        ].join("\n"),
      });
    });
    afterAll(() => own.close());

    const priced = (query: Record<string, string>) =>
      own.lookup("outpatient", { billing_code: "10000", date_of_service: "2025-10-01", ...query });

    it("a price holds as long as both the fee row and the conversion factor do", async () => {
      expect(await priced({ npi: P1 })).toMatchObject([
        { payment_rate: "9.00", effective_start_date: "2025-03-01", effective_end_date: "2026-06-30" },
      ]);
      expect(await priced({ npi: H1, procedure_type: "Radiology" })).toMatchObject([
        { payment_rate: "15.00", effective_start_date: "2025-03-01", effective_end_date: "2025-12-31" },
      ]);
    });

    it("a service type narrows the choice for the types of provider that have it, on the days on which they do", async () => {
      const radiology = { service_type: "RADIOLOGY" };
      expect(await priced({ ...radiology, npi: H1 })).toMatchObject([{ procedure_type_used: "Radiology" }]);
      expect(await priced({ ...radiology, npi: P1 })).toMatchObject([
        { procedure_type_used: "Medicine", rate_found: false },
      ]);
      expect(await priced({ ...radiology, npi: H1, date_of_service: "2026-01-01" })).toMatchObject([
        { procedure_type_used: "Medicine", rate_found: false },
      ]);
    });
  });
});

describe("the fee schedule", () => {
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
      expect(refused(claim({ line: technical, fee }), noSwitch).message).toBe(
        withoutValue("use_professional_fraction"),
      );
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
});

describe("anesthesia", () => {
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
    const units = (minutes: number | null, figures: Figures = {}) =>
      timeUnitsOf(minutes, sheetOf(figures))?.value.number;
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
      method:
        "(base units (6) - nurse anesthetist reduction (6) + time units (1)) x conversion factor (15.19) = $15.19",
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
    const steps = sheet.steps.map(({ section, value, unit, wording }) => [
      section,
      value?.text,
      unit,
      wording !== null,
    ]);
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
});
