import { describe, expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { requestReader } from "../../../../src/pricing/request/read.ts";
import { checkedStay, perDiemRateOf, psychiatricRateOf, weightsOf } from "../../../../src/states/ny/inpatient/price.ts";
import {
  ageGroupOf,
  inpatientCode,
  inpatientParameters,
  payerClassOf,
} from "../../../../src/states/ny/inpatient/request.ts";
import { resolveServiceType, routedByRateCode } from "../../../../src/states/ny/inpatient/service-type.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import {
  acuteRates,
  drgWeights,
  type PsychiatricRate,
  perDiemRates,
  psychiatricRates,
} from "../../../../src/states/ny/tables.ts";
import { NOTATION, type ServiceType } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import {
  acuteRate,
  DAY,
  drgWeight,
  inpatientRequest,
  money,
  perDiemRate,
  period,
  provider,
  psychiatricRate,
} from "../rows.ts";

const reader = requestReader(inpatientParameters);

/** The faults of a request as `field: code`. */
function faults(query: Record<string, string>): string[] {
  const read = reader.fromQuery({ npi: "1100000001", ...query }, { today: DAY });
  return read.ok ? [] : read.faults.map(({ field, code }) => `${field}: ${code}`);
}

it("an APR-DRG has one to four digits of the value 1 to 999 and a severity of 1 to 4", () => {
  expect(inpatientCode("139-2").aprDrg).toEqual({ drg: "139", soi: 2 });
  expect(inpatientCode("1").aprDrg).toEqual({ drg: "001", soi: null });
  expect(inpatientCode("7").aprDrg).toEqual({ drg: "007", soi: null });
  expect(inpatientCode("0999-4").aprDrg).toEqual({ drg: "999", soi: 4 });
  const others = ["0", "000-1", "1000", "01390", "139-0", "139-5", "139-", "139 2", "DRG139", "139-2x"];
  for (const code of others) expect(inpatientCode(code)).toEqual({ sent: code, aprDrg: null });
});

it("a code is kept as it was sent, up to twenty characters", () => {
  const code = (billingCode: string) => {
    const read = reader.fromQuery({ npi: "1100000001", billing_code: billingCode }, { today: DAY });
    return read.ok ? read.request.billingCode?.sent : read.faults[0]?.code;
  };
  expect(code(" abc-x ")).toBe("abc-x");
  expect(code("x".repeat(20))).toBe("x".repeat(20));
  expect(code("x".repeat(21))).toBe("invalid_parameter");
});

it("identifiers and rate codes have their forms", () => {
  expect(faults({ opcert: "7000101h" })).toEqual([]);
  expect(faults({ opcert: "7000101HH", state_provider_id: "123", rate_code: "294" })).toEqual([
    "state_provider_id: invalid_parameter",
    "opcert: invalid_parameter",
    "rate_code: invalid_parameter",
  ]);
});

it("what the service type requires or forbids is no fault of the request", () => {
  expect(faults({ service_type: "psychiatric" })).toEqual([]);
  expect(faults({ rate_code: "2960" })).toEqual([]);
  expect(faults({ rate_code: "2852", billing_code: "750" })).toEqual([]);
  expect(faults({ service_type: "acute", billing_code: "139", length_of_stay: "0", alc_days: "1" })).toEqual([]);
});

it("malformed parameters are, whatever the service type", () => {
  const query = { service_type: "surgery", billing_code: "x".repeat(21), length_of_stay: "-1", alc_days: "36501" };
  expect(faults(query)).toEqual([
    "billing_code: invalid_parameter",
    "service_type: invalid_parameter",
    "length_of_stay: invalid_parameter",
    "alc_days: invalid_parameter",
  ]);
});

