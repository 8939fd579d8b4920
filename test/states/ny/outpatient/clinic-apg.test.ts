import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { clinicApg } from "../../../../src/states/ny/outpatient/clinic-apg.ts";
import {
  apgFees,
  apgProcedures,
  apgWeights,
  dtcBaseRates,
  dtcCapital,
  parameters,
  routing,
} from "../../../../src/states/ny/tables.ts";
import { apgFee, clinic, money, outpatientRequest, period, rateData, rowsOf, type TableRows } from "../rows.ts";

const SINCE_2020 = { line: 2, period: period("2020-01-01") };
const WEIGHTS = rowsOf(
  apgWeights,
  { ...SINCE_2020, apg: 271, apgWeight: factor("1.5"), noCapitalAddon: false },
  { ...SINCE_2020, apg: 414, apgWeight: factor("0.1"), noCapitalAddon: true },
);
const BASE_RATES = rowsOf(
  dtcBaseRates,
  { ...SINCE_2020, peerGroup: "clinic", region: "Downstate", baseRate: money("100.00") },
  { ...SINCE_2020, peerGroup: "ambsurg", region: "Downstate", baseRate: money("80.00") },
);

function capital(capitalAddon: string, dates = period("2025-01-01", "2025-12-31")) {
  return rowsOf(dtcCapital, {
    line: 2,
    npi: "1100000001",
    peerGroup: "clinic",
    capitalAddon: money(capitalAddon),
    period: dates,
  });
}

type Tables = readonly TableRows[];

function price(query: Record<string, string>, tables: Tables, provider = clinic({ county: "Kings" })) {
  const request = outpatientRequest({ billing_code: "271", ...query });
  return clinicApg(request, provider, rateData(WEIGHTS, BASE_RATES, ...tables));
}

describe("peer groups", () => {
  const both = clinic({ county: "Kings", peerGroups: ["ambsurg", "clinic"] });
  const surgery = clinic({ county: "Kings", peerGroups: ["ambsurg"] });

  it("clinic comes before ambulatory surgery when no rate code is sent", () => {
    expect(price({}, [], both)).toMatchObject({ column: "apg_base_rate_dtc_clinic_downstate" });
    expect(price({}, [], surgery)).toMatchObject({ column: "apg_base_rate_dtc_ambsurg_downstate" });
    expect(price({ rate_code: "1408" }, [], both)).toMatchObject({ column: "apg_base_rate_dtc_ambsurg_downstate" });
    expect(price({ rate_code: "1422" }, [], both)).toMatchObject({ column: "apg_base_rate_dtc_clinic_downstate" });
  });

  it("fail by rate code, then by having none, then by not having the one asked for", () => {
    const none = clinic({ county: "Kings", peerGroups: [] });
    expect(price({ rate_code: "1400" }, [], none)).toMatchObject({
      message: "Rate code 1400 is not a clinic or ambulatory surgery APG rate code; supported: 1407, 1408, 1422.",
    });
    expect(price({ rate_code: "1407" }, [], none)).toMatchObject({
      message: "EXAMPLE has no APG peer group in the loaded data.",
    });
    expect(price({ rate_code: "1407" }, [], surgery)).toMatchObject({
      message: "EXAMPLE is not in APG peer group clinic (rate code 1407); its peer groups: ambsurg.",
    });
  });
});

