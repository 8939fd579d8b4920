import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { aprDrg } from "../../../../src/dataset/common-tables.ts";
import { counts } from "../../../../src/pricing/outcome.ts";
import { inpatient } from "../../../../src/states/ga/inpatient/lookup.ts";
import { workOutInpatient } from "../../../../src/states/ga/inpatient/price.ts";
import type { InpatientRequest } from "../../../../src/states/ga/inpatient/request.ts";
import { inpatientResult } from "../../../../src/states/ga/inpatient/result.ts";
import {
  type DrgWeight,
  drgWeights,
  hospitalInpatientRates,
  type Provider,
  parameters,
} from "../../../../src/states/ga/tables.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { dataOf, rowsOf, type TableRows } from "../../../support/sheet.ts";
import {
  DAY,
  drgWeight,
  ENDED,
  hospital,
  inpatientRate,
  inpatientRequest,
  NPI,
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
    {
      parameter: "billing_code",
      value: "139-1",
      reason: "sent without a severity of illness: each of the four has its own result",
    },
    { parameter: "length_of_stay", value: "none" },
    { parameter: "total_charges", value: "none" },
  ]);
  expect(whyNot(outcome, earlier)).toBe("another period");
});

describe("result", () => {
  /** Whether each result counts, and the result. */
  function priced(
    asked: InpatientRequest,
    at: Provider,
    tables: readonly TableRows[],
    matchesTotal: number | null = null,
  ) {
    return workOutInpatient(asked, at, pricerOf(...tables)).map((outcome) => ({
      counts: counts(outcome),
      result: inpatientResult(asked, at, outcome, dataOf(...tables), matchesTotal),
    }));
  }

  const request = inpatientRequest({ reference_id: "stay 7", length_of_stay: "9", total_charges: "60200" });

  it("a priced stay", () => {
    const somewhere = hospital({
      campusName: "Downtown",
      addonExempt: true,
      streetAddress: "1 Peachtree Street",
      city: "Blakely",
      county: "Early",
      zipCode: "39823",
    });
    const tables = [rowsOf(drgWeights, [drgWeight()]), rowsOf(hospitalInpatientRates, [inpatientRate()])];
    expect(priced(request, somewhere, tables, 2)).toEqual([
      {
        counts: true,
        result: {
          ...blankResult(inpatient, request),
          reference_id: "stay 7",
          rate_found: true,
          error_message: null,
          provider_matches_total: 2,
          npi: NPI,
          provider_name: "PEACHTREE",
          billing_code: "139-2",
          billing_code_type: "APR-DRG",
          billing_code_description: null,
          payment_rate: "10089.30",
          payment_rate_type: "claim",
          calculation_method:
            "campus Downtown: base rate ($10000.00) x relative weight (1) = base payment ($10000.00); outlier: charges ($60200.00) x CCR (0.5) = estimated cost ($30100.00), (estimated cost ($30100.00) - threshold ($30000.00)) x outlier percentage (0.893) = outlier ($89.30); per-case payment ($10000.00) + outlier ($89.30) = subtotal ($10089.30); subtotal ($10089.30) x add-on multiplier (1.0) = $10089.30",
          effective_start_date: "2025-07-01",
          effective_end_date: null,
          provider_type: "HOSPITAL",
          provider_type_label: "Hospital",
          critical_access_hospital: false,
          street_address: "1 Peachtree Street",
          city: "Blakely",
          county: "Early",
          state: "GA",
          zip_code: "39823",
          apr_drg_code: "139",
          soi: "2",
          relative_weight: "1",
          alos: "3.12",
          cost_outlier_threshold: "30000.00",
          sst_eligible: false,
          ip_base_rate: "10000.00",
          ip_ccr: "0.5",
          base_payment: "10000.00",
          short_stay_applied: null,
          ccr_based_payment: null,
          short_stay_note: null,
          outlier_adjustment_applied: true,
          outlier_amount: "89.30",
          outlier_percentage: "0.893",
          estimated_cost: "30100.00",
          outlier_note: null,
          addon_multiplier: "1.0",
          pre_addon_subtotal: "10089.30",
          length_of_stay_used: 9,
          total_charges_used: "60200.00",
        },
      },
    ]);
  });

  it("no provider found: the code, the days and the charges are echoed, the type is a hospital and the rest is null", () => {
    const asked = inpatientRequest({ billing_code: "7", length_of_stay: "0" });
    const result = refusedResult(inpatient, asked, inpatient.rules.noProvider(asked, dataOf()));
    const known = Object.entries(result).filter(([, value]) => value !== null);
    expect(Object.fromEntries(known)).toEqual({
      rate_found: false,
      error_message: `No Georgia provider found with NPI ${NPI}.`,
      npi: NPI,
      billing_code: "007",
      billing_code_type: "APR-DRG",
      admit_date_used: "2025-09-15",
      provider_type: "HOSPITAL",
      provider_type_label: "Hospital",
      state: "GA",
      apr_drg_code: "007",
      length_of_stay_used: 0,
    });
  });

  it("no provider of a name qualifies: the type is a hospital", () => {
    const asked = inpatientRequest({ npi: "", provider_name: "baker" });
    const refusal = inpatient.rules.noneQualifies(asked, true, dataOf(), false);
    expect(refusal.noRate.code).toBe("none_can_be_priced");
    expect(refusedResult(inpatient, asked, refusal)).toMatchObject({
      error_message: 'No Georgia provider with name matching "baker" can be priced for this request.',
      npi: null,
      provider_type: "HOSPITAL",
      provider_type_label: "Hospital",
    });
  });

  it("is described by its severity, else by the base DRG", () => {
    const labels = [
      { line: 2, drg: "139", soi: null, description: "Other pneumonia" },
      { line: 3, drg: "139", soi: 2, description: "Other pneumonia, moderate" },
    ];
    const tables = [rowsOf(aprDrg, labels), rowsOf(drgWeights, [drgWeight()])];
    const described = (code: string) =>
      priced(inpatientRequest({ billing_code: code }), hospital(), tables).map(
        ({ result }) => result.billing_code_description,
      );
    expect(described("139-2")).toEqual(["Other pneumonia, moderate"]);
    expect(described("139-3")).toEqual(["Other pneumonia"]);
  });

  it("has the contract's fields in the contract's order", () => {
    const result = refusedResult(inpatient, request, inpatient.rules.noProvider(request, dataOf()));
    expect(Object.keys(result)).toEqual(Object.keys(inpatient.resultSchema.properties));
  });
});
