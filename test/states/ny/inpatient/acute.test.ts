import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { workedOut } from "../../../../src/pricing/outcome.ts";
import { words } from "../../../../src/pricing/worksheet/calculation.ts";
import { type AcuteStay, acutePayment } from "../../../../src/states/ny/inpatient/acute.ts";
import { nothingFound } from "../../../../src/states/ny/inpatient/price.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import { parameters } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { parameterRows, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import { acuteRate, DAY, drgWeight, inpatientRequest, money } from "../rows.ts";

type Query = Record<string, string>;

interface Differences extends Partial<AcuteStay> {
  /** Figures of the program; null stands for one without a value on the day. */
  readonly program?: Readonly<Record<string, string | null>>;
  readonly routes?: TableRows;
}

const WITHOUT_VALUE = "has no value on 2025-03-01; the nearest published period is 1999-01-01 to 1999-12-31.";

/** A stay paid 10000.00 by its DRG; average stay four days. */
function workOut(query: Query = {}, { program = {}, routes, ...differences }: Differences = {}) {
  const stay = {
    request: inpatientRequest({ billing_code: "139-2", ...query }),
    opcert: "7000101H",
    rate: acuteRate(),
    weight: drgWeight(),
    rateCodeNote: null,
    ...differences,
  };
  const tables = [parameterRows(parameters, program), ...(routes === undefined ? [] : [routes])];
  const sheet = sheetOver(DAY, NOTATION, ...tables);
  return workedOut(sheet, nothingFound(2), (record, found) => acutePayment(stay, record, found));
}

/** What a stay is paid, how, and by what. */
function price(query?: Query, differences?: Differences) {
  const { payment, method, noRate, found } = workOut(query, differences);
  if (noRate !== null) throw new Error(noRate.message);
  return { payment: payment?.value.text, method, ...found.acute };
}

const failure = (query: Query, differences?: Differences) => workOut(query, differences).noRate?.message;

/** A figure of this value. */
const showing = (text: string) => ({ value: { text } });

const MMC = acuteRate({
  payerClass: "MMC",
  capitalPerDisch: money("500.00"),
  addonAmbulance: money("1.00"),
  addonTeachingElection: money("2.00"),
  addonSchoolNursing: money("3.00"),
  addonMinWage: money("4.00"),
  safetyNetSdpPerDisch: money("100.00"),
  hhAcrPerDisch: money("200.00"),
});

const WITH_ALC = acuteRate({ alcPerDiem: money("100.00") });

describe("an inlier", () => {
  it("is paid the DRG alone where nothing else is published", () => {
    expect(price()).toMatchObject({
      payment: "10000.00",
      statewideBasePrice: null,
      method: "discharge_rate_used (10000.00) x siw (1.0000) = $10000.00; base_dr_payment (10000.00) = $10000.00",
    });
  });

  it("counts a published zero of capital and DME as a term", () => {
    const rate = acuteRate({ capitalPerDisch: money("0.00"), dme: money("0.00") });
    expect(price({}, { rate }).method).toContain(
      "; base_dr_payment (10000.00) + capital_per_disch_used (0.00) + dme_used (0.00) = $10000.00",
    );
  });

  it("of managed Medicaid has the add-ons in the order of the formula, those of zero left out", () => {
    expect(price({ payer_class: "MMC" }, { rate: MMC }).method).toContain(
      "; base_dr_payment (10000.00) + capital_per_disch_used (500.00) + capital_addon_ambulance_mmc (1.00) + capital_addon_teaching_election_mmc (2.00) + capital_addon_school_nursing_mmc (3.00) + capital_addon_min_wage_mmc (4.00) + safety_net_sdp_per_disch_mmc (100.00) + hh_acr_per_disch_mmc (200.00) = $10810.00",
    );
    const zeros = { ...MMC, addonAmbulance: money("0"), safetyNetSdpPerDisch: money("0"), hhAcrPerDisch: null };
    const outcome = price({ payer_class: "MMC" }, { rate: zeros });
    expect(outcome.payment).toBe("10509.00");
    expect(outcome.method).not.toMatch(/ambulance|safety_net|hh_acr/);
    expect(outcome.addOns).toMatchObject({ safetyNet: null, averageCommercialRate: null });
  });

  it("shows the statewide price of its payer class, which enters no formula", () => {
    const figures = { statewide_base_price_ffs: "7000.5", statewide_base_price_mmc: "6000" };
    expect(price({}, { program: figures })).toMatchObject({
      statewideBasePrice: showing("7000.50"),
      payment: "10000.00",
    });
    expect(price({ payer_class: "MMC" }, { program: figures })).toMatchObject({
      statewideBasePrice: showing("6000.00"),
    });
  });
});

