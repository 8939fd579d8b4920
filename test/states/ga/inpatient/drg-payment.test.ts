import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { type DrgPayment, drgPayment } from "../../../../src/states/ga/inpatient/drg-payment.ts";
import type { Stay } from "../../../../src/states/ga/inpatient/stay.ts";
import type { GeorgiaProgram } from "../../../../src/states/ga/program.ts";
import type { Provider } from "../../../../src/states/ga/tables.ts";
import { dollars, drgWeight, hospital, inpatientRate, program } from "../rows.ts";

/** A stay of base payment 10000.00 at a hospital whose costs are half its charges; threshold 30000.00. */
function stay(differences: Partial<Stay> = {}): Stay {
  return { hospital: inpatientRate(), weight: drgWeight(), lengthOfStay: null, totalCharges: null, ...differences };
}

function outcome(of: Stay, figures: GeorgiaProgram = program(), at: Provider = hospital()) {
  return drgPayment(of, at, figures);
}

function price(...of: Parameters<typeof outcome>): DrgPayment {
  const payment = outcome(...of);
  if (payment instanceof NoRate) throw new Error(payment.message);
  return payment;
}

describe("short stays", () => {
  const shortStay = (lengthOfStay: number | null, charges: string | null, differences: Partial<Stay> = {}) =>
    price(stay({ lengthOfStay, totalCharges: charges === null ? null : dollars(charges), ...differences })).shortStay;

  it("are those of fewer than two covered days", () => {
    const isEvaluated = (days: number) => shortStay(days, "19000").ccrBasedPayment !== null;
    expect([0, 1, 2, 3].map(isEvaluated)).toEqual([true, true, false, false]);
    expect(shortStay(null, "19000")).toMatchObject({ ccrBasedPayment: null, note: null });
  });

  it("follow the program's number of days", () => {
    const of = (days: string) =>
      price(stay({ lengthOfStay: 2, totalCharges: dollars("1") }), program({ short_stay_days: days }));
    expect(of("3").shortStay.ccrBasedPayment?.text).toBe("0.50");
    expect(of("2").shortStay.ccrBasedPayment).toBeNull();
  });

  it("are paid the lesser of base payment and cost, and at cost only when that is less", () => {
    const perCase = (charges: string) => {
      const { perCase, isPaidAtCost } = shortStay(1, charges);
      return [perCase.text, isPaidAtCost];
    };
    expect(perCase("19999.98")).toEqual(["9999.99", true]);
    expect(perCase("20000.00")).toEqual(["10000.00", false]);
    expect(perCase("20000.02")).toEqual(["10000.00", false]);
    expect(perCase("0")).toEqual(["0.00", true]);
  });

  it("say why they were not evaluated, exemption first, then charges, then the ratio", () => {
    const noRatio = { hospital: inpatientRate({ ipCcr: null }) };
    const exempt = { weight: drgWeight({ shortStayExempt: true }), ...noRatio };
    expect(shortStay(1, null, exempt).note).toBe("APR-DRG 139-2 is exempt from short-stay pricing.");
    expect(shortStay(5, "100", exempt).note).toBe("APR-DRG 139-2 is exempt from short-stay pricing.");
    expect(shortStay(1, null, noRatio).note).toBe("Short-stay lesser-of not evaluated: total_charges not supplied.");
    expect(shortStay(1, "100", noRatio).note).toBe(
      "Short-stay lesser-of not evaluated: no cost-to-charge ratio is published for the hospital.",
    );
    expect(shortStay(2, null, noRatio).note).toBeNull();
  });
});

describe("cost outliers", () => {
  const outlier = (charges: string | null, differences: Partial<Stay> = {}) =>
    price(stay({ totalCharges: charges === null ? null : dollars(charges), ...differences })).outlier;

  it("earn nothing at the threshold and a share of every cent beyond it", () => {
    expect(outlier("59999.98")).toMatchObject({ estimatedCost: { text: "29999.99" }, addition: null, note: null });
    expect(outlier("60000.00")).toMatchObject({ estimatedCost: { text: "30000.00" }, addition: null, note: null });
    expect(outlier("60000.02").addition?.amount.text).toBe("0.01"); // 0.01 x 0.893
    expect(outlier("60200.00").addition?.amount.text).toBe("89.30");
  });

  it("are evaluated beside a short stay that is not paid at cost", () => {
    expect(outlier("60200.00", { lengthOfStay: 1 }).addition?.amount.text).toBe("89.30");
    const weight = drgWeight({ costOutlierThreshold: dollars("100") });
    expect(outlier("20000.00", { lengthOfStay: 1, weight }).addition).not.toBeNull();
    expect(outlier("19999.98", { lengthOfStay: 1, weight })).toMatchObject({
      estimatedCost: { text: "9999.99" },
      addition: null,
      note: "Cost outlier not evaluated: the short-stay payment is charges x CCR.",
    });
  });

  it("say why they were not evaluated, charges first, then the ratio, then the threshold", () => {
    const weight = drgWeight({ costOutlierThreshold: null });
    const bare = { weight, hospital: inpatientRate({ ipCcr: null }) };
    expect(outlier(null, bare).note).toBe("Cost outlier not evaluated: total_charges not supplied.");
    expect(outlier("1", bare)).toMatchObject({
      estimatedCost: null,
      note: "Cost outlier not evaluated: no cost-to-charge ratio is published for the hospital.",
    });
    expect(outlier("1", { weight })).toMatchObject({
      estimatedCost: { text: "0.50" },
      note: "Cost outlier not evaluated: no outlier threshold is published for APR-DRG 139-2.",
    });
  });
});

describe("the add-on", () => {
  it("is on payment and outlier, and not for Critical Access and exempt hospitals", () => {
    const of = stay({ totalCharges: dollars("60200.00") });
    expect(price(of)).toMatchObject({ preAddOnSubtotal: { text: "10089.30" }, payment: { text: "11287.91" } });
    for (const status of [{ criticalAccessHospital: true }, { addonExempt: true }]) {
      expect(price(of, program(), hospital(status))).toMatchObject({
        addOn: { text: "1.0" },
        payment: { text: "10089.30" },
      });
    }
  });
});

it("every step rounds to cents before the next one", () => {
  const weight = drgWeight({ relativeWeight: factor("0.0000005") });
  // 10000 x 0.0000005 = 0.005 -> 0.01; x 1.1188 = 0.011188 -> 0.01
  expect(price(stay({ weight }))).toMatchObject({ basePayment: { text: "0.01" }, payment: { text: "0.01" } });
});

it("figures are needed only where a step uses them, the first one missing is named", () => {
  const none = program({
    short_stay_days: null,
    outlier_payment_percentage: null,
    hospital_addon_multiplier: null,
  });
  const message = (of: Stay, at?: Provider) => {
    const found = outcome(of, none, at);
    return found instanceof NoRate ? found.message : found.payment.text;
  };
  const outlier = { totalCharges: dollars("60200.00") };
  expect(message(stay({ lengthOfStay: 9, ...outlier }))).toBe("Parameter short_stay_days has no value.");
  expect(message(stay(outlier))).toBe("Parameter outlier_payment_percentage has no value.");
  expect(message(stay({ totalCharges: dollars("60000.00") }))).toBe(
    "Parameter hospital_addon_multiplier has no value.",
  );
  expect(message(stay(), hospital({ addonExempt: true }))).toBe("10000.00");
  const exempt = drgWeight({ shortStayExempt: true });
  expect(message(stay({ lengthOfStay: 1, weight: exempt }), hospital({ addonExempt: true }))).toBe("10000.00");
});
