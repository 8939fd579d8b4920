import { describe, expect, it } from "vitest";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import {
  checkedStay,
  perDiemRateOf,
  psychiatricRateOf,
  weightsOf,
} from "../../../../src/states/ny/inpatient/checks.ts";
import { drgWeights, type PsychiatricRate, perDiemRates, psychiatricRates } from "../../../../src/states/ny/tables.ts";
import { NOTATION, type ServiceType } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver } from "../../../support/sheet.ts";
import { DAY, drgWeight, inpatientRequest, money, perDiemRate, period, provider, psychiatricRate } from "../rows.ts";

describe("what is refused before any rate is looked up, in this order", () => {
  const check = (query: Record<string, string>, type: ServiceType, hospital = provider()) =>
    checkedStay(inpatientRequest(query), hospital, type, sheetOver(DAY, NOTATION));

  /** Why a stay is refused; null when it is not. */
  const refusal = (...asked: Parameters<typeof check>) => {
    try {
      check(...asked);
      return null;
    } catch (reason) {
      if (reason instanceof NoRate) return reason.message;
      throw reason;
    }
  };

  it("a hospital without a certificate", () => {
    expect(refusal({}, "acute", provider({ opcert: null }))).toBe(
      "EXAMPLE has no operating certificate number, so its hospital rates cannot be found.",
    );
  });

  it("acute and psychiatric stays without an APR-DRG", () => {
    expect(refusal({}, "psychiatric")).toBe(
      "billing_code is required for service_type psychiatric; send an APR-DRG code as <drg> or <drg>-<soi>.",
    );
    expect(refusal({ billing_code: "139-5" }, "acute")).toBe(
      "billing_code 139-5 is not an APR-DRG code of the form <drg> or <drg>-<soi> with a severity of 1 to 4.",
    );
    expect(refusal({ billing_code: "abc" }, "psychiatric")).toContain("billing_code abc is not an APR-DRG code");
    expect(refusal({ billing_code: "139-4" }, "acute")).toBeNull();
    expect(refusal({ billing_code: "139-5" }, "cah")).toBeNull();
  });

  it("dual diagnosis with ALC days", () => {
    expect(refusal({ alc_days: "1" }, "dual_diag_child")).toBe(
      "alc_days is not supported for dual_diag_child: no ALC per diem exists for dual diagnosis psychiatric services.",
    );
    expect(refusal({ alc_days: "0" }, "dual_diag_adult")).toBeNull();
    expect(refusal({ alc_days: "1" }, "med_rehab")).toBeNull();
  });

  it("more ALC days than days of stay, both sent", () => {
    const message = "alc_days (6) cannot be more than length_of_stay (5).";
    for (const type of ["acute", "psychiatric", "cah"] as const) {
      expect(refusal({ billing_code: "139", length_of_stay: "5", alc_days: "6" }, type)).toBe(message);
      expect(refusal({ billing_code: "139", length_of_stay: "5", alc_days: "5" }, type)).toBeNull();
      expect(refusal({ billing_code: "139", alc_days: "6" }, type)).toBeNull();
    }
    expect(refusal({ length_of_stay: "0", alc_days: "1" }, "med_rehab")).toBe(
      "alc_days (1) cannot be more than length_of_stay (0).",
    );
  });

  it("of several faults the first: certificate, code, its shape, ALC days", () => {
    const query = { length_of_stay: "1", alc_days: "2" };
    expect(refusal({ billing_code: "x", ...query }, "acute", provider({ opcert: null }))).toContain("certificate");
    expect(refusal(query, "acute")).toContain("billing_code is required");
    expect(refusal({ billing_code: "x", ...query }, "acute")).toContain("billing_code x is not");
    expect(refusal(query, "dual_diag_adult")).toContain("alc_days is not supported");
  });
});

it("too many ALC days are remedied by fewer", () => {
  const remedy = (query: Record<string, string>, type: ServiceType) =>
    noRateOf(() => checkedStay(inpatientRequest(query), provider(), type, sheetOver(DAY, NOTATION))).remedy;
  expect(remedy({ alc_days: "2" }, "dual_diag_adult")).toMatchObject([{ parameter: "alc_days", value: "0" }]);
  expect(remedy({ alc_days: "2", length_of_stay: "1" }, "cah")).toMatchObject([{ parameter: "alc_days", value: "1" }]);
});

