import { describe, expect, it } from "vitest";
import { type Factor, factor } from "../../../../src/core/money/factor.ts";
import type { Sheet } from "../../../../src/pricing/sheet.ts";
import {
  adjustorsOf,
  type CaseFigures,
  drgPayment,
  figuresOf,
  isNewborn,
  type PaidStay,
} from "../../../../src/states/fl/inpatient/drg-payment.ts";
import type { Found } from "../../../../src/states/fl/inpatient/price.ts";
import type { DrgWeight, ParameterName } from "../../../../src/states/fl/tables.ts";
import { NOTATION, type TraumaClass } from "../../../../src/states/fl/values.ts";
import { noRateOf, sheetOver } from "../../../support/sheet.ts";
import { DAY, drgRate, drgWeight, type Figures, money, sheetWith, stayOn, withoutValue } from "../rows.ts";

describe("the figures of a case", () => {
  function figures(weight: Partial<DrgWeight>, isChild = false, traumaClass: TraumaClass | null = null): CaseFigures {
    return figuresOf(drgWeight(weight), drgRate({ traumaClass }), isChild, sheetWith());
  }

  it("the neonatal service adjustor goes by the pediatric line, in any case, with or without child_patient", () => {
    const adjustor = (weight: Partial<DrgWeight>, isChild = false) =>
      figures(weight, isChild).serviceAdjustor.value.text;
    expect(adjustor({ pediatricServiceLine: "Neonatal" })).toBe("1.3");
    expect(adjustor({ pediatricServiceLine: "NEONATAL" }, true)).toBe("1.3");
    expect(adjustor({ adultServiceLine: "Neonatal" })).toBe("1.0");
    expect(adjustor({ pediatricServiceLine: "Neonatal Transport" })).toBe("1.0");
  });

  it("newborns are those of the neonatal line and the healthy ones, in any case", () => {
    const lines = ["Neonatal", "NORMAL NEWBORN", "Pediatric", "Newborn", null];
    const newborns = lines.filter((pediatricServiceLine) => isNewborn({ pediatricServiceLine }));
    expect(newborns).toEqual(["Neonatal", "NORMAL NEWBORN"]);
  });

  it("the high percentage is for severity 3 and 4 of three lines", () => {
    const percentage = (soi: number, line: string) =>
      figures({ soi, pediatricServiceLine: line }, true).marginalCostPercentage.value.text;
    expect([1, 2, 3, 4].map((soi) => percentage(soi, "Pediatric"))).toEqual(["0.60", "0.60", "0.80", "0.80"]);
    const lines = ["neonatal", "Transplant Pediatric", "Transplant", "Mental Health"];
    expect(lines.map((line) => percentage(3, line))).toEqual(["0.80", "0.80", "0.60", "0.60"]);
  });

  it("the line of the high percentage is that of the patient's age", () => {
    const lines = { soi: 3, pediatricServiceLine: "Pediatric", adultServiceLine: "Adult" };
    expect(figures(lines, true).marginalCostPercentage.value.text).toBe("0.80");
    expect(figures(lines, false).marginalCostPercentage.value.text).toBe("0.60");
    expect(figures({ soi: 3, adultServiceLine: "Neonatal" }, false).marginalCostPercentage.value.text).toBe("0.80");
  });

  it("each trauma class has its percentage; a hospital without one has none", () => {
    const percentage = (traumaClass: TraumaClass | null) =>
      figures({}, false, traumaClass).traumaPercentage?.value.text ?? null;
    expect(percentage("Level I")).toBe("0.17");
    expect(percentage("Level II")).toBe("0.11");
    expect(percentage("Pediatric")).toBe("0.04");
    expect(percentage(null)).toBeNull();
  });

  it("the first figure without a value fails the case, in a fixed order", () => {
    const order: readonly ParameterName[] = [
      "drg_base_rate",
      "service_adjustor_default",
      "outlier_threshold",
      "marginal_cost_pct",
      "trauma_level_i",
    ];
    const failsAt = (name: ParameterName) => {
      const missing = Object.fromEntries(order.slice(order.indexOf(name)).map((each) => [each, null]));
      const sheet = sheetWith(missing);
      return noRateOf(() => figuresOf(drgWeight(), drgRate({ traumaClass: "Level I" }), false, sheet)).message;
    };
    for (const name of order) expect(failsAt(name)).toBe(withoutValue(name));
  });

  it("a figure that the case does not use may be missing", () => {
    const sheet = sheetWith({ service_adjustor_neonatal: null, marginal_cost_pct_high: null, trauma_level_i: null });
    expect(figuresOf(drgWeight(), drgRate(), false, sheet).statewideBaseRate.value.text).toBe("10000.00");
  });

  it("without a statewide base rate in the file there is none", () => {
    const sheet = sheetOver(DAY, NOTATION);
    expect(noRateOf(() => figuresOf(drgWeight(), drgRate(), false, sheet))).toMatchObject({
      code: "missing_information",
      message: "Parameter drg_base_rate has no value.",
    });
  });
});

