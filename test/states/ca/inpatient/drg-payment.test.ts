import { describe, expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { factor } from "../../../../src/core/money/factor.ts";
import {
  drgPayment,
  interimPayment,
  lengthOfStayOf,
  policyAdjustorOf,
  type Stay,
} from "../../../../src/states/ca/inpatient/drg-payment.ts";
import type { Found } from "../../../../src/states/ca/inpatient/price.ts";
import { inpatientParameters } from "../../../../src/states/ca/inpatient/request.ts";
import { money, requestsLike } from "../../../support/rules.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { drgWeight, type Figures, hospitalRate, sheetOf, stayOf, withoutValue } from "../rows.ts";

describe("the policy adjustor", () => {
  const weight = drgWeight({
    casemixWeight: factor("3.4821"),
    policyAdjustorA: factor("1.00"),
    policyAdjustorB: factor("1.05"),
    policyAdjustorC: factor("1.25"),
    policyAdjustorD: factor("1.75"),
  });

  it("the letter follows age and NICU designation, and the weight is the exact product", () => {
    const of = (designatedNicu: boolean, isChild: boolean) => {
      const { letter, value, paymentRelativeWeight } = policyAdjustorOf(
        weight,
        hospitalRate({ designatedNicu }),
        isChild,
        sheetOf(),
      );
      return [letter, value.value.text, paymentRelativeWeight.value.text];
    };
    expect(of(false, false)).toEqual(["A", "1.00", "3.4821"]);
    expect(of(true, false)).toEqual(["B", "1.05", "3.656205"]);
    expect(of(false, true)).toEqual(["C", "1.25", "4.352625"]);
    expect(of(true, true)).toEqual(["D", "1.75", "6.093675"]);
  });

  it("the weight is a step that nothing rounds and that the method does not print", () => {
    const sheet = sheetOf();
    policyAdjustorOf(weight, hospitalRate(), true, sheet);
    expect(sheet.steps).toMatchObject([{ section: "ca 5.3", decimals: null, unit: "factor", wording: null }]);
    expect(sheet.line).toBe("");
  });
});

describe("the length of stay", () => {
  const request = requestsLike(inpatientParameters, { billing_code: "560-1", npi: "1000000001" }, "2026-11-15" as Day);

  function days(nationalAverageLos: string, sent?: string) {
    const sheet = sheetOf();
    const query = sent === undefined ? {} : { length_of_stay: sent };
    const figure = lengthOfStayOf(request(query), drgWeight({ nationalAverageLos: factor(nationalAverageLos) }), sheet);
    return { days: figure.value.text, from: figure.source, assumptions: sheet.assumptions };
  }

  it("the days that were sent are taken as they are, none included", () => {
    expect(days("5.87", "2")).toMatchObject({ days: "2", from: { from: { parameter: "length_of_stay" } } });
    expect(days("5.87", "0")).toMatchObject({ days: "0", assumptions: [] });
  });

  it("else the national average in whole days, half-up, at least one", () => {
    const averages = ["5.87", "5.50", "5.49", "1.49", "1.00", "0.99", "0.40"];
    expect(averages.map((average) => days(average).days)).toEqual(["6", "6", "5", "1", "1", "1", "1"]);
    expect(days("5.87")).toMatchObject({
      from: { section: "ca 5.4 step 1", decimals: 0, unit: "days" },
      assumptions: [{ parameter: "length_of_stay", value: "6" }],
    });
  });
});

describe("the DRG payment", () => {
  function price(stay: Stay, figures: Figures = {}) {
    const sheet = sheetOf(figures);
    const found: Found = {};
    const payment = drgPayment(stay, sheet, found).value.text;
    const { paid } = found;
    const drg = paid?.drg;
    return {
      payment,
      sheet,
      transfer: drg?.transfer ? { amount: drg.transfer.amount.value.text, applied: drg.transfer.applied } : null,
      outlier: drg?.outlier?.adjustment ?? null,
      threshold: drg?.threshold.value.text,
      marginalCostPercentage: drg?.marginalCostPercentage.value.text,
      totalCharges: paid?.charges.total.value.text,
      chargesSource: paid?.charges.source,
      estimatedCost: paid?.charges.estimatedCost.value.text,
      chargeCapApplied: paid?.chargeCapApplied,
    };
  }

  function charged(totalCharges: string, figures: Figures = {}) {
    return price(stayOf({ totalCharges: money(totalCharges) }), figures);
  }

  describe("transfers", () => {
    const transferred = (days: number) => price(stayOf({ isTransfer: true, days })).transfer;

    it("are paid by the day, the day of transfer counted, up to the full payment", () => {
      // 10000 x (2 + 1) / 4, then exactly the full payment, then beyond it
      expect(transferred(2)).toEqual({ amount: "7500.00", applied: true });
      expect(transferred(3)).toEqual({ amount: "10000.00", applied: false });
      expect(transferred(4)).toEqual({ amount: "10000.00", applied: false });
      expect(transferred(0)).toEqual({ amount: "2500.00", applied: true });
    });

    it("say which of both amounts was the lesser one", () => {
      const decisions = (days: number) =>
        price(stayOf({ isTransfer: true, days }))
          .sheet.steps.filter(({ section }) => section === "ca 5.4 step 3")
          .map(({ value, applied, decision }) => [value?.text, applied, decision?.compare, decision?.outcome]);
      expect(decisions(2)).toEqual([
        ["7500.00", true, undefined, undefined],
        ["7500.00", true, "less", true],
      ]);
      expect(decisions(4)).toEqual([
        ["12500.00", true, undefined, undefined],
        ["10000.00", true, "less", false],
      ]);
    });
  });

  describe("cost outliers", () => {
    it("earn nothing at the threshold and a share of every cent beyond it", () => {
      // Cost is half of charges; the loss is cost - 10000.00, the threshold 99000.
      expect(charged("217999.98").outlier).toBeNull();
      expect(charged("218000.00").outlier).toBeNull();
      expect(charged("218000.02").outlier).toBe("0.01"); // 0.01 x 0.53 = 0.0053
      expect(charged("218200.00").payment).toBe("10053.00"); // + 100.00 x 0.53
    });

    it("record the loss, and that it was not used where it does not exceed the threshold", () => {
      const loss = (totalCharges: string) =>
        charged(totalCharges)
          .sheet.steps.filter(({ section, wording }) => section === "ca 5.4 step 5" && wording === null)
          .map(({ value, applied, decision }) => [value?.text, applied, decision?.compare, decision?.outcome]);
      expect(loss("218000.00")).toEqual([["99000.00", false, "greater", false]]);
      expect(loss("218000.02")).toEqual([["99000.01", true, "greater", true]]);
    });

    it("never follow from estimated charges", () => {
      const estimated = price(stayOf());
      expect(estimated).toMatchObject({
        totalCharges: "20000.00",
        chargesSource: "estimated",
        outlier: null,
        chargeCapApplied: false,
      });
      expect(estimated.sheet.assumptions).toMatchObject([{ parameter: "total_charges", value: "20000.00" }]);
      expect(charged("20000.00").sheet.assumptions).toEqual([]);
    });

    it("need both parameters on every claim, the threshold first", () => {
      const refused = (figures: Figures) => noRateOf(() => price(stayOf(), figures)).message;
      expect(refused({ outlier_threshold: null, marginal_cost_percentage: null })).toBe(
        withoutValue("outlier_threshold"),
      );
      expect(refused({ marginal_cost_percentage: null })).toBe(withoutValue("marginal_cost_percentage"));
    });
  });

  describe("low-side outliers", () => {
    const lowSide = { low_side_outlier_threshold: "3000", low_side_marginal_cost_percentage: "0.5" };

    it("give back a share of a gain beyond the threshold", () => {
      // The gain is 10000.00 - cost; at charges of 14000.00 it is exactly 3000.00.
      expect(charged("14000.00", lowSide).outlier).toBeNull();
      const reduced = charged("13800.00", lowSide);
      expect(reduced).toMatchObject({
        outlier: "-50.00",
        payment: "9950.00",
        threshold: "3000.00",
        marginalCostPercentage: "0.5",
      });
      expect(reduced.sheet.line).toContain(
        "($10000.00 - estimated cost ($6900.00) - low-side outlier threshold ($3000.00)) x marginal cost percentage (0.5) = $50.00; $10000.00 - $50.00 = $9950.00",
      );
    });

    it("count as applied even when they round to nothing", () => {
      const fired = charged("13999.98", { ...lowSide, low_side_marginal_cost_percentage: "0.1" });
      expect(fired).toMatchObject({ outlier: "0.00", threshold: "3000.00" });
    });

    it("are off unless both figures have a value", () => {
      expect(charged("13000.00", { low_side_outlier_threshold: "1" }).outlier).toBeNull();
      expect(charged("13000.00", { low_side_marginal_cost_percentage: "0.5" }).outlier).toBeNull();
      expect(charged("13000.00", { ...lowSide, low_side_outlier_threshold: null }).outlier).toBeNull();
    });

    it("leave a loss to the high side", () => {
      expect(charged("218200.00", lowSide)).toMatchObject({ outlier: "53.00", threshold: "99000.00" });
    });
  });

  describe("the charge cap", () => {
    it("bites only when the payment exceeds charges that were sent", () => {
      expect(charged("10000.00")).toMatchObject({ chargeCapApplied: false, payment: "10000.00" });
      expect(charged("9999.99")).toMatchObject({ chargeCapApplied: true, payment: "9999.99" });
      expect(charged("0").payment).toBe("0.00");
    });

    it("is computed, not used and not printed where it does not bite", () => {
      expect(charged("10000.00").sheet.steps.at(-1)).toMatchObject({
        section: "ca 5.4 step 7",
        applied: false,
        wording: null,
        decision: { compare: "greater", outcome: false },
      });
      const bitten = charged("9999.99").sheet;
      expect(bitten.steps.at(-1)).toMatchObject({ applied: true, decision: { compare: "greater", outcome: true } });
      expect(bitten.line).toContain("; charge cap: lesser of $10000.00 and total charges ($9999.99) = $9999.99");
    });
  });

  it("the record of a transferred outlier stay has every amount under its section", () => {
    const { sheet, payment } = price(stayOf({ isTransfer: true, days: 2, totalCharges: money("300000") }));
    expect(sheet.steps.map(({ section, value, applied }) => [section, value?.text, applied])).toEqual([
      ["ca 5.4 step 2", "10000.00", true],
      ["ca 5.4 step 3", "7500.00", true],
      ["ca 5.4 step 3", "7500.00", true],
      ["ca 5.4 step 4", "150000.00", true],
      ["ca 5.4 step 5", "142500.00", true],
      ["ca 5.4 step 5", "23055.00", true], // (142500 - 99000) x 0.53
      ["ca 5.4 step 5", "30555.00", true],
      ["ca 5.4 step 7", "30555.00", false],
    ]);
    expect(payment).toBe("30555.00");
  });
});

describe("the payment of an interim claim", () => {
  function price(stay: Stay, figures: Figures = {}) {
    const sheet = sheetOf(figures);
    const found: Found = {};
    const payment = interimPayment(stay, sheet, found).value.text;
    return { payment, sheet, paid: found.paid };
  }

  it("interim claims are paid by the day and capped at charges", () => {
    expect(price(stayOf({ days: 30 }))).toMatchObject({
      payment: "18000.00",
      paid: {
        basePayment: { value: { text: "10000.00" } },
        charges: { total: { value: { text: "36000.00" } }, source: "estimated" },
      },
    });
    expect(price(stayOf({ days: 30, totalCharges: money("18000.00") }))).toMatchObject({
      payment: "18000.00",
      paid: { chargeCapApplied: false },
    });
    expect(price(stayOf({ days: 30, totalCharges: money("17999.99") }))).toMatchObject({
      payment: "17999.99",
      paid: { chargeCapApplied: true },
    });
    expect(price(stayOf({ days: 0 }))).toMatchObject({ payment: "0.00" });
  });

  it("interim claims need their own parameter and not those of outliers", () => {
    expect(price(stayOf(), { outlier_threshold: null })).toMatchObject({ paid: { chargeCapApplied: false } });
    expect(noRateOf(() => price(stayOf(), { interim_per_diem: null })).message).toBe(withoutValue("interim_per_diem"));
  });

  it("a transfer has no effect on an interim claim, and the method says so", () => {
    const { payment, sheet } = price(stayOf({ isTransfer: true, days: 2 }));
    expect(payment).toBe("1200.00");
    expect(sheet.line).toBe(
      "interim per diem ($600.00) x length of stay (2) = $1200.00; transfer_claim has no effect on an interim claim",
    );
  });

  it("the base payment that a result shows for reference is a step that is not printed", () => {
    const { sheet } = price(stayOf());
    expect(sheet.steps.map(({ section, value, wording }) => [section, value?.text, wording !== null])).toEqual([
      ["ca 5.5", "2400.00", true],
      ["ca 5.4 step 4", "4800.00", false],
      ["ca 5.4 step 4", "2400.00", false],
      ["ca 5.4 step 2", "10000.00", false],
    ]);
  });
});