describe("the weights of an APR-DRG", () => {
  const rows = [
    drgWeight({ soi: 3 }),
    drgWeight({ soi: 1 }),
    drgWeight({ soi: 2, period: period("2020-01-01", "2024-12-31") }),
    drgWeight({ soi: 1, serviceType: "psychiatric", drg: "750", period: period("2026-01-01") }),
    drgWeight({ soi: 2, serviceType: "psychiatric", drg: "750", period: period("2025-03-05", "2025-12-31") }),
  ];
  const weigh = (drg: string, soi: number | null, type: "acute" | "psychiatric" = "acute") =>
    weightsOf({ drg, soi }, type, sheetOver(DAY, NOTATION, rowsOf(drgWeights, rows)));
  const severities = (...asked: Parameters<typeof weigh>) => weigh(...asked).map((row) => row.soi);
  const failure = (...asked: Parameters<typeof weigh>) => noRateOf(() => weigh(...asked)).message;

  it("are those of the severity asked for, or of all in force, ascending", () => {
    expect(severities("139", 3)).toEqual([3]);
    expect(severities("139", null)).toEqual([1, 3]);
  });

  it("fail by the severity asked for, or by the nearest period over all", () => {
    expect(failure("139", 2)).toBe(
      "No acute service intensity weight for APR-DRG 139-2 is in force on 2025-03-01; the nearest published period is 2020-01-01 to 2024-12-31.",
    );
    expect(failure("139", 4)).toBe("No acute service intensity weight is published for APR-DRG 139-4.");
    expect(failure("750", null, "psychiatric")).toBe(
      "No psychiatric service intensity weight for APR-DRG 750 is in force on 2025-03-01; the nearest published period is 2025-03-05 to 2025-12-31.",
    );
    expect(failure("750", null)).toBe("No acute service intensity weight is published for APR-DRG 750.");
  });
});

describe("the psychiatric rate", () => {
  const both = psychiatricRate();
  const child = psychiatricRate({ ageGroup: "CHILD", basePerDiem: money("200.00") });
  const rate = (rows: readonly PsychiatricRate[], query: Record<string, string> = {}) =>
    psychiatricRateOf("7000101H", inpatientRequest(query), sheetOver(DAY, NOTATION, rowsOf(psychiatricRates, rows)));
  const failure = (rows: readonly PsychiatricRate[]) => noRateOf(() => rate(rows)).message;

  it("of the age group comes before the one for both", () => {
    expect(rate([both, child], { age_group: "CHILD" })).toBe(child);
    expect(rate([both, child])).toBe(both);
    const ended = { ...child, period: period("2020-01-01", "2025-02-28") };
    expect(rate([both, ended], { age_group: "CHILD" })).toBe(both);
  });

  it("fails by age group, whose rows and those for both tell the nearest period", () => {
    expect(failure([child])).toBe(
      "No psychiatric inpatient rate is published for operating certificate 7000101H, payer class FFS, age group ADULT.",
    );
    const earlier = { ...both, period: period("2010-01-01", "2019-12-31") };
    expect(failure([earlier, child])).toBe(
      "No psychiatric inpatient rate for operating certificate 7000101H, payer class FFS, age group ADULT is in force on 2025-03-01; the nearest published period is 2010-01-01 to 2019-12-31.",
    );
  });
});

describe("the rows that a rate is chosen among", () => {
  const ofPsychiatry = [
    psychiatricRate({ line: 2 }),
    psychiatricRate({ line: 3, ageGroup: "ADULT" }),
    psychiatricRate({ line: 4, ageGroup: "CHILD" }),
    psychiatricRate({ line: 5, ageGroup: "CHILD", period: period("2020-01-01", "2024-12-31") }),
  ];
  const ofPerDiems = [perDiemRate({ line: 2, serviceType: "cah" }), perDiemRate({ line: 3 })];

  it("say why they lost", () => {
    const sheet = sheetOver(DAY, NOTATION, rowsOf(psychiatricRates, ofPsychiatry), rowsOf(perDiemRates, ofPerDiems));
    psychiatricRateOf("7000101H", inpatientRequest({ age_group: "CHILD" }), sheet);
    perDiemRateOf("7000101H", "med_rehab", inpatientRequest(), sheet);
    expect(sheet.readings.rowsOn(DAY).map(({ table, row, whyNot }) => [table.name, row.line, whyNot])).toEqual([
      ["inpatient_psych_rates", 2, "for both age groups, and CHILD has a rate of its own"],
      ["inpatient_psych_rates", 3, "another age group, ADULT"],
      ["inpatient_psych_rates", 4, null],
      ["inpatient_psych_rates", 5, "another period"],
      ["inpatient_per_diem_rates", 2, "another service type, cah"],
      ["inpatient_per_diem_rates", 3, null],
    ]);
  });
});