describe("ALC days", () => {
  const rate = acuteRate({ alcPerDiem: money("231.18") });

  it("are paid at their own per diem", () => {
    expect(price({ alc_days: "2" }, { rate })).toMatchObject({
      payment: "10462.36",
      method:
        "discharge_rate_used (10000.00) x siw (1.0000) = $10000.00; acute_alc_per_diem_used (231.18) x alc_days (2) = $462.36; base_dr_payment (10000.00) + alc_payment (462.36) = $10462.36",
    });
    expect(price({ alc_days: "0" }, { rate }).alc).toBeNull();
  });

  it("cannot be paid without a per diem, which is found out before the rest", () => {
    const query = { alc_days: "1", transfer_out: "true" };
    expect(failure(query, { weight: drgWeight({ alos: null }) })).toBe(
      "No ALC per diem is published for operating certificate 7000101H, payer class FFS.",
    );
    expect(price({ alc_days: "0" }).payment).toBe("10000.00");
  });
});

describe("the cost outlier", () => {
  // Cost is half of charges; the threshold of 20000.00 is adjusted to 30000.00.
  const rate = acuteRate({ isaf: factor("1.5"), highCostCc: factor("0.5"), capitalPerDisch: money("500.00") });
  const charged = (grossCharges: string, differences: Differences = {}) =>
    price({ gross_charges: grossCharges }, { rate, ...differences });

  it("fires above the adjusted threshold, not at it", () => {
    expect(charged("59999.98").outlier).toMatchObject({ hasFired: false, eligibleCost: showing("0.00") });
    expect(charged("60000.00").outlier).toMatchObject({
      hasFired: false,
      costOfCase: showing("30000.00"),
      adjustedThreshold: showing("30000.00"),
      amount: showing("0.00"),
      marginalPercentage: null,
    });
    expect(charged("60000.02").outlier).toMatchObject({
      hasFired: true,
      eligibleCost: showing("0.01"),
      amount: showing("0.01"), // 0.01 x 0.60 = 0.006
      marginalPercentage: showing("0.60"),
    });
    expect(charged("60200.00").payment).toBe("10560.00"); // 10000.00 + 500.00 + 100.00 x 0.60
  });

  it("stands between capital and the add-ons in the sum, and is left out of it when it is nothing", () => {
    const withDme = { ...rate, dme: money("7.00") };
    expect(charged("60200.00", { rate: withDme }).method).toContain(
      "; base_dr_payment (10000.00) + capital_per_disch_used (500.00) + outlier_amount (60.00) + dme_used (7.00) = $10567.00",
    );
    const fired = charged("60000.02", { program: { outlier_marginal_pct: "0.1" } });
    expect(fired.outlier).toMatchObject({ hasFired: true, amount: showing("0.00") });
    expect(fired.method).toContain(
      "outlier_eligible_cost (0.01) x outlier_marginal_pct (0.1) = $0.00; base_dr_payment (10000.00) + capital_per_disch_used (500.00) = $10500.00",
    );
  });

  it("needs its percentage only when it fires", () => {
    const figures = { outlier_marginal_pct: null };
    expect(charged("60000.00", { program: figures }).payment).toBe("10500.00");
    expect(failure({ gross_charges: "60000.02" }, { rate, program: figures })).toBe(
      `Parameter outlier_marginal_pct ${WITHOUT_VALUE}`,
    );
  });

  it("is not evaluated without charges, nor without all its figures, which the method names", () => {
    expect(price({}, { rate })).toMatchObject({ outlier: null });
    const bare = charged("60200.00", { rate: acuteRate(), weight: drgWeight({ costOutlierThreshold: null }) });
    expect(bare.outlier).toBeNull();
    expect(bare.method).toBe(
      "discharge_rate_used (10000.00) x siw (1.0000) = $10000.00; base_dr_payment (10000.00) = $10000.00; note: outlier not evaluated, cost_outlier_threshold, isaf, high_cost_cc not published",
    );
    expect(charged("60200.00", { rate: { ...rate, highCostCc: null } }).method).toMatch(
      /; note: outlier not evaluated, high_cost_cc not published$/,
    );
  });

  it("of no charges at all is evaluated", () => {
    expect(charged("0").outlier).toMatchObject({ hasFired: false, costOfCase: showing("0.00") });
  });
});

