import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { flatFeeOf, flatFeePayment, hospitalApg, weightOf } from "../../../../src/states/ny/outpatient/apg.ts";
import type { Found } from "../../../../src/states/ny/outpatient/price.ts";
import { outpatientCode } from "../../../../src/states/ny/outpatient/request.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import {
  type ApgFeeRow,
  apgFees,
  apgProcedures,
  apgWeights,
  hospitalApgRates,
} from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import { apgFee, DAY, money, outpatientRequest, period, provider } from "../rows.ts";

describe("the weight of a code", () => {
  const apg = { line: 2, apg: 271, apgWeight: factor("0.7658"), noCapitalAddon: false, period: period("2025-01-01") };
  const procedure = { line: 2, code: "97530", unitsLimit: factor("4"), period: period("2024-01-01", "2025-06-30") };
  const grouped = { ...procedure, apg: 271, pxBasedWeight: null };
  const TABLES = [rowsOf(apgWeights, [apg]), rowsOf(apgProcedures, [grouped])];

  const codeOf = (sent: string) => outpatientCode({ sent, code: sent.toUpperCase() });

  /** The weight of a code, and the period of the rows that it comes from. */
  function weigh(code: string, tables: readonly TableRows[] = TABLES) {
    const sheet = sheetOver(DAY, NOTATION, ...tables);
    return { ...weightOf(codeOf(code), sheet), period: sheet.readings.period };
  }

  it("one to four digits are an APG number, whatever their leading zeros", () => {
    expect(["1", "0457", "457", "0000", "00457", "27100X", "A123", ""].map((code) => codeOf(code).apg)).toEqual([
      ...[1, 457, 457, 0],
      ...[null, null, null, null],
    ]);
  });

  it("an APG is paid by its own weight", () => {
    expect(weigh("0271")).toMatchObject({
      weight: { name: "apg_weight", value: { text: "0.7658" } },
      apgRow: apg,
      apg: 271,
      unitsLimit: null,
      period: period("2025-01-01"),
    });
    expect(noRateOf(() => weigh("272"))).toMatchObject({
      code: "code_not_listed",
      message: "No APG weight is published for APG 272.",
      searched: { table: apgWeights, key: { apg: 272 } },
    });
  });

  it("a procedure is paid by the weight of the APG it groups to, while both rows hold", () => {
    expect(weigh("97530")).toMatchObject({
      weight: { name: "apg_weight", value: { text: "0.7658" } },
      apgRow: apg,
      unitsLimit: { text: "4" },
      period: period("2025-01-01", "2025-06-30"),
    });
  });

  it("a procedure with its own weight is paid by it alone", () => {
    const own = { ...procedure, apg: 999, pxBasedWeight: factor("0.1375") };
    expect(weigh("97530", [rowsOf(apgProcedures, [own])])).toMatchObject({
      weight: { name: "px_based_weight", value: { text: "0.1375" } },
      apgRow: null,
      apg: 999,
      period: own.period,
    });
  });

  it("a procedure whose APG has no weight on the day fails by the APG", () => {
    const ended = { ...apg, period: period("2020-01-01", "2025-02-28") };
    const tables = [rowsOf(apgWeights, [ended]), rowsOf(apgProcedures, [grouped])];
    expect(noRateOf(() => weigh("97530", tables))).toMatchObject({
      code: "not_in_force",
      message:
        "No APG weight for APG 271 is in force on 2025-03-01; the nearest published period is 2020-01-01 to 2025-02-28.",
      remedy: [{ parameter: "date_of_service", value: "2025-02-28" }],
    });
  });

  it("a procedure outside its periods is as unknown as one that no table has, but a day of its period would help", () => {
    const message =
      "HCPCS code 97530 has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.";
    expect(noRateOf(() => weigh("97530", []))).toMatchObject({ code: "code_not_listed", message, remedy: [] });
    const later = { ...grouped, period: period("2025-03-02") };
    expect(noRateOf(() => weigh("97530", [rowsOf(apgWeights, [apg]), rowsOf(apgProcedures, [later])]))).toMatchObject({
      code: "not_in_force",
      message,
      remedy: [{ parameter: "date_of_service", value: "2025-03-02" }],
    });
  });
});

