import { describe, expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { resolveServiceType, routedByRateCode } from "../../../../src/states/ny/inpatient/service-type.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import { acuteRates, perDiemRates, psychiatricRates } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import { acuteRate, DAY, inpatientRequest, perDiemRate, period, provider, psychiatricRate } from "../rows.ts";

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