describe("a transfer", () => {
  const rate = acuteRate({ capitalPerDiem: money("50.00"), capitalPerDisch: money("500.00"), dme: money("10.00") });
  const transferred = (lengthOfStay: string, differences: Differences = {}, query = {}) =>
    price({ transfer_out: "true", length_of_stay: lengthOfStay, ...query }, { rate, ...differences });

  it("is paid by the day up to the full payment", () => {
    // 10000.00 x 1.20 / 4.00 + 50.00 = 3050.00 a day; the cap is 10500.00
    expect(transferred("3")).toMatchObject({
      transferPayment: { days: showing("3"), amount: showing("9150.00") },
      payment: "9160.00",
    });
    expect(transferred("3").capital).toBeUndefined();
    expect(transferred("4")).toMatchObject({
      transferPayment: { amount: showing("10500.00") },
      payment: "10510.00",
      method: expect.stringContaining("x transfer_days_used (4) = $12200.00, capped at $10500.00"),
    });
    expect(transferred("0")).toMatchObject({
      transferPayment: { amount: showing("0.00") },
      payment: "10.00",
    });
  });

  it("exactly at the cap is within it", () => {
    // 10000.00 x 1.20 / 4.00 = 3000.00 a day; four days are the cap of 12000.00
    const atCap = acuteRate({ capitalPerDisch: money("2000.00") });
    expect(transferred("4", { rate: atCap })).toMatchObject({
      transferPayment: { amount: showing("12000.00") },
      method: expect.stringContaining(
        "/ alos (4.00) = $3000.00; transfer_per_diem (3000.00) x transfer_days_used (4) = $12000.00, within the cap $12000.00",
      ),
    });
  });

  it("adds capital after the factor, and rounds the rest before", () => {
    const weight = drgWeight({ alos: factor("7.00") });
    // 10000.00 x 1.20 / 7.00 = 1714.2857...
    expect(transferred("1", { weight }).transferRate?.perDiem.value.text).toBe("1764.29");
  });

  it("has the factor of one day only when the average stay is one", () => {
    const factorAt = (alos: string) =>
      transferred("1", { weight: drgWeight({ alos: factor(alos) }) }).transferRate?.adjustmentFactor.value.text;
    expect(["0.99", "1", "1.00", "1.01"].map(factorAt)).toEqual(["1.20", "1.00", "1.00", "1.20"]);
  });

  it("is paid without its ALC days", () => {
    const withAlc = { ...rate, alcPerDiem: money("100.00") };
    expect(transferred("5", { rate: withAlc }, { alc_days: "5" })).toMatchObject({
      transferPayment: { days: showing("0"), amount: showing("0.00") },
      payment: "510.00",
    });
  });

  it("of managed Medicaid keeps its add-ons per case and loses those of capital", () => {
    const outcome = transferred("1", { rate: MMC }, { payer_class: "MMC" });
    expect(outcome.payment).toBe("3300.00");
    expect(outcome.capital).toBeUndefined();
    expect(outcome.method).toContain(
      "transfer_adjusted_amount (3000.00) + safety_net_sdp_per_disch_mmc (100.00) + hh_acr_per_disch_mmc (200.00) = $3300.00",
    );
  });

  it("is never a cost outlier", () => {
    const outcome = transferred("1", {}, { gross_charges: "900000" });
    expect(outcome.outlier).toBeUndefined();
    expect(outcome.method).toMatch(/; note: cost outlier does not apply to transfers$/);
  });

  it("needs an average stay, then its factor, then a length of stay", () => {
    const query = { transfer_out: "true" };
    const noFactor = { program: { transfer_adjustment_factor: null } };
    expect(failure(query, { weight: drgWeight({ alos: null }), ...noFactor })).toBe(
      "No average length of stay is published for APR-DRG 139-2, so a transfer cannot be priced.",
    );
    expect(failure(query, noFactor)).toBe(`Parameter transfer_adjustment_factor ${WITHOUT_VALUE}`);
    expect(failure(query)).toBe("length_of_stay is required to price a transfer.");
  });

  it("without a length of stay gives the formula, and shows no add-on", () => {
    const withAlc = { ...rate, alcPerDiem: money("100.00") };
    const rateCodeNote = words`note: rate_code 2999 names cah, service_type acute was used`;
    const outcome = workOut(
      { transfer_out: "true", gross_charges: "1", alc_days: "1" },
      { rate: withAlc, rateCodeNote, program: { statewide_base_price_ffs: "7000" } },
    );
    expect(outcome).toMatchObject({
      payment: null,
      noRate: { code: "missing_information" },
      method:
        "transfer_per_diem (3050.00) x transfer_days_used (missing: length_of_stay), capped at $10500.00; note: rate_code 2999 names cah, service_type acute was used; note: cost outlier does not apply to transfers",
    });
    // What the page lists of such a result, and nothing else.
    expect(Object.keys(outcome.found.acute ?? {}).sort()).toEqual([
      "basePayment",
      "dischargeRate",
      "siw",
      "statewideBasePrice",
      "transferRate",
    ]);
  });
});

