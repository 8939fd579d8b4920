import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import type { Sheet } from "../../../../src/pricing/sheet.ts";
import { constant } from "../../../../src/pricing/worksheet/calculation.ts";
import { linePayment, paymentAdjustment, withChildrensAddOn } from "../../../../src/states/fl/outpatient/eapg.ts";
import { type BilledService, multipliersOf } from "../../../../src/states/fl/outpatient/fee-schedule.ts";
import { type MultiplierRule, rateMultipliers } from "../../../../src/states/fl/tables.ts";
import { NOTATION } from "../../../../src/states/fl/values.ts";
import { noRateOf, rowsOf, sheetOver } from "../../../support/sheet.ts";
import {
  DAY,
  eapgRate,
  eapgWeight,
  type Figures,
  money,
  multiplierRule,
  outpatientRequest,
  period,
  sheetWith,
  withoutValue,
} from "../rows.ts";

function line(policyAdjustor: string | null, terminated: string | null): string {
  const sheet = sheetWith({ paf_terminated: terminated });
  const rate = eapgRate({
    baseRate: money("100.10"),
    policyAdjustor: policyAdjustor === null ? null : factor(policyAdjustor),
  });
  const request = outpatientRequest(terminated === null ? {} : { paf_terminated: "true" });
  linePayment(eapgWeight({ weight: factor("0.1500") }), rate, paymentAdjustment(request, sheet), sheet);
  return sheet.line;
}

it("a line is one product rounded once, absent factors left out", () => {
  // 0.15 x 100.10 = 15.015, a tie that goes up
  expect(line(null, null)).toBe("EAPG weight (0.1500) x base rate (100.10) = $15.02");
  expect(line("1.0", null)).toBe("EAPG weight (0.1500) x base rate (100.10) x policy adjustor (1.0) = $15.02");
  // 15.015 x 1.5 x 0.50 = 11.26125; rounded at each step it would be 11.27
  expect(line("1.5", "0.50")).toBe(
    "EAPG weight (0.1500) x base rate (100.10) x policy adjustor (1.5) x PAF adjustment (0.50: terminated 0.50) = $11.26",
  );
});

it("the children's add-on is paid from the first cent of a line", () => {
  const withAddOn = (amount: string, childrensAddon: string | null) => {
    const sheet = sheetWith();
    const amountPaid = sheet.dollars("fl 4.4 step 5", constant("fl 4.4 step 5", money(amount), "dollars"), null);
    const rate = eapgRate({ childrensAddon: childrensAddon === null ? null : money(childrensAddon) });
    return [withChildrensAddOn(amountPaid, rate, sheet).value.text, sheet.line];
  };
  expect(withAddOn("0.01", "41.87")).toEqual(["41.88", "+ children's add-on (41.87) = $41.88"]);
  expect(withAddOn("0.00", "41.87")).toEqual(["0.00", "children's add-on not paid on a line paid at $0.00"]);
  expect(withAddOn("5.00", "0.00")).toEqual(["5.00", "+ children's add-on (0.00) = $5.00"]);
  expect(withAddOn("5.00", null)).toEqual(["5.00", ""]);
});

