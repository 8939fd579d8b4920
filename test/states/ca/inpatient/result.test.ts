import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inpatient } from "../../../../src/states/ca/inpatient/lookup.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { type DatasetFiles, serviceOf, type TestService } from "../../../support/release.ts";
import { exampleLookups } from "../../../support/worked-examples.ts";
import { H1, H1_ALTERNATE, H2, P1, workedExampleRows } from "../worked-example-rows.ts";

const NO_RATES = "1000000021";
const RATES_OF_2020 = "1000000022";
const NO_ID = "1000000023";

/** The rows of the page's examples with an address, hospitals without rates and without an ID, and a weight of 2020. */
const FILES: DatasetFiles = {
  ...workedExampleRows,
  "ca/providers.csv": [
    "npi,state_provider_id,alternate_npis,provider_name,primary_taxonomy,street_address,city,state,zip_code,county,cbsa_code,cbsa_description",
    `${H1},106190001,${H1_ALTERNATE},H1,282N00000X,1 Hill Road,Los Angeles,CA,90033,Los Angeles,31080,Los Angeles-Long Beach`,
    `${H2},106380002,,H2,282N00000X,,,,,,,`,
    `${P1},,,P1,207Q00000X,,,,,,,`,
    `${NO_RATES},106190003,,No Rates,282N00000X,,,,,,,`,
    `${RATES_OF_2020},106190004,,Rates of 2020,282N00000X,,,,,,,`,
    `${NO_ID},,,No ID,282N00000X,,,,,,,`,
    "",
  ].join("\n"),
  "ca/hospital_rates.csv": [
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,casemix_adjustment_factor,designated_nicu,designated_public_hospital,effective_start_date,effective_end_date",
    "106190001,7123.45,0.2150,,false,false,2025-07-01,",
    "106380002,8450.00,0.3120,0.9850,true,true,2025-08-01,2026-06-30",
    "106190004,7000,0.2,,false,true,2020-01-01,2020-12-31",
    "",
  ].join("\n"),
  "ca/drg_weights.csv": [
    "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d,effective_start_date,effective_end_date",
    "720,2,1.4260,5.87,1.00,1.00,1.00,1.00,2025-07-01,2025-12-31",
    "045,1,1.4260,0.4,1.00,1.00,1.00,1.00,2025-07-01,2025-12-31",
    "560,1,0.5317,2.21,1.00,1.00,1.00,1.00,2020-01-01,2020-12-31",
    "",
  ].join("\n"),
  "common/apr_drg.csv": "drg,soi,description\n720,2,Sepsis\n",
};

let service: TestService;
let laterService: TestService;
beforeAll(async () => {
  service = await serviceOf("ca", FILES);
  laterService = await serviceOf("ca", {
    ...FILES,
    "ca/parameters.csv":
      "name,value,effective_start_date\noutlier_threshold,99000,2026-01-01\ninterim_per_diem,600,2026-01-01\n",
  });
});
afterAll(() => {
  service.close();
  laterService.close();
});

const DAY = { admit_date: "2025-10-01" };

const { oneInpatient } = exampleLookups(() => service, { outpatient: {}, inpatient: DAY });

const ADVISORY = {
  code: "DPH_REFERENCE_PRICING",
  message:
    "Designated Public Hospitals are reimbursed by certified public expenditures, not APR-DRG; the calculated amount is a reference value.",
};

/** What no failed stay has. */
const UNPRICED = {
  rate_found: false,
  payment_rate: null,
  payment_rate_type: null,
  calculation_method: null,
  effective_start_date: null,
  effective_end_date: null,
  estimated_cost: null,
  drg_base_payment: null,
  transfer_adjustment_applied: null,
  transfer_adjusted_amount: null,
  outlier_adjustment_applied: null,
  outlier_adjustment_amount: null,
  outlier_threshold: null,
  marginal_cost_percentage: null,
  charge_cap_applied: null,
  interim_per_diem_amount: null,
  length_of_stay_used: null,
  total_charges_used: null,
  total_charges_source: null,
};

