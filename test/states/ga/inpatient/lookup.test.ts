import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { counts } from "../../../../src/pricing/outcome.ts";
import { workOutInpatient } from "../../../../src/states/ga/inpatient/drg-payment.ts";
import { inpatient } from "../../../../src/states/ga/inpatient/lookup.ts";
import { inpatientResult } from "../../../../src/states/ga/inpatient/result.ts";
import { type DrgWeight, drgWeights, hospitalInpatientRates, parameters } from "../../../../src/states/ga/tables.ts";
import { dataOf, rowsOf, type TableRows } from "../../../support/sheet.ts";
import {
  DAY,
  drgWeight,
  ENDED,
  hospital,
  inpatientRate,
  inpatientRequest,
  period,
  pricerOf,
  provider,
  refusedResult,
  whyNot,
} from "../rows.ts";

type Query = Record<string, string>;

function outcomes(query: Query, ...tables: readonly TableRows[]) {
  return workOutInpatient(inpatientRequest(query), hospital(), pricerOf(...tables));
}

function results(query: Query, weights: readonly DrgWeight[] = [drgWeight()], rates = [inpatientRate()]) {
  const tables = [rowsOf(drgWeights, weights), rowsOf(hospitalInpatientRates, rates)];
  return outcomes(query, ...tables).map((outcome) =>
    inpatientResult(inpatientRequest(query), hospital(), outcome, dataOf(...tables), null),
  );
}

it("a code is padded to three digits and answered with its severity", () => {
  const weight = drgWeight({ drg: "005" });
  expect(results({ billing_code: "5-2" }, [weight])).toMatchObject([
    { billing_code: "005-2", apr_drg_code: "005", soi: "2", rate_found: true },
  ]);
});

it("codes of another shape are refused", () => {
  for (const code of ["1390-1", "139-5", "139-0", "139-", "-1", "139-12", "13A", "139 1"]) {
    const reading = inpatient.reader.fromQuery({ npi: "1111111101", billing_code: code }, { today: DAY });
    expect(reading).toMatchObject({ ok: false, faults: [{ field: "billing_code", code: "invalid_parameter" }] });
  }
});

