import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { taxonomy } from "../../../../src/dataset/common-tables.ts";
import { counts, RequestPricer } from "../../../../src/pricing/outcome.ts";
import { inpatient } from "../../../../src/states/ny/inpatient/lookup.ts";
import { workOutInpatient } from "../../../../src/states/ny/inpatient/price.ts";
import { inpatientResult } from "../../../../src/states/ny/inpatient/result.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import { acuteRates, drgWeights, parameters, perDiemRates } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { dataOf, rowsOf } from "../../../support/sheet.ts";
import { acuteRate, DAY, drgWeight, inpatientRequest, perDiemRate, period, provider } from "../rows.ts";

const data = dataOf(
  rowsOf(drgWeights, [
    drgWeight({ period: period("2025-02-01") }),
    drgWeight({ soi: 1 }),
    drgWeight({ serviceType: "psychiatric", drg: "750", soi: 1 }),
  ]),
  rowsOf(acuteRates, [acuteRate({ period: period("2024-01-01", "2025-06-30") })]),
  rowsOf(perDiemRates, [perDiemRate({ serviceType: "specialty_acute" })]),
  rowsOf(parameters, [
    { line: 2, name: "statewide_base_price_ffs", value: factor("7000"), period: period("2025-01-01") },
  ]),
  rowsOf(taxonomy, [{ line: 2, code: "282N00000X", displayName: "General Acute Care Hospital" }]),
);

function workOut(query: Record<string, string>, row = provider()) {
  const pricer = new RequestPricer(data, DAY, "discharge_date", NOTATION);
  return workOutInpatient(inpatientRequest(query), row, pricer);
}

function price(query: Record<string, string>, row = provider()) {
  const request = inpatientRequest(query);
  return workOut(query, row).map((outcome) => ({
    counts: counts(outcome),
    result: inpatientResult(request, row, outcome, data, null),
    blank: blankResult(inpatient, request),
  }));
}

it("the dates are those in which weight and rate both hold, without an end while they do", () => {
  expect(price({ billing_code: "139-2" })).toMatchObject([
    { counts: true, result: { effective_start_date: "2025-02-01", effective_end_date: null } },
  ]);
});

it("identity comes from the provider row, the statewide price from the parameters", () => {
  const hospital = provider({
    primaryTaxonomyCode: "282N00000X",
    streetAddress: "1 Alder Way",
    city: "Albany",
    county: "Albany",
    state: "NY",
    zipCode: "12208",
  });
  expect(price({ billing_code: "139-2" }, hospital)).toMatchObject([
    {
      result: {
        primary_taxonomy_code: "282N00000X",
        primary_taxonomy_display_name: "General Acute Care Hospital",
        street_address: "1 Alder Way",
        city: "Albany",
        county: "Albany",
        state: "NY",
        zip_code: "12208",
        statewide_base_price_used: "7000.00",
      },
    },
  ]);
});

it("a code without severity is echoed in each of its results, ascending by severity", () => {
  expect(price({ billing_code: "0139" })).toMatchObject([
    { result: { billing_code: "0139", apr_drg_code: "139", soi: 1 } },
    { result: { billing_code: "0139", apr_drg_code: "139", soi: 2 } },
  ]);
});

it("a rate that is not published fails each severity", () => {
  expect(price({ billing_code: "139", payer_class: "MMC" })).toMatchObject([
    {
      counts: false,
      result: {
        soi: 1,
        error_message: "No acute inpatient rate is published for operating certificate 7000101H, payer class MMC.",
      },
    },
    { counts: false, result: { soi: 2 } },
  ]);
});

it("a service type that overruled a rate code is noted, one that agrees is not", () => {
  const method = (rateCode: string) =>
    price({ billing_code: "139-2", service_type: "acute", rate_code: rateCode })[0]?.result.calculation_method;
  expect(method("2999")).toMatch(/; note: rate_code 2999 names cah, service_type acute was used$/);
  expect(method("2960")).not.toContain("note");
  expect(method("9999")).not.toContain("note");
});

it("a per-diem type describes itself and does not use the code", () => {
  const [withCode] = price({ service_type: "specialty_acute", length_of_stay: "1", billing_code: "xyz" });
  expect(withCode?.result).toMatchObject({
    billing_code: "xyz",
    billing_code_type: null,
    billing_code_description: "Specialty Acute Care Hospital",
    billing_code_used_in_calculation: false,
    apr_drg_code: null,
    soi: null,
  });
  const [withoutCode] = price({ service_type: "specialty_acute", length_of_stay: "1" });
  expect(withoutCode?.result).toMatchObject({ billing_code: null, billing_code_used_in_calculation: null });
});