const NO_HOSPITAL = {
  drg_base_rate: null,
  cost_to_charge_ratio: null,
  casemix_adjustment_factor: null,
  designated_nicu: null,
  designated_public_hospital: null,
};

const NO_WEIGHT = {
  national_average_los: null,
  payment_relative_weight: null,
  policy_adjustor_used: null,
  policy_adjustor_value: null,
};

const priced = {
  reference_id: "r",
  rate_found: true,
  error_message: null,
  provider_matches_total: null,
  npi: H1,
  state_provider_id: "106190001",
  provider_name: "H1",
  billing_code: "720-2",
  billing_code_type: "APR-DRG",
  billing_code_description: "Sepsis",
  effective_start_date: "2025-07-01",
  effective_end_date: "2025-12-31",
  matched_npi: H1_ALTERNATE,
  street_address: "1 Hill Road",
  city: "Los Angeles",
  zip_code: "90033",
  county: "Los Angeles",
  cbsa_code: "31080",
  cbsa_description: "Los Angeles-Long Beach",
  apr_drg: "720",
  soi: 2,
  drg_base_rate: "7123.45",
  payment_relative_weight: 1.426,
  casemix_adjustment_factor: 1,
  policy_adjustor_used: "A",
  policy_adjustor_value: 1,
  designated_nicu: false,
  designated_public_hospital: false,
  drg_base_payment: "10158.04",
  cost_to_charge_ratio: 0.215,
  national_average_los: "5.87",
};

it("a priced stay has every field", async () => {
  const query = { npi: H1_ALTERNATE, billing_code: "720-2", transfer_claim: "true", length_of_stay: "2" };
  expect(await oneInpatient({ ...query, total_charges: "812400", reference_id: "r" })).toEqual({
    ...blankResult(inpatient, service.request("inpatient", { ...query, ...DAY })),
    ...priced,
    payment_rate: "42542.99", // 5191.50 + 37351.49; (174666.00 - 5191.50 - 99000) x 0.53 = 37351.485
    payment_rate_type: "claim",
    calculation_method:
      "DRG base rate ($7123.45) x payment relative weight (1.426) x casemix adjustment factor (1) = $10158.04; $10158.04 x (length of stay (2) + 1) / national average LOS (5.87) = $5191.50; lesser of $5191.50 and $10158.04 = $5191.50; (estimated cost ($174666.00) - $5191.50 - outlier threshold ($99000.00)) x marginal cost percentage (0.53) = $37351.49; $5191.50 + $37351.49 = $42542.99",
    estimated_cost: "174666.00",
    transfer_adjustment_applied: true,
    transfer_adjusted_amount: "5191.50",
    outlier_adjustment_applied: true,
    outlier_adjustment_amount: "37351.49",
    outlier_threshold: 99000,
    marginal_cost_percentage: 0.53,
    charge_cap_applied: false,
    is_interim_claim: false,
    interim_per_diem_amount: null,
    length_of_stay_used: 2,
    total_charges_used: "812400.00",
    total_charges_source: "actual",
  });
});

it("an interim stay has its per diem in place of transfer and outlier", async () => {
  const query = { npi: H1_ALTERNATE, billing_code: "720-2", interim_claim: "true", reference_id: "r" };
  expect(await oneInpatient(query)).toEqual({
    ...blankResult(inpatient, service.request("inpatient", { ...query, ...DAY })),
    ...priced,
    payment_rate: "3600.00", // 600 x 6 days
    payment_rate_type: "per_diem",
    calculation_method: "interim per diem ($600.00) x length of stay (6) = $3600.00",
    estimated_cost: "3600.00",
    transfer_adjustment_applied: false,
    transfer_adjusted_amount: null,
    outlier_adjustment_applied: false,
    outlier_adjustment_amount: null,
    outlier_threshold: null,
    marginal_cost_percentage: null,
    charge_cap_applied: false,
    is_interim_claim: true,
    interim_per_diem_amount: 600,
    length_of_stay_used: 6,
    total_charges_used: "16744.19",
    total_charges_source: "estimated",
  });
});