it("what is absent has the values of the contract", () => {
  const read = reader.fromQuery({ npi: "1100000001" }, { today: DAY });
  if (!read.ok) throw new Error("The request has faults");
  expect(read.request).toMatchObject({ alcDays: 0, ectTreatments: 0, lengthOfStay: null });
  expect([payerClassOf(read.request), ageGroupOf(read.request)]).toEqual(["FFS", "ADULT"]);
  expect(inpatientParameters.payerClass.schema.default).toBe("FFS");
  expect(inpatientParameters.ageGroup.schema.default).toBe("ADULT");
});

describe("checks", () => {
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
    expect(remedy({ alc_days: "2", length_of_stay: "1" }, "cah")).toMatchObject([
      { parameter: "alc_days", value: "1" },
    ]);
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
});

describe("service type", () => {
  const ACUTE = rowsOf(acuteRates, [acuteRate()]);
  const PSYCHIATRIC = rowsOf(psychiatricRates, [psychiatricRate({ ageGroup: "CHILD" })]);
  const REHABILITATION = rowsOf(perDiemRates, [perDiemRate()]);

  /** Rates of another hospital, so that every kind of rate is loaded. */
  const OF_ANOTHER = [
    rowsOf(acuteRates, [acuteRate({ opcert: "7009999" })]),
    rowsOf(psychiatricRates, [psychiatricRate({ opcert: "7009999" })]),
  ];

  function workOut(query: Record<string, string>, tables: readonly TableRows[], hospital = provider()) {
    const sheet = sheetOver((query.discharge_date ?? DAY) as Day, NOTATION, ...tables);
    const request = inpatientRequest(query);
    return { sheet, resolve: () => resolveServiceType(request, hospital, routedByRateCode(request, sheet), sheet) };
  }

  function resolve(query: Record<string, string>, tables: readonly TableRows[], hospital = provider()) {
    return workOut(query, [...tables, ...OF_ANOTHER], hospital).resolve();
  }

  describe("the first rule that applies", () => {
    it("1: the service type sent", () => {
      const query = { service_type: "CAH", rate_code: "2946", billing_code: "750-1" };
      expect(resolve(query, [PSYCHIATRIC])).toEqual({ type: "cah", source: "explicit" });
    });

    it("2: a routed rate code, even against a psychiatric DRG", () => {
      expect(resolve({ rate_code: "2946", billing_code: "750-1" }, [PSYCHIATRIC])).toEqual({
        type: "acute",
        source: "inferred_from_rate_code",
      });
    });

    it("2a: a rate code that is not routed", () => {
      const route = rowsOf(routing, [{ line: 2, kind: "inpatient_rate_code", code: "2957", target: "chem_dep_rehab" }]);
      expect(noRateOf(() => resolve({ rate_code: "9999" }, [REHABILITATION, route]))).toMatchObject({
        code: "not_for_request",
        message:
          "Rate code 9999 does not name a service type that can be priced; supported: 2852, 2853, 2946, 2957, 2960, 2999, 4607, 4608. Send service_type instead.",
        remedy: [{ parameter: "service_type", value: "med_rehab" }],
      });
    });

    it("3: a routed DRG at a hospital with such a unit, whatever its age group", () => {
      const inferred = { type: "psychiatric", source: "inferred_from_drg" };
      expect(resolve({ billing_code: "750-1" }, [ACUTE, PSYCHIATRIC])).toEqual(inferred);
      expect(resolve({ billing_code: "0760" }, [ACUTE, PSYCHIATRIC])).toEqual(inferred);
      expect(resolve({ billing_code: "761-1" }, [ACUTE, PSYCHIATRIC])).toMatchObject({ type: "acute" });
      expect(resolve({ billing_code: "750-1" }, [ACUTE])).toEqual({ type: "acute", source: "default_acute" });
    });

    it("4: the only certification, unless it is acute", () => {
      expect(resolve({ billing_code: "750-1" }, [REHABILITATION])).toEqual({
        type: "med_rehab",
        source: "sole_provider_certification",
      });
      expect(resolve({ billing_code: "139" }, [PSYCHIATRIC])).toMatchObject({ type: "psychiatric" });
      expect(resolve({}, [ACUTE])).toEqual({ type: "acute", source: "default_acute" });
    });

    it("3 and 4 where rates are not loaded: a type that cannot be told is not taken for another", () => {
      const inPart = (query: Record<string, string>, ...tables: TableRows[]) => workOut(query, tables).resolve();
      expect(inPart({ billing_code: "750-1" }, ACUTE)).toEqual({ type: "psychiatric", source: "inferred_from_drg" });
      expect(inPart({ billing_code: "139-2" }, REHABILITATION)).toEqual({ type: "acute", source: "default_acute" });
      expect(inPart({ billing_code: "139-2" }, PSYCHIATRIC)).toEqual({ type: "acute", source: "default_acute" });
    });

    it("never says that the hospital has a rate where no rates of the type are loaded", () => {
      const reasonOf = (...tables: TableRows[]) => {
        const { sheet, resolve: work } = workOut({ billing_code: "750-1" }, tables);
        work();
        return sheet.assumptions.map(({ reason }) => reason);
      };
      expect(reasonOf(ACUTE)).toEqual(["not sent: the one of the APR-DRG; no rates of this service type are loaded"]);
      expect(reasonOf(ACUTE, PSYCHIATRIC)).toEqual([
        "not sent: the one of the APR-DRG, which the hospital has a rate for",
      ]);
    });

    it("5: acute, with several certifications or none", () => {
      expect(resolve({}, [PSYCHIATRIC, REHABILITATION])).toMatchObject({ source: "default_acute" });
      expect(resolve({}, [])).toMatchObject({ source: "default_acute" });
      expect(resolve({}, [REHABILITATION], provider({ opcert: null }))).toMatchObject({ source: "default_acute" });
    });
  });

  it("a certification is a rate of the payer class in force on the day", () => {
    expect(resolve({ payer_class: "MMC" }, [REHABILITATION])).toMatchObject({ source: "default_acute" });
    const ended = rowsOf(perDiemRates, [perDiemRate({ period: period("2020-01-01", "2025-02-28") })]);
    expect(resolve({}, [ended])).toMatchObject({ source: "default_acute" });
    expect(resolve({ discharge_date: "2025-02-28" }, [ended])).toMatchObject({ type: "med_rehab" });
  });

  describe("the record of a choice", () => {
    it("has the rates of other service types, which say why they lost", () => {
      const { sheet, resolve: choose } = workOut({ billing_code: "750-1" }, [ACUTE, PSYCHIATRIC, REHABILITATION]);
      choose();
      expect(sheet.readings.rowsOn(DAY).map(({ table, whyNot }) => [table.name, whyNot])).toEqual([
        ["inpatient_acute_rates", "another service type, acute"],
        ["inpatient_psych_rates", "not needed for this result"], // until its rate is looked up
        ["inpatient_per_diem_rates", "another service type, med_rehab"],
      ]);
    });

    it("has the route of the release that was followed, and what was assumed", () => {
      const row = { line: 2, kind: "inpatient_rate_code", code: "2957", target: "chem_dep_rehab" } as const;
      const { sheet, resolve: choose } = workOut({ rate_code: "2957" }, [rowsOf(routing, [row])]);
      expect(choose()).toEqual({ type: "chem_dep_rehab", source: "inferred_from_rate_code" });
      expect(sheet.readings.rowsOn(DAY)).toMatchObject([{ table: routing, row, used: true }]);
      expect(sheet.assumptions).toEqual([
        { parameter: "service_type", value: "chem_dep_rehab", reason: "not sent: the one that the rate code names" },
      ]);
    });

    it("assumes nothing where the service type was sent", () => {
      const { sheet, resolve: choose } = workOut({ service_type: "cah" }, []);
      choose();
      expect(sheet.assumptions).toEqual([]);
    });
  });
});