describe("a flat APG fee", () => {
  /** The flat fee of a code and what is said of it; null where there is none. */
  function feeOf(sent: string, ...rows: readonly ApgFeeRow[]) {
    const sheet = sheetOver(DAY, NOTATION, rowsOf(apgFees, rows));
    const row = flatFeeOf(outpatientCode({ sent, code: sent.toUpperCase() }), sheet);
    if (row === null) return null;
    const found: Found = {};
    const payment = flatFeePayment(row, sheet, found).value.text;
    return { payment, method: sheet.line, period: sheet.readings.period, found, steps: sheet.steps };
  }

  it("a fee in cents is printed with two decimals, both in the method and as the rate", () => {
    const row = apgFee();
    expect(feeOf("90656", row)).toMatchObject({
      payment: "25.50",
      method: "APG fee schedule amount (25.50) for 90656 = $25.50",
      period: row.period,
      found: { flatFee: row },
    });
    expect(feeOf("90656", apgFee({ amount: factor("0") }))).toMatchObject({ payment: "0.00" });
  });

  it("a fee of more decimals is printed digit for digit, its code in capitals", () => {
    expect(feeOf("j0696", apgFee({ code: "J0696", amount: factor("0.617500") }))).toMatchObject({
      payment: "0.617500",
      method: "APG fee schedule amount (0.617500) for J0696 = $0.617500",
    });
  });

  it("the record has the digits of the cell, and nothing rounds them", () => {
    const row = apgFee();
    expect(feeOf("90656", row)?.steps).toMatchObject([
      {
        section: "ny 4.2 step 1",
        formula: { source: { value: { text: "25.5" }, unit: "dollars", from: { row, column: "amount" } } },
        value: { text: "25.50" },
        decimals: null,
        unit: "dollars",
      },
    ]);
  });

  it("only the fee in force on the day is one", () => {
    const ended = apgFee({ amount: factor("1"), period: period("2024-01-01", "2025-02-28") });
    const current = apgFee({ amount: factor("2"), period: period("2025-03-01", "2025-03-01") });
    const later = apgFee({ amount: factor("3"), period: period("2025-03-02") });
    expect(feeOf("90656", ended, current, later)).toMatchObject({ payment: "2.00" });
    expect(feeOf("90656", ended, later)).toBeNull();
    expect(feeOf("90657", current)).toBeNull();
  });

  it("an APG number has none", () => {
    expect(feeOf("0271", apgFee({ code: "0271" }))).toBeNull();
  });
});