it("an ordinary stay has neither transfer nor outlier, and days and periods as the rows give them", async () => {
  expect(await oneInpatient({ npi: H2, billing_code: "45-1" })).toMatchObject({
    billing_code: "45-1",
    apr_drg: "045",
    matched_npi: null,
    length_of_stay_used: 1, // 0.4 days, at least one
    transfer_adjustment_applied: false,
    transfer_adjusted_amount: null,
    outlier_adjustment_applied: false,
    outlier_threshold: 99000,
    effective_start_date: "2025-08-01",
    effective_end_date: "2025-12-31",
  });
});

describe("the advisory", () => {
  it("is on every result of a designated public hospital, and on no other", async () => {
    expect(await oneInpatient({ npi: H2, billing_code: "720-2" })).toMatchObject({ advisories: [ADVISORY] });
    expect(await oneInpatient({ npi: H2, billing_code: "999-1" })).toMatchObject({ advisories: [ADVISORY] });
    expect(await oneInpatient({ npi: H1, billing_code: "720-2" })).not.toHaveProperty("advisories");
    expect(await oneInpatient({ npi: RATES_OF_2020, billing_code: "720-2" })).not.toHaveProperty("advisories");
  });
});

describe("a failed stay keeps what was found", () => {
  it("nothing of somebody who is not a hospital, or has no rates", async () => {
    const nothing = { ...UNPRICED, ...NO_HOSPITAL, ...NO_WEIGHT };
    expect(await oneInpatient({ npi: P1, billing_code: "720-2" })).toMatchObject(nothing);
    expect(await oneInpatient({ npi: NO_RATES, billing_code: "720-2" })).toMatchObject({
      ...nothing,
      error_message: "No Rates has no Medi-Cal APR-DRG rates.",
    });
    expect(await oneInpatient({ npi: NO_ID, billing_code: "720-2" })).toMatchObject({
      ...nothing,
      error_message: "No ID has no Medi-Cal APR-DRG rates.",
    });
    expect(await oneInpatient({ npi: RATES_OF_2020, billing_code: "720-2" })).toMatchObject({
      ...nothing,
      error_message:
        "Rates of 2020 has no Medi-Cal APR-DRG rate on 2025-10-01; the nearest published period is 2020-01-01 to 2020-12-31.",
    });
  });

  it("the hospital where the APR-DRG has no weight, or none on the day", async () => {
    const hospitalAlone = { ...UNPRICED, ...NO_WEIGHT, drg_base_rate: "7123.45", is_interim_claim: true };
    expect(await oneInpatient({ npi: H1, billing_code: "999-1", interim_claim: "true" })).toMatchObject({
      ...hospitalAlone,
      error_message: "APR-DRG 999-1 is not in the Medi-Cal weight table.",
    });
    expect(await oneInpatient({ npi: H1, billing_code: "560-1", interim_claim: "true" })).toMatchObject({
      ...hospitalAlone,
      error_message:
        "APR-DRG 560-1 has no Medi-Cal weight on 2025-10-01; the nearest published period is 2020-01-01 to 2020-12-31.",
    });
  });

  it("hospital and weight where a parameter has no value", async () => {
    const both = { ...UNPRICED, drg_base_rate: "7123.45", national_average_los: "5.87", policy_adjustor_used: "A" };
    const query = { npi: H1, billing_code: "720-2" };
    expect(await oneInpatient(query, laterService)).toMatchObject({
      ...both,
      error_message:
        "Parameter outlier_threshold has no value on 2025-10-01; the nearest published period is 2026-01-01 onward.",
    });
    expect(await oneInpatient({ ...query, interim_claim: "true" }, laterService)).toMatchObject({
      ...both,
      error_message:
        "Parameter interim_per_diem has no value on 2025-10-01; the nearest published period is 2026-01-01 onward.",
    });
  });
});