describe("the payment adjustor flags", () => {
  const FLAGS = [
    "paf_multiple_significant",
    "paf_same_significant",
    "paf_clinical_significant",
    "paf_packaging",
    "paf_repeat_ancillary",
    "paf_bilateral",
    "paf_terminated",
  ] as const;

  function adjusted(flags: readonly (typeof FLAGS)[number][], figures: Figures = {}) {
    const request = outpatientRequest(Object.fromEntries(flags.map((flag) => [flag, "true"])));
    const adjustment = paymentAdjustment(request, sheetWith(figures));
    if (adjustment === null) return null;
    return [adjustment.combined.value.text, ...adjustment.flags.map(({ name, value }) => `${name} ${value.value}`)];
  }

  it("no flag leaves the factor out", () => {
    expect(adjusted([])).toBeNull();
  });

  it("one flag keeps its published digits", () => {
    expect(FLAGS.map((flag) => adjusted([flag]))).toEqual([
      ["0.50", "paf_multiple_significant 0.50"],
      ["0", "paf_same_significant 0"],
      ["0", "paf_clinical_significant 0"],
      ["0", "paf_packaging 0"],
      ["0.50", "paf_repeat_ancillary 0.50"],
      ["1.50", "paf_bilateral 1.50"],
      ["0.50", "paf_terminated 0.50"],
    ]);
  });

  it("several flags multiply exactly, without trailing zeros, in the contract's order", () => {
    expect(adjusted(["paf_terminated", "paf_bilateral", "paf_multiple_significant"])).toEqual([
      "0.375",
      "paf_multiple_significant 0.50",
      "paf_bilateral 1.50",
      "paf_terminated 0.50",
    ]);
    expect(adjusted(["paf_packaging", "paf_bilateral"])).toMatchObject(["0", {}, {}]);
  });

  it("the first flag sent whose parameter has no value fails the line", () => {
    const without = { paf_packaging: null, paf_terminated: null };
    const failure = noRateOf(() => adjusted(["paf_terminated", "paf_packaging"], without));
    expect(failure.message).toBe(withoutValue("paf_packaging"));
    expect(adjusted(["paf_bilateral"], without)).toMatchObject(["1.50", {}]);
  });
});