describe("a hospital APG", () => {
  const weight = { line: 2, apg: 271, apgWeight: factor("0.5"), noCapitalAddon: true, period: period("2020-01-01") };
  const rates = {
    line: 2,
    opcert: "7000101",
    apgBaseRateOpdVisit: money("100.01"),
    apgBaseRateEd: money("0.00"),
    apgBaseRateOpdEpisode: null,
    period: period("2025-01-01", "2025-12-31"),
  };
  const route = { line: 2, kind: "hospital_rate_code", code: "1450", target: "apg_base_rate_ed" } as const;
  const TABLES = [
    rowsOf(apgWeights, [weight]),
    rowsOf(apgFees, [apgFee()]),
    rowsOf(hospitalApgRates, [rates]),
    rowsOf(routing, [route]),
  ];

  function price(query: Record<string, string> = {}, hospital = provider()) {
    const request = outpatientRequest({ billing_code: "271", ...query });
    const sheet = sheetOver(request.dateOfService, NOTATION, ...TABLES);
    const found: Found = {};
    const payment = hospitalApg(request, hospital, sheet, found).value.text;
    return { payment, found, sheet, method: sheet.line, period: sheet.readings.period };
  }

  const failure = (...args: Parameters<typeof price>) => noRateOf(() => price(...args));

  it("rounds half-up, spans the rows used and never adds capital", () => {
    // 0.5 x 100.01 = 50.005
    expect(price()).toMatchObject({
      payment: "50.01",
      found: { apg: { capital: null, region: null, operating: { value: { text: "50.01" } } } },
      period: period("2025-01-01", "2025-12-31"),
      method: "apg_weight (0.5) x apg_base_rate_used (100.01, apg_base_rate_opd_visit) = $50.01",
    });
  });

  it("a base rate of zero is a rate, an empty one is not", () => {
    expect(price({ rate_code: "1402" })).toMatchObject({ payment: "0.00" });
    expect(failure({ rate_code: "1432" })).toMatchObject({
      code: "no_provider_rate",
      message: "No apg_base_rate_opd_episode is published for operating certificate 7000101H.",
      searched: { table: hospitalApgRates },
    });
  });

  it("knows the rate codes of routing.csv beside those that ship", () => {
    expect(price({ rate_code: "1450" })).toMatchObject({ found: { apg: { column: "apg_base_rate_ed" } } });
    expect(failure({ rate_code: "1408" })).toMatchObject({
      code: "not_for_request",
      message: "Rate code 1408 is not a hospital APG rate code; supported: 1400, 1402, 1432, 1450.",
      searched: { table: routing, key: { kind: "hospital_rate_code" } },
    });
  });

  it("fails in the order weight, rate code, certificate, rate", () => {
    const uncertified = provider({ opcert: null });
    expect(failure({ billing_code: "9", rate_code: "1408" }, uncertified)).toMatchObject({
      message: "No APG weight is published for APG 9.",
    });
    expect(failure({ rate_code: "1408" }, uncertified)).toMatchObject({
      message: expect.stringContaining("Rate code 1408"),
    });
    expect(failure({}, uncertified)).toMatchObject({
      code: "no_provider_rate",
      message: "EXAMPLE has no operating certificate number, so its hospital rates cannot be found.",
    });
    expect(failure({}, provider({ opcert: "7000102A" }))).toMatchObject({
      code: "no_provider_rate",
      message: "No hospital APG base rate is published for operating certificate 7000102A.",
    });
    expect(failure({ date_of_service: "2026-01-01" })).toMatchObject({
      code: "not_in_force",
      message:
        "No hospital APG base rate for operating certificate 7000101H is in force on 2026-01-01; the nearest published period is 2025-01-01 to 2025-12-31.",
    });
  });

  it("a flat fee needs no certificate, but a rate code of hospitals where one is sent", () => {
    const uncertified = provider({ opcert: null });
    const fee = { payment: "25.50", found: { flatFee: apgFee() } };
    expect(price({ billing_code: "90656" }, uncertified)).toMatchObject(fee);
    expect(price({ billing_code: "90656", rate_code: "1432" }, uncertified)).toMatchObject(fee);
    expect(price({ billing_code: "90656", rate_code: "1450" })).toMatchObject(fee);
    expect(failure({ billing_code: "90656", rate_code: "1408" })).toMatchObject({
      message: "Rate code 1408 is not a hospital APG rate code; supported: 1400, 1402, 1432, 1450.",
    });
  });

  describe("a remedy names the rate codes that would give a price", () => {
    const remedies = (...args: Parameters<typeof price>) => failure(...args).remedy.map(({ value }) => value);

    it("by what the hospital has on the day", () => {
      expect(failure({ rate_code: "1432" }).remedy).toEqual([
        { parameter: "rate_code", value: "1400", why: "leads to apg_base_rate_opd_visit" },
        { parameter: "rate_code", value: "1402", why: "leads to apg_base_rate_ed" },
        { parameter: "rate_code", value: "1450", why: "leads to apg_base_rate_ed" },
      ]);
      expect(remedies({ rate_code: "1408" })).toEqual(["1400", "1402", "1450"]);
      expect(remedies({ rate_code: "1408", date_of_service: "2026-01-01" })).toEqual([]);
      expect(remedies({ rate_code: "1408" }, provider({ opcert: null }))).toEqual([]);
    });

    it("whatever the hospital has, where the code has a flat fee", () => {
      const query = { billing_code: "90656", rate_code: "1408" };
      expect(remedies(query, provider({ opcert: null }))).toEqual(["1400", "1402", "1432", "1450"]);
    });
  });

  it("assumes an OPD visit when no rate code is sent, and only where it is needed", () => {
    expect(price().sheet.assumptions).toEqual([
      { parameter: "rate_code", value: "1400", reason: "not sent: an OPD visit" },
    ]);
    expect(price({ rate_code: "1402" }).sheet.assumptions).toEqual([]);
    expect(price({ billing_code: "90656" }).sheet.assumptions).toEqual([]);
  });
});
