import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { chooseRegion, clinicApg, regionsOf } from "../../../../src/states/ny/outpatient/apg.ts";
import type { Found } from "../../../../src/states/ny/outpatient/price.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import {
  apgFees,
  apgProcedures,
  apgWeights,
  dtcBaseRates,
  dtcCapital,
  type Provider,
  parameters,
} from "../../../../src/states/ny/tables.ts";
import { NOTATION, type Region } from "../../../../src/states/ny/values.ts";
import { dataOf, noRateOf, parameterRows, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import { apgFee, clinic, DAY, money, outpatientRequest, period } from "../rows.ts";

describe("a clinic APG", () => {
  const SINCE_2020 = { line: 2, period: period("2020-01-01") };
  const WEIGHTS = rowsOf(apgWeights, [
    { ...SINCE_2020, apg: 271, apgWeight: factor("1.5"), noCapitalAddon: false },
    { ...SINCE_2020, apg: 414, apgWeight: factor("0.1"), noCapitalAddon: true },
  ]);
  const BASE_RATES = rowsOf(dtcBaseRates, [
    { ...SINCE_2020, peerGroup: "clinic", region: "Downstate", baseRate: money("100.00") },
    { ...SINCE_2020, peerGroup: "ambsurg", region: "Downstate", baseRate: money("80.00") },
  ]);

  function capital(capitalAddon: string, dates = period("2025-01-01", "2025-12-31")) {
    return rowsOf(dtcCapital, [
      { line: 2, npi: "1100000001", peerGroup: "clinic", capitalAddon: money(capitalAddon), period: dates },
    ]);
  }

  type Tables = readonly TableRows[];

  function price(query: Record<string, string>, tables: Tables = [], provider = clinic({ county: "Kings" })) {
    const request = outpatientRequest({ billing_code: "271", ...query });
    const sheet = sheetOver(DAY, NOTATION, WEIGHTS, BASE_RATES, ...tables);
    const found: Found = {};
    const payment = clinicApg(request, provider, sheet, found).value.text;
    const { apg, flatFee } = found;
    return { payment, apg, flatFee, sheet, method: sheet.line, period: sheet.readings.period };
  }

  const failure = (...args: Parameters<typeof price>) => noRateOf(() => price(...args));

  describe("peer groups", () => {
    const both = clinic({ county: "Kings", peerGroups: ["ambsurg", "clinic"] });
    const surgery = clinic({ county: "Kings", peerGroups: ["ambsurg"] });
    const columnOf = (...args: Parameters<typeof price>) => price(...args).apg?.column;

    it("clinic comes before ambulatory surgery when no rate code is sent", () => {
      expect(columnOf({}, [], both)).toBe("apg_base_rate_dtc_clinic_downstate");
      expect(columnOf({}, [], surgery)).toBe("apg_base_rate_dtc_ambsurg_downstate");
      expect(columnOf({ rate_code: "1408" }, [], both)).toBe("apg_base_rate_dtc_ambsurg_downstate");
      expect(columnOf({ rate_code: "1422" }, [], both)).toBe("apg_base_rate_dtc_clinic_downstate");
    });

    it("fail by rate code, then by having none, then by not having the one of the rate code", () => {
      const none = clinic({ county: "Kings", peerGroups: [] });
      expect(failure({ rate_code: "1400" }, [], none)).toMatchObject({
        code: "not_for_request",
        message: "Rate code 1400 is not a clinic or ambulatory surgery APG rate code; supported: 1407, 1408, 1422.",
        remedy: [],
      });
      expect(failure({ rate_code: "1407" }, [], none)).toMatchObject({
        code: "no_provider_rate",
        message: "EXAMPLE has no APG peer group in the loaded data.",
      });
      expect(failure({ rate_code: "1407" }, [], surgery)).toMatchObject({
        code: "not_for_request",
        message: "EXAMPLE is not in APG peer group clinic (rate code 1407); its peer groups: ambsurg.",
        remedy: [{ parameter: "rate_code", value: "1408", why: "leads to ambsurg" }],
      });
      expect(failure({ rate_code: "1400" }, [], surgery).remedy.map(({ value }) => value)).toEqual(["1408"]);
    });

    it("that were not sent are said to be assumed, as the first rate code that leads there", () => {
      const assumed = (...args: Parameters<typeof price>) =>
        price(...args)
          .sheet.assumptions.filter(({ parameter }) => parameter === "rate_code")
          .map(({ value, reason }) => `${value}, ${reason}`);
      expect(assumed({}, [], both)).toEqual(["1407, not sent: clinic, which comes first"]);
      expect(assumed({}, [], surgery)).toEqual(["1408, not sent: ambulatory surgery, the provider's only peer group"]);
      expect(assumed({ rate_code: "1422" }, [], both)).toEqual([]);
      // Without a rate code that leads there, the group is named.
      const reroute = (code: string, line: number) =>
        ({ line, kind: "dtc_rate_code", code, target: "ambsurg" }) as const;
      const routes = rowsOf(routing, [reroute("1407", 2), reroute("1422", 3)]);
      expect(assumed({}, [routes], both)).toEqual(["clinic, not sent: clinic, which comes first"]);
    });
  });

  describe("the capital add-on", () => {
    const addOn = (amount: string, ...tables: Tables) => price({}, [capital(amount), ...tables]);

    it("is added and bounds the period", () => {
      expect(addOn("27.35")).toMatchObject({
        payment: "177.35",
        period: period("2025-01-01", "2025-12-31"),
        method:
          "apg_weight (1.5) x apg_base_rate_used (100.00, apg_base_rate_dtc_clinic_downstate) = $150.00; payment_operating (150.00) + payment_capital (27.35) = $177.35",
      });
    });

    it("is anomalous below 1.00 and above 150.00, not at either", () => {
      const anomalies = ["0.00", "0.99", "1.00", "150.00", "150.01"].map(
        (amount) => addOn(amount).apg?.capital?.isAnomaly,
      );
      expect(anomalies).toEqual([true, true, false, false, true]);
    });

    it("is anomalous outside the range of parameters.csv, which does not bound the period", () => {
      const range = parameterRows(parameters, { dtc_capital_expected_min: "10", dtc_capital_expected_max: "20.5" });
      const anomalies = ["9.99", "10.00", "20.50", "20.51"].map((amount) => addOn(amount, range));
      expect(anomalies.map(({ apg }) => apg?.capital?.isAnomaly)).toEqual([true, false, false, true]);
      expect(anomalies[0]).toMatchObject({ payment: "159.99", period: period("2025-01-01", "2025-12-31") });
    });

    it("has a record of what the range would make of it, which is never paid", () => {
      const range = (amount: string) =>
        addOn(amount)
          .sheet.steps.filter(({ section }) => section === "ny 4.4 step 6")
          .map(({ value, applied, decision }) => [value?.text, applied, decision?.outcome]);
      expect(range("0.99")).toEqual([
        ["1.00", false, true],
        ["0.99", false, false],
      ]);
      expect(range("150.01")).toEqual([
        ["150.01", false, false],
        ["150.00", false, true],
      ]);
    });

    it("of zero is published all the same", () => {
      expect(addOn("0.00")).toMatchObject({
        apg: { capital: { addOn: { value: { text: "0.00" } } } },
        payment: "150.00",
      });
    });

    it("is paid without the flag when the expected range has no value on the day", () => {
      for (const name of ["dtc_capital_expected_min", "dtc_capital_expected_max"]) {
        expect(addOn("27.35", parameterRows(parameters, { [name]: null }))).toMatchObject({
          apg: { capital: { isAnomaly: null } },
          payment: "177.35",
        });
      }
    });

    it("is that of the peer group and the day, else nothing is added", () => {
      const surgery = clinic({ county: "Kings", peerGroups: ["ambsurg"] });
      expect(price({}, [capital("27.35")], surgery)).toMatchObject({ apg: { capital: null }, payment: "120.00" });
      const ended = capital("27.35", period("2020-01-01", "2025-02-28"));
      expect(price({}, [ended])).toMatchObject({
        apg: { capital: null },
        payment: "150.00",
        period: period("2020-01-01"),
        method:
          "apg_weight (1.5) x apg_base_rate_used (100.00, apg_base_rate_dtc_clinic_downstate) = $150.00; no capital add-on is published",
      });
    });

    describe("of an APG that carries none", () => {
      const procedure = { ...SINCE_2020, code: "97110", apg: 414, unitsLimit: null };
      const byGrouping = rowsOf(apgProcedures, [{ ...procedure, pxBasedWeight: null }]);
      const byOwnWeight = rowsOf(apgProcedures, [{ ...procedure, pxBasedWeight: factor("0.2") }]);

      it("is not paid, however the code leads to it", () => {
        expect(price({ billing_code: "0414" }, [capital("27.35")])).toMatchObject({
          payment: "10.00",
          apg: { capital: null },
          period: period("2020-01-01"),
          method: expect.stringMatching(/; no capital add-on for APG 414$/),
        });
        expect(price({ billing_code: "97110" }, [capital("27.35"), byGrouping])).toMatchObject({ payment: "10.00" });
        expect(price({ billing_code: "97110" }, [capital("27.35"), byOwnWeight])).toMatchObject({
          payment: "20.00",
          method: expect.stringMatching(/; no capital add-on for APG 414$/),
        });
      });

      it("bounds no price of a procedure with its own weight, but is part of its record", () => {
        const excluding = {
          line: 7,
          apg: 415,
          apgWeight: factor("0.1"),
          noCapitalAddon: true,
          period: period("2025-02-01"),
        };
        const own = rowsOf(apgProcedures, [{ ...procedure, apg: 415, pxBasedWeight: factor("0.2") }]);
        const priced = price({ billing_code: "97110" }, [own, rowsOf(apgWeights, [excluding])]);
        expect(priced).toMatchObject({ payment: "20.00", period: period("2020-01-01") });
        const read = priced.sheet.readings.rowsOn(DAY).find(({ row }) => row === excluding);
        expect(read).toMatchObject({ used: true, whyNot: null });
      });
    });

    it("is paid for a procedure whose own weight comes without an APG, or with one that has no row", () => {
      const procedure = { ...SINCE_2020, code: "97110", pxBasedWeight: factor("0.2"), unitsLimit: null };
      for (const apg of [null, 999]) {
        const tables = [capital("27.35"), rowsOf(apgProcedures, [{ ...procedure, apg }])];
        expect(price({ billing_code: "97110" }, tables)).toMatchObject({ payment: "47.35" });
      }
    });
  });

  describe("a flat fee", () => {
    const FEE = rowsOf(apgFees, [apgFee({ code: "97110" })]);
    const nowhere = clinic({ peerGroups: [], county: null });

    it("needs neither peer group nor region, and no capital is added to it", () => {
      for (const row of [nowhere, clinic({ county: "Kings" })]) {
        const fee = price({ billing_code: "97110", service_region: "Upstate" }, [FEE, capital("27.35")], row);
        expect(fee).toMatchObject({ payment: "25.50", flatFee: { code: "97110" }, apg: undefined });
        expect(fee.sheet.assumptions).toEqual([]);
      }
    });

    it("needs a rate code of clinics where one is sent, whatever the provider's groups", () => {
      const route = rowsOf(routing, [{ line: 2, kind: "dtc_rate_code", code: "1450", target: "ambsurg" }]);
      for (const rateCode of ["1407", "1408", "1450"]) {
        const query = { billing_code: "97110", rate_code: rateCode };
        expect(price(query, [FEE, route], nowhere)).toMatchObject({ payment: "25.50" });
      }
      const refused = failure({ billing_code: "97110", rate_code: "1400" }, [FEE], nowhere);
      expect(refused.message).toBe(
        "Rate code 1400 is not a clinic or ambulatory surgery APG rate code; supported: 1407, 1408, 1422.",
      );
      expect(refused.remedy.map(({ value }) => value)).toEqual(["1407", "1408", "1422"]);
    });
  });

  it("fails by the weight before the rate code", () => {
    expect(failure({ billing_code: "9", rate_code: "1400" }).message).toBe("No APG weight is published for APG 9.");
  });

  it("a base rate that is not published for the region fails there", () => {
    expect(failure({}, [], clinic({ county: "Erie" }))).toMatchObject({
      code: "missing_information",
      message: "No clinic APG base rate is published for clinic Upstate.",
      searched: { table: dtcBaseRates, key: { peerGroup: "clinic", region: "Upstate" } },
    });
  });
});

describe("the region of a clinic", () => {
  const routes = rowsOf(routing, [
    { line: 2, kind: "county", code: "ORANGE", target: "Upstate" },
    { line: 3, kind: "county", code: "Bergen", target: "Downstate" },
  ]);
  const data = dataOf(routes);

  /** The region of a price, on a sheet of its own. */
  function choose(provider: Provider, sent: Region | null, sheet = sheetOver(DAY, NOTATION, routes)) {
    return chooseRegion(provider, "clinic", sent, sheet);
  }

  it("published regions come before the county, Downstate first", () => {
    expect(regionsOf(clinic({ serviceRegions: ["Upstate", "Downstate"], county: "Erie" }), data)).toEqual([
      "Downstate",
      "Upstate",
    ]);
    expect(regionsOf(clinic({ serviceRegions: ["Downstate"], county: "Erie" }), data)).toEqual(["Downstate"]);
  });

  it("the county is compared without case, accents and punctuation, and routing.csv replaces what ships", () => {
    const ofCounty = (county: string | null) => regionsOf(clinic({ county }), data);
    expect(ofCounty("St. Lawrence")).toEqual(["Upstate"]);
    expect(ofCounty("ST LAWRENCE")).toEqual(["Upstate"]);
    expect(ofCounty("new york")).toEqual(["Downstate"]);
    expect(ofCounty("Orange")).toEqual(["Upstate"]);
    expect(ofCounty("bergen")).toEqual(["Downstate"]);
    expect(ofCounty("Kings County")).toEqual([]);
    expect(ofCounty(null)).toEqual([]);
  });

  it("all 62 counties of the state are routed", () => {
    const downstate = "Bronx Dutchess Kings Nassau Orange Putnam Queens Richmond Rockland Suffolk Westchester".split(
      " ",
    );
    for (const county of downstate) expect(regionsOf(clinic({ county }), dataOf())).toEqual(["Downstate"]);
    expect(regionsOf(clinic({ county: "Sullivan" }), dataOf())).toEqual(["Upstate"]);
    expect(regionsOf(clinic({ county: "Ulster" }), dataOf())).toEqual(["Upstate"]);
  });

  it("a provider in one region is priced there, and a region sent in vain is remembered", () => {
    const upstate = clinic({ county: "Erie" });
    expect(choose(upstate, null)).toEqual({ region: "Upstate", ignored: null });
    expect(choose(upstate, "Upstate")).toEqual({ region: "Upstate", ignored: null });
    expect(choose(upstate, "Downstate")).toEqual({ region: "Upstate", ignored: "Downstate" });
  });

  it("a provider in both regions is priced in the region sent, else Downstate", () => {
    const both = clinic({ serviceRegions: ["Upstate", "Downstate"] });
    expect(choose(both, null)).toEqual({ region: "Downstate", ignored: null });
    expect(choose(both, "Upstate")).toEqual({ region: "Upstate", ignored: null });
  });

  it("a provider in no known region is priced in the region sent, else not at all", () => {
    expect(choose(clinic(), "Downstate")).toEqual({ region: "Downstate", ignored: null });
    expect(noRateOf(() => choose(clinic(), null))).toMatchObject({
      code: "missing_information",
      message: "The APG region of EXAMPLE is not known; send service_region.",
      remedy: [],
    });
  });

  it("the regions that have a base rate on the day would help where none is known", () => {
    const baseRate = { line: 2, peerGroup: "clinic", baseRate: money("100.00") } as const;
    const published = rowsOf(dtcBaseRates, [
      { ...baseRate, region: "Downstate", period: period("2025-03-02") },
      { ...baseRate, region: "Upstate", period: period("2025-03-01") },
    ]);
    const { remedy } = noRateOf(() => choose(clinic(), null, sheetOver(DAY, NOTATION, published)));
    expect(remedy).toEqual([{ parameter: "service_region", value: "Upstate", why: "has a base rate on the day" }]);
  });

  it("a region that was not sent is said to be assumed, one that was sent is not", () => {
    const assumed = (provider: Provider, sent: Region | null) => {
      const sheet = sheetOver(DAY, NOTATION, routes);
      choose(provider, sent, sheet);
      return sheet.assumptions.map(({ parameter, value, reason }) => `${parameter} ${value}, ${reason}`);
    };
    const both = clinic({ serviceRegions: ["Upstate", "Downstate"] });
    expect(assumed(both, null)).toEqual(["service_region Downstate, not sent: the provider is in both regions"]);
    expect(assumed(both, "Upstate")).toEqual([]);
    expect(assumed(clinic({ county: "Erie" }), null)).toEqual([
      "service_region Upstate, not sent: the provider's only region",
    ]);
    expect(assumed(clinic({ county: "Erie" }), "Downstate")).toEqual([]);
    expect(assumed(clinic(), "Downstate")).toEqual([]);
  });

  it("a row of routing.csv that gave the region is part of the record, a route that ships has none", () => {
    const followed = (county: string) => {
      const sheet = sheetOver(DAY, NOTATION, routes);
      choose(clinic({ county }), null, sheet);
      return sheet.readings.rowsOn(DAY).map(({ table, row, used }) => [table.name, row.line, used]);
    };
    expect(followed("bergen")).toEqual([["routing", 3, true]]);
    expect(followed("Erie")).toEqual([]);
  });
});
