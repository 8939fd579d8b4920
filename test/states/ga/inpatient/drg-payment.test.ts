import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import type { Money } from "../../../../src/core/money/money.ts";
import { type Outcome, workedOut } from "../../../../src/pricing/outcome.ts";
import { drgPayment, type PaidStay, stayOf } from "../../../../src/states/ga/inpatient/drg-payment.ts";
import type { Found } from "../../../../src/states/ga/inpatient/price.ts";
import {
  type DrgWeight,
  type HospitalInpatientRate,
  type Provider,
  parameters,
} from "../../../../src/states/ga/tables.ts";
import { parameterRows } from "../../../support/sheet.ts";
import { dollars, drgWeight, hospital, inpatientRate, sheetOf } from "../rows.ts";

interface Case {
  readonly lengthOfStay: number | null;
  readonly totalCharges: Money | null;
  readonly weight: DrgWeight;
  readonly rate: HospitalInpatientRate;
}

/** A stay of base payment 10000.00 at a hospital whose costs are half its charges; threshold 30000.00. */
function stay(differences: Partial<Case> = {}): Case {
  return { lengthOfStay: null, totalCharges: null, weight: drgWeight(), rate: inpatientRate(), ...differences };
}

type Figures = Readonly<Record<string, string | null>>;

function outcome({ weight, rate, ...sent }: Case, figures: Figures = {}, at: Provider = hospital()): Outcome<Found> {
  const sheet = sheetOf(parameterRows(parameters, figures));
  return workedOut<Found>(sheet, { soi: weight.soi }, (_, found) =>
    drgPayment(stayOf(sent, rate, weight, sheet), at, sheet, found),
  );
}

function paid(...of: Parameters<typeof outcome>): PaidStay {
  const { found, noRate } = outcome(...of);
  if (found.paid === undefined) throw new Error(noRate?.message);
  return found.paid;
}

const amount = (charges: string | null) => (charges === null ? null : dollars(charges));