describe("the capital add-on", () => {
  const addOn = (amount: string, ...tables: Tables) => {
    const payment = price({}, [capital(amount), ...tables]);
    if (!("capital" in payment)) throw new Error("not priced by weight");
    return payment;
  };

  it("is added and bounds the period", () => {
    expect(addOn("27.35")).toMatchObject({
      payment: { text: "177.35" },
      period: period("2025-01-01", "2025-12-31"),
      method:
        "apg_weight (1.5) x apg_base_rate_used (100.00, apg_base_rate_dtc_clinic_downstate) = $150.00; payment_operating (150.00) + payment_capital (27.35) = $177.35",
    });
  });

  it("is anomalous below 1.00 and above 150.00, not at either", () => {
    const anomalies = ["0.00", "0.99", "1.00", "150.00", "150.01"].map((amount) => addOn(amount).capital?.isAnomaly);
    expect(anomalies).toEqual([true, true, false, false, true]);
  });

  it("of zero is published all the same", () => {
    expect(addOn("0.00")).toMatchObject({ capital: { addOn: { text: "0.00" } }, payment: { text: "150.00" } });
  });

  it("is paid without the flag when the expected range has no value on the day", () => {
    const expectedLater = rowsOf(parameters, {
      line: 2,
      name: "dtc_capital_expected_max",
      value: factor("60"),
      period: period("2025-03-02"),
    });
    expect(addOn("27.35", expectedLater)).toMatchObject({
      capital: { isAnomaly: null },
      payment: { text: "177.35" },
    });
  });

  it("is that of the peer group and the day, else nothing is added", () => {
    const surgery = clinic({ county: "Kings", peerGroups: ["ambsurg"] });
    expect(price({}, [capital("27.35")], surgery)).toMatchObject({ capital: null, payment: { text: "120.00" } });
    const ended = capital("27.35", period("2020-01-01", "2025-02-28"));
    expect(price({}, [ended])).toMatchObject({
      capital: null,
      payment: { text: "150.00" },
      period: period("2020-01-01"),
      method:
        "apg_weight (1.5) x apg_base_rate_used (100.00, apg_base_rate_dtc_clinic_downstate) = $150.00; no capital add-on is published",
    });
  });

  it("is not paid for an APG that carries none, however the code leads to it", () => {
    const procedure = { ...SINCE_2020, code: "97110", apg: 414, unitsLimit: null };
    const byGrouping = rowsOf(apgProcedures, { ...procedure, pxBasedWeight: null });
    const byOwnWeight = rowsOf(apgProcedures, { ...procedure, pxBasedWeight: factor("0.2") });
    expect(price({ billing_code: "0414" }, [capital("27.35")])).toMatchObject({
      payment: { text: "10.00" },
      capital: null,
      period: period("2020-01-01"),
      method: expect.stringMatching(/; no capital add-on for APG 414$/),
    });
    expect(price({ billing_code: "97110" }, [capital("27.35"), byGrouping])).toMatchObject({
      payment: { text: "10.00" },
    });
    expect(price({ billing_code: "97110" }, [capital("27.35"), byOwnWeight])).toMatchObject({
      payment: { text: "20.00" },
      method: expect.stringMatching(/; no capital add-on for APG 414$/),
    });
  });

  it("is paid for a procedure whose own weight comes without an APG", () => {
    const procedure = rowsOf(apgProcedures, {
      ...SINCE_2020,
      code: "97110",
      apg: null,
      pxBasedWeight: factor("0.2"),
      unitsLimit: null,
    });
    expect(price({ billing_code: "97110" }, [capital("27.35"), procedure])).toMatchObject({
      payment: { text: "47.35" },
    });
  });
});

describe("a flat fee", () => {
  const FEE = rowsOf(apgFees, apgFee({ code: "97110" }));
  const nowhere = clinic({ peerGroups: [], county: null });

  it("needs neither peer group nor region, and no capital is added to it", () => {
    for (const row of [nowhere, clinic({ county: "Kings" })]) {
      const fee = price({ billing_code: "97110", service_region: "Upstate" }, [FEE, capital("27.35")], row);
      expect(fee).toMatchObject({ kind: "flat fee", payment: { text: "25.50" } });
      expect(fee).not.toHaveProperty("capital");
    }
  });

  it("needs a rate code of clinics where one is sent, whatever the provider's groups", () => {
    const route = rowsOf(routing, { line: 2, kind: "dtc_rate_code", code: "1450", target: "ambsurg" });
    for (const rateCode of ["1407", "1408", "1450"]) {
      expect(price({ billing_code: "97110", rate_code: rateCode }, [FEE, route], nowhere)).toHaveProperty("payment");
    }
    expect(price({ billing_code: "97110", rate_code: "1400" }, [FEE], nowhere)).toEqual(
      new NoRate("Rate code 1400 is not a clinic or ambulatory surgery APG rate code; supported: 1407, 1408, 1422."),
    );
  });
});

it("fails by the weight before the rate code", () => {
  expect(price({ billing_code: "9", rate_code: "1400" }, [])).toEqual(
    new NoRate("No APG weight is published for APG 9."),
  );
});

it("a base rate that is not published for the region fails there", () => {
  expect(price({}, [], clinic({ county: "Erie" }))).toMatchObject({
    message: "No clinic APG base rate is published for clinic Upstate.",
  });
});