describe("the largest adjustor", () => {
  interface Published {
    readonly service: string;
    readonly age?: string;
    readonly provider?: string;
  }

  function optional(text: string | undefined): Factor | null {
    return text === undefined ? null : factor(text);
  }

  function max({ service, age, provider }: Published, isChild = true): string {
    const sheet = sheetWith({ service_adjustor_default: service });
    const weight = drgWeight({ ageAdjustor: optional(age) });
    const rate = drgRate({ providerAdjustor: optional(provider) });
    const { value, detail } = adjustorsOf(stayOn(sheet, { weight, rate, isChild }), sheet).max;
    return `${value.text}${detail}`;
  }

  it("the largest adjustor is paid", () => {
    expect(max({ service: "1.3", age: "2.310", provider: "1.555" })).toBe("2.310, age");
    expect(max({ service: "1.3", age: "1.52", provider: "1.555" })).toBe("1.555, provider");
    expect(max({ service: "1.6", age: "1.52", provider: "1.555" })).toBe("1.6, service");
    expect(max({ service: "1.0" })).toBe("1.0, service");
  });

  it("on a tie service comes first, then age, and its digits are kept", () => {
    expect(max({ service: "1.0", age: "1.00", provider: "1" })).toBe("1.0, service");
    expect(max({ service: "1.0", age: "1.50", provider: "1.5" })).toBe("1.50, age");
  });

  it("an adjustor below one never lowers the service adjustor", () => {
    expect(max({ service: "1.0", age: "0.9", provider: "0.5" })).toBe("1.0, service");
  });

  it("the age adjustor is for children", () => {
    expect(max({ service: "1.0", age: "2.310" }, false)).toBe("1.0, service");
  });
});