it("notes stand in the order rate code, transfer-only, outlier", () => {
  const differences = {
    weight: drgWeight({ drg: "580", soi: 3 }),
    rateCodeNote: words`note: rate_code 2999 names cah, service_type acute was used`,
  };
  expect(price({ transfer_out: "true", gross_charges: "1" }, differences).method).toMatch(
    /; note: rate_code 2999 names cah, service_type acute was used; note: APR-DRG 580 is a transfer-only DRG, paid the full DRG rate; note: outlier not evaluated, isaf, high_cost_cc not published$/,
  );
});

it("a transfer-only DRG of the release is paid in full, and its route is part of the record", () => {
  const route = { line: 7, kind: "transfer_only_drg", code: "139", target: "full_drg" } as const;
  const { payment, method, sheet } = workOut({ transfer_out: "true" }, { routes: rowsOf(routing, [route]) });
  expect(payment?.value.text).toBe("10000.00");
  expect(method).toContain("; note: APR-DRG 139 is a transfer-only DRG");
  expect(sheet.readings.rowsOn(DAY)).toContainEqual({
    table: routing,
    key: { kind: "transfer_only_drg" },
    row: route,
    used: true,
    whyNot: null,
  });
});

describe("the record of", () => {
  const recordOf = (query: Query, differences: Differences) =>
    workOut(query, differences).sheet.steps.map(({ section, applied, decision, value }) => [
      section,
      value?.text ?? null,
      applied,
      decision === null ? null : [decision.compare, decision.outcome],
    ]);

  it("a cost outlier that does not fire has its eligible cost, not applied", () => {
    const rate = acuteRate({ isaf: factor("1.5"), highCostCc: factor("0.5") });
    expect(recordOf({ gross_charges: "60000.00" }, { rate })).toEqual([
      ["ny 5.4 step 1", "10000.00", true, null],
      ["ny 5.4 step 3", "30000.00", true, null],
      ["ny 5.4 step 3", "30000.00", true, null],
      ["ny 5.4 step 3", "0.00", false, ["greater", false]],
      ["ny 5.4 step 3", null, true, null],
      ["ny 5.4", "10000.00", true, null],
    ]);
  });

  it("a transfer has its cap, which bites or is not applied", () => {
    const transferred = (lengthOfStay: string) =>
      recordOf({ transfer_out: "true", length_of_stay: lengthOfStay, alc_days: "1" }, { rate: WITH_ALC });
    const daily = [
      ["ny 5.4 step 1", "10000.00", true, null],
      ["ny 5.4 step 4", "3000.00", true, ["equal", false]],
      ["ny 5.4 step 4", "10000.00", true, null],
    ];
    expect(transferred("4")).toEqual([
      ...daily,
      ["ny 5.4 step 4", "3", true, null],
      ["ny 5.4 step 4", "9000.00", true, ["greater", false]],
      ["ny 5.4 step 4", "9000.00", false, ["greater", false]],
      ["ny 5.4 step 2", "100.00", true, null],
      ["ny 5.4", "9100.00", true, null],
    ]);
    expect(transferred("5")).toEqual([
      ...daily,
      ["ny 5.4 step 4", "4", true, null],
      ["ny 5.4 step 4", "12000.00", true, ["greater", true]],
      ["ny 5.4 step 4", "10000.00", true, ["greater", true]],
      ["ny 5.4 step 2", "100.00", true, null],
      ["ny 5.4", "10100.00", true, null],
    ]);
  });
});