describe("short stays", () => {
  const shortStay = (lengthOfStay: number | null, charges: string | null, differences: Partial<Case> = {}) =>
    paid(stay({ lengthOfStay, totalCharges: amount(charges), ...differences })).shortStay;

  it("are those of fewer than two covered days", () => {
    const isEvaluated = (days: number) => shortStay(days, "19000").lesserOf !== null;
    expect([0, 1, 2, 3].map(isEvaluated)).toEqual([true, true, false, false]);
    expect(shortStay(null, "19000")).toMatchObject({ lesserOf: null, note: null });
  });

  it("follow the program's number of days", () => {
    const of = (days: string) =>
      paid(stay({ lengthOfStay: 2, totalCharges: dollars("1") }), { short_stay_days: days }).shortStay.lesserOf;
    expect(of("3")?.ccrBasedPayment.value.text).toBe("0.50");
    expect(of("2")).toBeNull();
  });

  it("are paid the lesser of base payment and cost, and at cost only when that is less", () => {
    const perCase = (charges: string) => {
      const { perCase, lesserOf } = shortStay(1, charges);
      return [perCase.value.text, lesserOf?.isPaidAtCost.outcome];
    };
    expect(perCase("19999.98")).toEqual(["9999.99", true]);
    expect(perCase("20000.00")).toEqual(["10000.00", false]);
    expect(perCase("20000.02")).toEqual(["10000.00", false]);
    expect(perCase("0")).toEqual(["0.00", true]);
  });

  it("say why they were not evaluated, exemption first, then charges, then the ratio", () => {
    const noRatio = { rate: inpatientRate({ ipCcr: null }) };
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
  const outlier = (charges: string | null, differences: Partial<Case> = {}) =>
    paid(stay({ totalCharges: amount(charges), ...differences })).outlier;
  const addition = (...of: Parameters<typeof outlier>) => outlier(...of).addition?.amount.value.text ?? null;

  it("earn nothing at the threshold and a share of every cent beyond it", () => {
    const nothing = { addition: null, note: null };
    expect(outlier("59999.98")).toMatchObject({ estimatedCost: { value: { text: "29999.99" } }, ...nothing });
    expect(outlier("60000.00")).toMatchObject({ estimatedCost: { value: { text: "30000.00" } }, ...nothing });
    expect(addition("60000.02")).toBe("0.01"); // 0.01 x 0.893
    expect(addition("60200.00")).toBe("89.30");
  });

  it("are evaluated beside a short stay that is not paid at cost", () => {
    expect(addition("60200.00", { lengthOfStay: 1 })).toBe("89.30");
    const weight = drgWeight({ costOutlierThreshold: dollars("100") });
    expect(addition("20000.00", { lengthOfStay: 1, weight })).not.toBeNull();
    expect(outlier("19999.98", { lengthOfStay: 1, weight })).toMatchObject({
      estimatedCost: { value: { text: "9999.99" } },
      addition: null,
      note: "Cost outlier not evaluated: the short-stay payment is charges x CCR.",
    });
  });

  it("say why they were not evaluated, charges first, then the ratio, then the threshold", () => {
    const weight = drgWeight({ costOutlierThreshold: null });
    const bare = { weight, rate: inpatientRate({ ipCcr: null }) };
    expect(outlier(null, bare).note).toBe("Cost outlier not evaluated: total_charges not supplied.");
    expect(outlier("1", bare)).toMatchObject({
      estimatedCost: null,
      note: "Cost outlier not evaluated: no cost-to-charge ratio is published for the hospital.",
    });
    expect(outlier("1", { weight })).toMatchObject({
      estimatedCost: { value: { text: "0.50" } },
      note: "Cost outlier not evaluated: no outlier threshold is published for APR-DRG 139-2.",
    });
  });
});

describe("the add-on", () => {
  it("is on payment and outlier, and not for Critical Access and exempt hospitals", () => {
    const of = stay({ totalCharges: dollars("60200.00") });
    expect(outcome(of).payment?.value.text).toBe("11287.91");
    expect(paid(of).preAddOnSubtotal.value.text).toBe("10089.30");
    for (const status of [{ criticalAccessHospital: true }, { addonExempt: true }]) {
      expect(outcome(of, {}, hospital(status)).payment?.value.text).toBe("10089.30");
      expect(paid(of, {}, hospital(status)).addOn.value.text).toBe("1.0");
    }
  });
});

it("every step rounds to cents before the next one", () => {
  const weight = drgWeight({ relativeWeight: factor("0.0000005") });
  // 10000 x 0.0000005 = 0.005 -> 0.01; x 1.1188 = 0.011188 -> 0.01
  expect(paid(stay({ weight })).basePayment.value.text).toBe("0.01");
  expect(outcome(stay({ weight })).payment?.value.text).toBe("0.01");
});

it("figures are needed only where a step uses them, the first one missing is named", () => {
  const none = { short_stay_days: null, outlier_payment_percentage: null, hospital_addon_multiplier: null };
  const message = (of: Case, at?: Provider) => {
    const { noRate, payment } = outcome(of, none, at);
    return noRate?.message ?? payment?.value.text;
  };
  const missing = (name: string) =>
    `Parameter ${name} has no value on 2025-09-15; the nearest published period is 1999-01-01 to 1999-12-31.`;
  const outlier = { totalCharges: dollars("60200.00") };
  expect(message(stay({ lengthOfStay: 9, ...outlier }))).toBe(missing("short_stay_days"));
  expect(message(stay(outlier))).toBe(missing("outlier_payment_percentage"));
  expect(message(stay({ totalCharges: dollars("60000.00") }))).toBe(missing("hospital_addon_multiplier"));
  expect(message(stay(), hospital({ addonExempt: true }))).toBe("10000.00");
  const exempt = drgWeight({ shortStayExempt: true });
  expect(message(stay({ lengthOfStay: 1, weight: exempt }), hospital({ addonExempt: true }))).toBe("10000.00");
});

describe("the record", () => {
  const recorded = (of: Case) =>
    outcome(of).sheet.steps.map(({ section, value, applied, decision }) => [
      section,
      value?.text,
      applied,
      decision && `${decision.compare} ${decision.outcome}`,
    ]);

  it("has the estimated cost of a stay that is no outlier, not applied, with the comparison that decided so", () => {
    expect(recorded(stay({ lengthOfStay: 2, totalCharges: dollars("60000.00") }))).toEqual([
      ["ga 5.3 step 1", "10000.00", true, null],
      ["ga 5.3 step 3", "30000.00", false, "greater false"],
      ["ga 5.3 step 6", "11188.00", true, null],
    ]);
  });

  it("has both sides of a short stay's lesser-of, and the outlier beside it", () => {
    expect(recorded(stay({ lengthOfStay: 1, totalCharges: dollars("60200.00") }))).toEqual([
      ["ga 5.3 step 1", "10000.00", true, null],
      ["ga 5.3 step 2", "30100.00", true, "less true"],
      ["ga 5.3 step 2", "10000.00", true, "less false"],
      ["ga 5.3 step 3", "30100.00", true, null],
      ["ga 5.3 step 4", "89.30", true, "greater true"],
      ["ga 5.3 step 5", "10089.30", true, null],
      ["ga 5.3 step 6", "11287.91", true, null],
    ]);
  });

  it("says that a case paid at cost earns no outlier, and that there may be no threshold to compare with", () => {
    const estimatedCost = (of: Case) => recorded(of).find(([section]) => section === "ga 5.3 step 3");
    const atCost = stay({ lengthOfStay: 1, totalCharges: dollars("8400.00") });
    expect(estimatedCost(atCost)).toEqual(["ga 5.3 step 3", "4200.00", false, "less true"]);
    const weight = drgWeight({ costOutlierThreshold: null });
    expect(estimatedCost(stay({ totalCharges: dollars("8400.00"), weight }))).toEqual([
      "ga 5.3 step 3",
      "4200.00",
      false,
      null,
    ]);
  });

  it("prints charges x CCR within the line of the lesser-of", () => {
    expect(outcome(stay({ lengthOfStay: 1, totalCharges: dollars("8400.00") })).method).toBe(
      "base rate ($10000.00) x relative weight (1) = base payment ($10000.00); short stay: charges ($8400.00) x CCR (0.5) = $4200.00, lesser of base payment ($10000.00) and $4200.00 = per-case payment ($4200.00); subtotal ($4200.00) x add-on multiplier (1.1188) = $4698.96",
    );
  });
});

describe("what was not sent", () => {
  const assumed = (differences: Partial<Case>) =>
    outcome(stay(differences)).sheet.assumptions.map(({ parameter, value, reason }) => [parameter, value, reason]);
  const noOutlier = ["total_charges", "none", "not sent: no outlier is evaluated"];
  const noChargesOfShortStay = ["total_charges", "none", "not sent: no short stay is evaluated"];
  const noDays = ["length_of_stay", "none", "not sent: no short stay is evaluated"];
  const totalCharges = dollars("100");

  it("is told where it would have mattered", () => {
    expect(assumed({})).toEqual([noDays, noOutlier]);
    expect(assumed({ lengthOfStay: 1 })).toEqual([noChargesOfShortStay, noOutlier]);
    expect(assumed({ lengthOfStay: 2 })).toEqual([noOutlier]);
    expect(assumed({ totalCharges })).toEqual([noDays]);
    expect(assumed({ totalCharges, lengthOfStay: 1 })).toEqual([]);
  });

  it("is not told where the stay could not have been evaluated anyway", () => {
    const rate = inpatientRate({ ipCcr: null });
    expect(assumed({ rate })).toEqual([]);
    expect(assumed({ rate, lengthOfStay: 1 })).toEqual([]);
    const exempt = drgWeight({ shortStayExempt: true });
    expect(assumed({ weight: exempt })).toEqual([noOutlier]);
    expect(assumed({ weight: exempt, lengthOfStay: 1 })).toEqual([noOutlier]);
    expect(assumed({ weight: drgWeight({ costOutlierThreshold: null }) })).toEqual([noDays]);
  });
});