describe("the DRG payment", () => {
  interface Paid extends PaidStay {
    readonly payment: string;
    readonly method: string;
    readonly steps: Sheet["steps"];
  }

  function paid(differences: Parameters<typeof stayOn>[1], figures: Figures = {}): Paid {
    const sheet = sheetWith(figures);
    const found: Found = {};
    const payment = drgPayment(stayOn(sheet, differences), sheet, found);
    return { ...(found.paid as PaidStay), payment: payment.value.text, method: sheet.line, steps: sheet.steps };
  }

  /** The segments of the calculation without the base payment, the first one. */
  function furtherSteps({ method }: Paid): string[] {
    return method.split("; ").slice(1);
  }

  const NOT_EVALUATED = "outlier and charge cap not evaluated (total_charges not supplied)";

  describe("transfers", () => {
    const transferred = (lengthOfStay: number, differences = {}) =>
      paid({ isTransfer: true, lengthOfStay, weight: drgWeight(differences) });

    it("are paid by the day, the day of transfer counted, up to the full payment", () => {
      // 10000.00 / 4 = 2500.00 a day: below, exactly at and beyond the full payment
      expect(transferred(2)).toMatchObject({ transfer: { amount: { value: { text: "7500.00" } }, applied: true } });
      expect(transferred(3)).toMatchObject({ transfer: { amount: { value: { text: "10000.00" } }, applied: false } });
      expect(transferred(4)).toMatchObject({ transfer: { amount: { value: { text: "10000.00" } }, applied: false } });
      expect(transferred(0).payment).toBe("2500.00");
    });

    it("round the per diem before it is multiplied", () => {
      // 10000.00 / 7 = 1428.571...; 1428.57 x 3 = 4285.71
      expect(transferred(2, { meanLos: factor("7") }).payment).toBe("4285.71");
    });

    it("say when they are not less than the base payment", () => {
      expect(furtherSteps(transferred(3))).toEqual([
        "transfer: base payment (10000.00) / mean LOS (4.00) = per diem $2500.00",
        "per diem (2500.00) x (LOS (3) + 1) = $10000.00, not less than base payment, not applied",
        NOT_EVALUATED,
      ]);
    });

    it("are not evaluated where the DRG is exempt or has no average stay", () => {
      const exempt = transferred(0, { drg: "580", transferExempt: true, meanLos: null });
      expect(exempt).toMatchObject({ transfer: null, payment: "10000.00" });
      expect(furtherSteps(exempt)).toEqual(["transfer not applied (APR-DRG 580 is exempt)", NOT_EVALUATED]);
      const withoutAverage = transferred(0, { meanLos: null });
      expect(withoutAverage).toMatchObject({ transfer: null, payment: "10000.00" });
      expect(furtherSteps(withoutAverage)).toEqual(["transfer not evaluated (no mean LOS published)", NOT_EVALUATED]);
    });
  });

  describe("trauma enhancement", () => {
    it("is a share of the payment after transfer", () => {
      const traumaCenter = paid({ rate: drgRate({ traumaClass: "Level II" }), isTransfer: true, lengthOfStay: 0 });
      expect(traumaCenter).toMatchObject({ traumaEnhancement: { value: { text: "275.00" } }, payment: "2775.00" });
      expect(furtherSteps(traumaCenter)).toContain(
        "trauma enhancement: DRG payment (2500.00) x Level II (0.11) = $275.00",
      );
      expect(furtherSteps(traumaCenter)).toContain(
        "total: DRG payment (2500.00) + trauma enhancement (275.00) = $2775.00",
      );
    });
  });

  describe("the children's add-on", () => {
    const halfWeight = (rate: Parameters<typeof drgRate>[0]) =>
      paid({ rate: drgRate(rate), weight: drgWeight({ relativeWeight: factor("0.5") }) });

    it("is scaled by weight over casemix, rounded once", () => {
      // 100.01 x 0.5 / 0.3 = 166.683...; from the rounded product 50.01 it would be 166.70
      expect(halfWeight({ childrensAddon: money("100.01"), casemix: factor("0.3") }).childrensAddOn?.value.text).toBe(
        "166.68",
      );
    });

    it("is the published average where there is no casemix", () => {
      const withoutCasemix = halfWeight({ childrensAddon: money("100.01") });
      expect(withoutCasemix.payment).toBe("5100.01");
      expect(furtherSteps(withoutCasemix)[0]).toBe("children's add-on: add-on (100.01) = $100.01");
    });

    it("counts as a part even at zero", () => {
      const zero = halfWeight({ childrensAddon: money("0.00") });
      expect(furtherSteps(zero)).toContain("total: DRG payment (5000.00) + children's add-on (0.00) = $5000.00");
      expect(halfWeight({}).childrensAddOn).toBeNull();
    });

    it("is not reduced by a transfer", () => {
      const rate = drgRate({ childrensAddon: money("100.00") });
      expect(paid({ rate, isTransfer: true, lengthOfStay: 0 }).payment).toBe("2600.00");
    });
  });

  describe("cost outliers", () => {
    const charged = (totalCharges: string, rate = drgRate()) => paid({ totalCharges, rate });

    it("earn nothing at the threshold and a share of every cent beyond it", () => {
      // Cost is half of charges, the loss is cost - 10000.00, the threshold 60000.
      expect(charged("139999.98").outlier).toBeNull();
      expect(charged("140000.00").outlier).toBeNull();
      expect(charged("140000.02").outlier?.value.text).toBe("0.01"); // 0.01 x 0.60 = 0.006
      expect(charged("140200.00").payment).toBe("10060.00"); // + 100.00 x 0.60
    });

    it("record that the loss decided, whether it is above the threshold or not", () => {
      const decisions = (totalCharges: string) =>
        charged(totalCharges)
          .steps.filter(({ section, decision }) => section === "fl 5.3 step 6" && decision !== null)
          .map(({ value, decision }) => [value?.text, decision?.compare, decision?.outcome]);
      expect(decisions("140000.00")).toEqual([["60000.00", "greater", false]]);
      expect(decisions("140000.02")).toEqual([["60000.01", "greater", true]]);
    });

    it("say why they are not paid", () => {
      expect(furtherSteps(charged("140000.00"))).toEqual([
        "outlier: total charges (140000.00) x CCR (0.5) = cost $70000.00",
        "cost (70000.00) - DRG payment (10000.00) = loss $60000.00, not above threshold (60000.00), not applied",
      ]);
      expect(furtherSteps(charged("140000.00", drgRate({ costToChargeRatio: null })))).toEqual([
        "outlier not evaluated (no CCR published)",
      ]);
    });

    it("do not count the add-ons as payment", () => {
      const rate = drgRate({ traumaClass: "Level I", childrensAddon: money("5000.00") });
      const withAddOns = charged("140200.00", rate);
      expect(withAddOns.outlier?.value.text).toBe("60.00");
      expect(furtherSteps(withAddOns)).toContain(
        "total: DRG payment (10000.00) + trauma enhancement (1700.00) + children's add-on (5000.00) + outlier (60.00) = $16760.00",
      );
    });

    it("that round to nothing are still paid", () => {
      expect(paid({ totalCharges: "140000.02" }, { marginal_cost_pct: "0.1" }).outlier?.value.text).toBe("0.00");
    });
  });

  describe("the charge cap", () => {
    const capped = (totalCharges: string | null, rate = drgRate()) => paid({ totalCharges, rate });

    it("bites only when the whole payment exceeds the charges", () => {
      expect(capped("10000.01")).toMatchObject({ chargeCapApplied: false, payment: "10000.00" });
      expect(capped("10000.00")).toMatchObject({ chargeCapApplied: false, payment: "10000.00" });
      expect(capped("9999.99")).toMatchObject({ chargeCapApplied: true, payment: "9999.99" });
      expect(capped("0.00")).toMatchObject({ chargeCapApplied: true, payment: "0.00" });
    });

    it("holds the add-ons too", () => {
      const rate = drgRate({ childrensAddon: money("100.00") });
      const withAddOn = capped("10050.00", rate);
      expect(withAddOn).toMatchObject({ chargeCapApplied: true, payment: "10050.00" });
      expect(furtherSteps(withAddOn).slice(-2)).toEqual([
        "total: DRG payment (10000.00) + children's add-on (100.00) = $10100.00",
        "charge cap: total charges (10050.00) = $10050.00",
      ]);
    });

    it("is not evaluated without charges", () => {
      const withoutCharges = capped(null);
      expect(withoutCharges).toMatchObject({ outlier: null, chargeCapApplied: false });
      expect(furtherSteps(withoutCharges)).toEqual([NOT_EVALUATED]);
    });
  });
});