describe("multipliers", () => {
  const SERVICE: BilledService = {
    schedule: "PRACTITIONER",
    code: "99213",
    provider: { flProviderTypeCode: "25", flSpecialtyCode: "01" },
    isChild: false,
  };

  function sheetOf(rules: readonly MultiplierRule[], day = DAY): Sheet {
    return sheetOver(day, NOTATION, rowsOf(rateMultipliers, rules));
  }

  function applied(
    rules: readonly MultiplierRule[],
    differences: Partial<BilledService> = {},
    day = DAY,
  ): string | null {
    return multipliersOf({ ...SERVICE, ...differences }, sheetOf(rules, day)).specialty?.value.text ?? null;
  }

  describe("a rule applies", () => {
    it("to the schedules it names", () => {
      const rule = multiplierRule("1.1", { schedules: ["RADIOLOGY", "LABORATORY"] });
      expect(applied([rule])).toBeNull();
      expect(applied([rule], { schedule: "LABORATORY" })).toBe("1.1");
    });

    it("to children alone where it says so", () => {
      const rule = multiplierRule("1.1", { childPatientOnly: true });
      expect(applied([rule])).toBeNull();
      expect(applied([rule], { isChild: true })).toBe("1.1");
    });

    it("to a range of codes, both ends included", () => {
      const rule = multiplierRule("1.1", { codeStart: "99201", codeEnd: "99496" });
      const forCode = (code: string) => applied([rule], { code });
      expect(["99200", "99201", "99496", "99497", "J0120"].map(forCode)).toEqual([null, "1.1", "1.1", null, null]);
    });

    it("to providers whose codes it lists, however they are padded", () => {
      const byType = multiplierRule("1.1", { providerTypeCodes: ["25", "26"] });
      const bySpecialty = multiplierRule("1.2", { specialtyCodes: ["1"] });
      expect(applied([byType])).toBe("1.1");
      expect(applied([bySpecialty])).toBe("1.2");
      const other = { flProviderTypeCode: "35", flSpecialtyCode: "10" };
      expect(applied([byType, bySpecialty], { provider: other })).toBeNull();
    });

    it("to a provider without codes only where it lists none", () => {
      const provider = { flProviderTypeCode: null, flSpecialtyCode: null };
      const listing = multiplierRule("1.2", { specialtyCodes: ["1"] });
      expect(applied([listing, multiplierRule("1.1")], { provider })).toBe("1.1");
    });

    it("from its first to its last day", () => {
      const rule = multiplierRule("1.1", { period: period("2026-03-15", "2026-03-16") });
      const on = (day: string) => applied([rule], {}, day as typeof DAY);
      expect(["2026-03-14", "2026-03-15", "2026-03-16", "2026-03-17"].map(on)).toEqual([null, "1.1", "1.1", null]);
    });
  });

  describe("of several rules", () => {
    it("the highest counts, wherever it stands", () => {
      expect(applied([multiplierRule("1.102"), multiplierRule("1.24"), multiplierRule("0.80")])).toBe("1.24");
    });

    it("of equal ones the later start counts, then the earlier line", () => {
      const early = multiplierRule("1.24", { period: period("2025-01-01") });
      const late = multiplierRule("1.240", { period: period("2026-01-01") });
      const lateToo = multiplierRule("1.2400", { period: period("2026-01-01") });
      expect(applied([early, late, lateToo])).toBe("1.240");
      expect(applied([late, early])).toBe("1.240");
    });
  });

  it("each kind has a multiplier of its own", () => {
    const rules = [
      multiplierRule("0.80", { kind: "provider_type" }),
      multiplierRule("1.04", { kind: "age" }),
      multiplierRule("1.24", { kind: "specialty" }),
    ];
    expect(multipliersOf(SERVICE, sheetOf(rules))).toMatchObject({
      providerType: { name: "provider type multiplier", value: { text: "0.80" } },
      age: { name: "age multiplier", value: { text: "1.04" } },
      specialty: { name: "specialty multiplier", value: { text: "1.24" } },
    });
  });

  it("every rule that is not used says why", () => {
    const rules = [
      multiplierRule("1.9", { childPatientOnly: true }),
      multiplierRule("1.9", { schedules: ["LABORATORY"] }),
      multiplierRule("1.9", { codeStart: "J0000", codeEnd: "J9999" }),
      multiplierRule("1.9", { providerTypeCodes: ["35"] }),
      multiplierRule("1.9", { specialtyCodes: ["36"] }),
      multiplierRule("1.9", { period: period("2020-01-01", "2020-12-31") }),
      multiplierRule("1.1"),
      multiplierRule("1.2", { period: period("2025-01-01") }),
      multiplierRule("1.2"),
      multiplierRule("1.20"),
    ];
    const sheet = sheetOf(rules);
    multipliersOf(SERVICE, sheet);
    expect(sheet.readings.rowsOn(DAY).map(({ whyNot }) => whyNot)).toEqual([
      "for patients under 21 only",
      "for other fee schedules",
      "for other codes",
      "for other provider type codes",
      "for other specialty codes",
      "another period",
      "a lower multiplier, 1.1",
      "the same multiplier, started earlier",
      null,
      "the same multiplier, listed later",
    ]);
  });

  it("a patient of 21 and over is assumed where a rule for children alone would have applied otherwise", () => {
    const assumed = (rule: MultiplierRule, differences: Partial<BilledService> = {}) => {
      const sheet = sheetOf([rule]);
      multipliersOf({ ...SERVICE, ...differences }, sheet);
      return sheet.assumptions;
    };
    const forChildren = { kind: "age", childPatientOnly: true } as const;
    expect(assumed(multiplierRule("1.04", forChildren))).toEqual([
      { parameter: "child_patient", value: "false", reason: "not sent: priced as for a patient of 21 and over" },
    ]);
    expect(assumed(multiplierRule("1.04", forChildren), { isChild: true })).toEqual([]);
    expect(assumed(multiplierRule("1.04"))).toEqual([]);
    expect(assumed(multiplierRule("1.04", { ...forChildren, schedules: ["LABORATORY"] }))).toEqual([]);
    expect(assumed(multiplierRule("1.04", { ...forChildren, specialtyCodes: ["36"] }))).toEqual([]);
  });
});
