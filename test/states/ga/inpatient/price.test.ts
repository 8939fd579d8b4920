import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { inpatient } from "../../../../src/states/ga/inpatient/lookup.ts";
import { priceInpatient } from "../../../../src/states/ga/inpatient/price.ts";
import { type DrgWeight, drgWeights, hospitalInpatientRates, parameters } from "../../../../src/states/ga/tables.ts";
import { DAY, dataOf, drgWeight, ENDED, hospital, inpatientRate, inpatientRequest, period, provider } from "../rows.ts";

type Query = Record<string, string>;

function results(query: Query, weights: readonly DrgWeight[] = [drgWeight()], rates = [inpatientRate()]) {
  const data = dataOf([drgWeights, weights], [hospitalInpatientRates, rates]);
  return priceInpatient(inpatientRequest(query), hospital(), data, null).map(({ result }) => result);
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
  const data = dataOf(
    [drgWeights, [drgWeight()]],
    [hospitalInpatientRates, [inpatientRate()]],
    [parameters, [missing]],
  );
  const request = inpatientRequest({ length_of_stay: "1", total_charges: "90000" });
  expect(priceInpatient(request, hospital(), data, null)).toMatchObject([
    {
      counts: false,
      result: {
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
      },
    },
  ]);
});

it("a price holds while weight and hospital rate do", () => {
  const weight = drgWeight({ period: period("2025-07-01", "2026-06-30") });
  const rate = inpatientRate({ period: period("2025-09-01") });
  expect(results({}, [weight], [rate])).toMatchObject([
    { effective_start_date: "2025-09-01", effective_end_date: "2026-06-30" },
  ]);
});

it("of several types of an NPI only the hospital is priced; without one the first record says so", () => {
  const physician = provider({ providerType: "PHYSICIAN" });
  const laboratory = provider({ providerType: "CLINICAL_LABORATORY", providerName: "OCMULGEE LAB" });
  const select = (...matching: (typeof physician)[]) =>
    inpatient.rules.select(inpatientRequest({ billing_code: "9-1" }), matching, dataOf());
  expect(select(physician, hospital())).toEqual({ rows: [hospital()] });
  expect(select(physician, laboratory)).toMatchObject({
    refusal: {
      error_message: "No HOSPITAL record found with NPI 1111111105; enrolled as CLINICAL_LABORATORY, PHYSICIAN.",
      provider_name: "BAKER TOM MD",
      provider_type: "HOSPITAL",
      provider_type_label: "Hospital",
      critical_access_hospital: null,
      billing_code: "009-1",
      soi: "1",
    },
  });
});