it("without a severity all four are answered, each on its own", () => {
  const weights = [drgWeight(), drgWeight({ soi: "4", ...ENDED })];
  expect(results({ billing_code: "139" }, weights)).toMatchObject([
    { billing_code: "139-1", error_message: "No Georgia relative weight is published for APR-DRG 139-1." },
    { billing_code: "139-2", payment_rate: "11188.00", rate_found: true },
    { billing_code: "139-3", rate_found: false },
    {
      billing_code: "139-4",
      error_message:
        "No Georgia relative weight for APR-DRG 139-4 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    },
  ]);
});

it("a DRG without any weight is answered once", () => {
  expect(results({ billing_code: "7", length_of_stay: "3", total_charges: "10" })).toMatchObject([
    {
      billing_code: "007",
      apr_drg_code: "007",
      soi: null,
      error_message: "No Georgia relative weight is published for APR-DRG 007.",
      length_of_stay_used: 3,
      total_charges_used: "10.00",
    },
  ]);
});

it("without a hospital rate the weight is still shown", () => {
  const found = { relative_weight: "1", cost_outlier_threshold: "30000.00", sst_eligible: false, ip_base_rate: null };
  expect(results({}, [drgWeight()], [])).toMatchObject([
    { ...found, error_message: "No inpatient base rate is published for PEACHTREE." },
  ]);
  expect(results({}, [drgWeight()], [inpatientRate(ENDED)])).toMatchObject([
    {
      ...found,
      effective_start_date: null,
      error_message:
        "No inpatient base rate is published for PEACHTREE on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    },
  ]);
});

it("a weight that is missing is named before a hospital rate that is missing", () => {
  expect(results({}, [], [])).toMatchObject([
    { error_message: "No Georgia relative weight is published for APR-DRG 139-2." },
  ]);
});

it("on a missing figure everything of the calculation is left out", () => {
  const missing = { ...ENDED, name: "hospital_addon_multiplier", value: factor("1.1") };
  const query = { length_of_stay: "1", total_charges: "90000" };
  const [outcome] = outcomes(
    query,
    rowsOf(drgWeights, [drgWeight()]),
    rowsOf(hospitalInpatientRates, [inpatientRate()]),
    rowsOf(parameters, [missing]),
  );
  if (outcome === undefined) throw new Error("There is no result");
  expect(counts(outcome)).toBe(false);
  expect(inpatientResult(inpatientRequest(query), hospital(), outcome, dataOf(), null)).toMatchObject({
    rate_found: false,
    relative_weight: "1",
    ip_base_rate: "10000.00",
    ip_ccr: "0.5",
    base_payment: null,
    short_stay_applied: null,
    ccr_based_payment: null,
    estimated_cost: null,
    outlier_adjustment_applied: null,
    outlier_percentage: null,
    outlier_note: null,
    addon_multiplier: null,
    pre_addon_subtotal: null,
    payment_rate_type: null,
    calculation_method: null,
    effective_start_date: null,
  });
  // The steps until then are recorded all the same.
  expect(outcome.sheet.steps.map(({ section }) => section)).toContain("ga 5.3 step 4");
});

it("a price holds while weight and hospital rate do, and has no end while it is active", () => {
  const weight = drgWeight({ period: period("2025-07-01", "2026-06-30") });
  const rate = inpatientRate({ period: period("2025-09-01") });
  expect(results({}, [weight], [rate])).toMatchObject([
    { effective_start_date: "2025-09-01", effective_end_date: null },
  ]);
});

it("of several types of an NPI only the hospital is priced; without one the first record says so", () => {
  const physician = provider({ providerType: "PHYSICIAN" });
  const laboratory = provider({ providerType: "CLINICAL_LABORATORY", providerName: "OCMULGEE LAB" });
  const request = inpatientRequest({ billing_code: "9-1" });
  const select = (...matching: (typeof physician)[]) => inpatient.rules.select(request, matching, dataOf());
  expect(select(physician, hospital())).toEqual({ rows: [hospital()] });
  const refusal = select(physician, laboratory);
  if (!("noRate" in refusal)) throw new Error("Somebody is priced");
  expect(refusal.noRate.code).toBe("not_for_provider_type");
  expect(refusedResult(inpatient, request, refusal)).toMatchObject({
    error_message: "No HOSPITAL record found with NPI 1111111105; enrolled as CLINICAL_LABORATORY, PHYSICIAN.",
    provider_name: "BAKER TOM MD",
    provider_type: "HOSPITAL",
    provider_type_label: "Hospital",
    critical_access_hospital: null,
    billing_code: "009-1",
    soi: "1",
  });
});

it("failures have a code, what was searched for and the nearest period", () => {
  const noRate = (query: Query, weights: readonly DrgWeight[], rates = [inpatientRate()]) =>
    outcomes(query, rowsOf(drgWeights, weights), rowsOf(hospitalInpatientRates, rates))[0]?.noRate;
  expect(noRate({ billing_code: "7" }, [])).toMatchObject({
    code: "code_not_listed",
    searched: { table: drgWeights, key: { drg: "007" } },
  });
  expect(noRate({}, [drgWeight(ENDED)])).toMatchObject({
    code: "not_in_force",
    searched: { table: drgWeights, key: { drg: "139", soi: "2" } },
    nearest: ENDED.period,
    remedy: [{ value: "2025-06-30" }],
  });
  expect(noRate({}, [drgWeight()], [])).toMatchObject({
    code: "no_provider_rate",
    searched: { table: hospitalInpatientRates, key: { npi: "1111111105", campusName: null } },
  });
});

it("the record says which severity a result is for, and why a rate of another period lost", () => {
  const earlier = inpatientRate(ENDED);
  const [outcome] = outcomes(
    { billing_code: "139" },
    rowsOf(drgWeights, [drgWeight({ soi: "1" })]),
    rowsOf(hospitalInpatientRates, [earlier, inpatientRate()]),
  );
  if (outcome === undefined) throw new Error("There is no result");
  expect(outcome.sheet.assumptions).toMatchObject([
    { parameter: "billing_code", value: "139-1" },
    { parameter: "length_of_stay", value: "none" },
    { parameter: "total_charges", value: "none" },
  ]);
  expect(whyNot(outcome, earlier)).toBe("another period");
});