describe("a failure", () => {
  it("keeps identity, code, service type and payer, and nothing else", () => {
    const [failed] = price({ billing_code: "140-3", payer_class: "MMC", rate_code: "2946", gross_charges: "1" });
    expect(failed?.counts).toBe(false);
    expect(failed?.result).toEqual({
      ...failed?.blank,
      rate_found: false,
      error_message: "No acute service intensity weight is published for APR-DRG 140-3.",
      npi: "1100000001",
      state_provider_id: "00100001",
      provider_name: "EXAMPLE",
      opcert: "7000101H",
      provider_type_label: "Hospital",
      billing_code: "140-3",
      billing_code_type: "APR-DRG",
      rate_code: "2946",
      service_type: "acute",
      service_type_source: "inferred_from_rate_code",
      apr_drg_code: "140",
      soi: 3,
      payer_class: "MMC",
      payer_class_label: "Managed Medicaid",
    });
  });

  it("of a provider that is no hospital still tells what the request names", () => {
    const physician = provider({ providerType: "PHYSICIAN" });
    expect(price({ billing_code: "139-2", rate_code: "2852", length_of_stay: "1" }, physician)).toMatchObject([
      {
        counts: false,
        result: {
          error_message: "EXAMPLE is not enrolled as a hospital, so it has no inpatient rates.",
          provider_name: "EXAMPLE",
          opcert: null,
          provider_type_label: "Hospital",
          service_type: "psychiatric",
          service_type_source: "inferred_from_rate_code",
          apr_drg_code: "139",
          soi: 2,
        },
      },
    ]);
    expect(price({ billing_code: "750-2" }, physician)).toMatchObject([
      { result: { service_type: null, service_type_source: null, apr_drg_code: null, soi: null } },
    ]);
  });
});

it("every result has the fields of the contract, in its order", () => {
  const names = Object.keys(inpatientResult.schema.properties);
  expect(Object.keys(price({ billing_code: "139-2" })[0]?.result ?? {})).toEqual(names);
});

describe("the record of a stay whose code has no severity", () => {
  const outcomes = workOut({ billing_code: "139" });

  it("is one of its own for each severity, the weights of the others having lost", () => {
    const weights = outcomes.map(({ sheet }) =>
      sheet.readings
        .rowsOn(DAY)
        .filter(({ table }) => table.name === "drg_weights")
        .map(({ key, used, whyNot }) => [key.soi, used, whyNot]),
    );
    expect(weights).toEqual([
      [
        [1, true, null],
        [2, false, "another severity, 2"],
      ],
      [
        [1, false, "another severity, 1"],
        [2, true, null],
      ],
    ]);
  });

  it("says what was assumed", () => {
    const assumed = outcomes.map(({ sheet }) => sheet.assumptions.map(({ parameter, value }) => [parameter, value]));
    const first = [
      ["payer_class", "FFS"],
      ["service_type", "acute"],
    ];
    expect(assumed).toEqual([
      [...first, ["billing_code", "139-1"]],
      [...first, ["billing_code", "139-2"]],
    ]);
  });

  it("leads to the payment", () => {
    expect(outcomes.map(({ sheet, payment }) => payment?.source === sheet.steps.at(-1))).toEqual([true, true]);
  });
});

it("what was sent is not assumed", () => {
  const [outcome] = workOut({ billing_code: "139-2", payer_class: "FFS", service_type: "acute" });
  expect(outcome?.sheet.assumptions).toEqual([]);
});

it("the age group of a psychiatric stay is assumed when it was not sent, and of no other", () => {
  const query = { billing_code: "750-1", payer_class: "FFS", service_type: "psychiatric" };
  const assumed = (sent: Record<string, string>) => workOut({ ...query, ...sent })[0]?.sheet.assumptions;
  expect(assumed({})).toEqual([{ parameter: "age_group", value: "ADULT", reason: "not sent: an adult" }]);
  expect(assumed({ age_group: "ADULT" })).toEqual([]);
  expect(assumed({ billing_code: "139-2", service_type: "acute" })).toEqual([]);
});

it("a day outside the published periods is remedied by the nearest one inside", () => {
  const pricer = new RequestPricer(data, "2025-07-04" as typeof DAY, "discharge_date", NOTATION);
  const [outcome] = workOutInpatient(
    inpatientRequest({ billing_code: "139-2", service_type: "acute" }),
    provider(),
    pricer,
  );
  expect(outcome?.noRate).toMatchObject({
    code: "not_in_force",
    searched: { table: acuteRates, key: { opcert: "7000101", payerClass: "FFS" } },
    remedy: [{ parameter: "discharge_date", value: "2025-06-30" }],
  });
});

describe("what was searched for", () => {
  const searchedBy = (query: Record<string, string>) => workOut(query)[0]?.noRate?.searched;

  it("is the row that lacks a figure", () => {
    const certificate = { opcert: "7000101", payerClass: "FFS" };
    const query = { billing_code: "139-2", service_type: "acute" };
    expect(searchedBy({ ...query, alc_days: "1" })).toMatchObject({ table: acuteRates, key: certificate });
    const perDiem = { service_type: "specialty_acute", length_of_stay: "2", alc_days: "1" };
    expect(searchedBy(perDiem)).toMatchObject({ table: perDiemRates, key: certificate });
  });

  it("is the route of a rate code that is not routed", () => {
    expect(searchedBy({ rate_code: "9999" })).toEqual({
      table: routing,
      key: { kind: "inpatient_rate_code", code: "9999" },
    });
  });

  it("is nothing where the request lacks something", () => {
    expect(searchedBy({})).toBeNull();
    expect(searchedBy({ service_type: "specialty_acute" })).toBeNull();
    expect(searchedBy({ billing_code: "139-2", alc_days: "2", length_of_stay: "1" })).toBeNull();
  });
});
