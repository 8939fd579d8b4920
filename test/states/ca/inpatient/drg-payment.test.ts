import { describe, expect, it } from "vitest";
import { asMoney, ONE } from "../../../../src/money/arithmetic.ts";
import { factor } from "../../../../src/money/factor.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { type DrgPayment, drgPayment } from "../../../../src/states/ca/inpatient/drg-payment.ts";
import { interimPayment } from "../../../../src/states/ca/inpatient/interim.ts";
import type { Stay } from "../../../../src/states/ca/inpatient/stay.ts";
import type { MediCalProgram } from "../../../../src/states/ca/program.ts";
import { drgWeight, hospitalRate, program } from "../rows.ts";

const money = (text: string) => asMoney(factor(text));

/** A stay paid 10000.00 at a hospital whose costs are half its charges; average stay four days. */
function stay(differences: Partial<Stay> = {}): Stay {
  return {
    hospital: hospitalRate(),
    weight: drgWeight(),
    paymentRelativeWeight: ONE,
    lengthOfStay: 4,
    totalCharges: null,
    isTransfer: false,
    ...differences,
  };
}

function price(of: Stay, figures: MediCalProgram = program()): DrgPayment {
  const payment = drgPayment(of, figures);
  if (payment instanceof NoRate) throw new Error(payment.message);
  return payment;
}

describe("transfers", () => {
  const transferred = (lengthOfStay: number) => price(stay({ isTransfer: true, lengthOfStay })).transfer;

  it("are paid by the day, the day of transfer counted, up to the full payment", () => {
    // 10000 x (2 + 1) / 4, then exactly the full payment, then beyond it
    expect(transferred(2)).toMatchObject({ amount: { text: "7500.00" }, applied: true });
    expect(transferred(3)).toMatchObject({ amount: { text: "10000.00" }, applied: false });
    expect(transferred(4)).toMatchObject({ amount: { text: "10000.00" }, applied: false });
    expect(transferred(0)).toMatchObject({ amount: { text: "2500.00" }, applied: true });
  });
});

describe("cost outliers", () => {
  const charged = (totalCharges: string) => price(stay({ totalCharges: money(totalCharges) }));

  it("earn nothing at the threshold and a share of every cent beyond it", () => {
    // Cost is half of charges; the loss is cost - 10000.00, the threshold 99000.
    expect(charged("217999.98").outlier).toBeNull();
    expect(charged("218000.00").outlier).toBeNull();
    expect(charged("218000.02").outlier?.adjustment.text).toBe("0.01"); // 0.01 x 0.53 = 0.0053
    expect(charged("218200.00").payment.text).toBe("10053.00"); // + 100.00 x 0.53
  });

  it("never follow from estimated charges", () => {
    const estimated = price(stay());
    expect(estimated.charges).toMatchObject({ total: { text: "20000.00" }, source: "estimated" });
    expect(estimated).toMatchObject({ outlier: null, chargeCapApplied: false });
  });

  it("need both parameters on every claim, the threshold first", () => {
    const neither = program({ outlier_threshold: null, marginal_cost_percentage: null });
    expect(drgPayment(stay(), neither)).toMatchObject({ message: "Parameter outlier_threshold has no value." });
    expect(drgPayment(stay(), program({ marginal_cost_percentage: null }))).toMatchObject({
      message: "Parameter marginal_cost_percentage has no value.",
    });
  });
});

describe("low-side outliers", () => {
  const lowSide = program({ low_side_outlier_threshold: "3000", low_side_marginal_cost_percentage: "0.5" });
  const charged = (totalCharges: string, figures = lowSide) =>
    price(stay({ totalCharges: money(totalCharges) }), figures);

  it("give back a share of a gain beyond the threshold", () => {
    // The gain is 10000.00 - cost; at charges of 14000.00 it is exactly 3000.00.
    expect(charged("14000.00").outlier).toBeNull();
    expect(charged("13800.00").outlier).toMatchObject({ adjustment: { text: "-50.00" } });
    const reduced = charged("13800.00");
    expect(reduced.payment.text).toBe("9950.00");
    expect(reduced.outlierRule).toMatchObject({ threshold: { text: "3000" }, marginalCostPercentage: { text: "0.5" } });
    expect(reduced.method).toContain(
      "($10000.00 - estimated cost ($6900.00) - low-side outlier threshold ($3000.00)) x marginal cost percentage (0.5) = $50.00; $10000.00 - $50.00 = $9950.00",
    );
  });

  it("count as applied even when they round to nothing", () => {
    const fired = charged(
      "13999.98",
      program({ low_side_outlier_threshold: "3000", low_side_marginal_cost_percentage: "0.1" }),
    );
    expect(fired.outlier?.adjustment.text).toBe("0.00");
    expect(fired.outlierRule.threshold.text).toBe("3000");
  });

  it("are off unless both figures have a value", () => {
    expect(charged("13000.00", program({ low_side_outlier_threshold: "1" })).outlier).toBeNull();
  });
});

describe("the charge cap", () => {
  it("bites only when the payment exceeds charges that were sent", () => {
    const charged = (totalCharges: string) => price(stay({ totalCharges: money(totalCharges) }));
    expect(charged("10000.00")).toMatchObject({ chargeCapApplied: false, payment: { text: "10000.00" } });
    expect(charged("9999.99")).toMatchObject({ chargeCapApplied: true, payment: { text: "9999.99" } });
    expect(charged("0").payment.text).toBe("0.00");
  });
});

describe("interim claims", () => {
  it("are paid by the day and capped at charges", () => {
    expect(interimPayment(stay({ lengthOfStay: 30 }), program())).toMatchObject({
      payment: { text: "18000.00" },
      basePayment: { text: "10000.00" },
      charges: { total: { text: "36000.00" }, source: "estimated" },
    });
    expect(interimPayment(stay({ lengthOfStay: 30, totalCharges: money("17999.99") }), program())).toMatchObject({
      payment: { text: "17999.99" },
      chargeCapApplied: true,
    });
    expect(interimPayment(stay({ lengthOfStay: 0 }), program())).toMatchObject({ payment: { text: "0.00" } });
  });

  it("need their own parameter and not those of outliers", () => {
    expect(interimPayment(stay(), program({ outlier_threshold: null }))).toMatchObject({ chargeCapApplied: false });
    expect(interimPayment(stay(), program({ interim_per_diem: null }))).toMatchObject({
      message: "Parameter interim_per_diem has no value.",
    });
  });
});
