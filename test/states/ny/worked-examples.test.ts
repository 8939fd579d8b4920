import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { exampleLookups } from "../../support/worked-examples.ts";
import { C1, C2, C3, G1, H1, H2, L1, P1, workedExampleRows } from "./worked-example-rows.ts";

const DAY = "2025-03-01";

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("ny", workedExampleRows);
});
afterAll(() => service.close());

const { outpatient, inpatient, oneOutpatient, oneInpatient } = exampleLookups(() => service, {
  outpatient: { date_of_service: DAY },
  inpatient: { discharge_date: DAY },
});

describe("outpatient examples of the page (ny 7)", () => {
  it("O1: an APG at a hospital", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "271" })).toMatchObject({
      rate_found: true,
      error_message: null,
      billing_code_type: "APG",
      apg_weight: "0.7658",
      apg_base_rate_used: "268.56",
      apg_base_rate_source_column: "apg_base_rate_opd_visit",
      payment_operating: "205.66",
      payment_capital: null,
      payment_rate: "205.66",
      payment_rate_type: "fee_schedule",
      opcert: "7000101H",
      service_region_used: null,
      effective_start_date: "2025-01-01",
      effective_end_date: null,
      date_of_service_used: DAY,
      calculation_method: "apg_weight (0.7658) x apg_base_rate_used (268.56, apg_base_rate_opd_visit) = $205.66",
    });
  });

  it("O2: the rate code chooses the emergency department or the episode", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "271", rate_code: "1402" })).toMatchObject({
      apg_base_rate_source_column: "apg_base_rate_ed",
      apg_base_rate_used: "232.15",
      payment_rate: "177.78",
      rate_code: "1402",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "271", rate_code: "1432" })).toMatchObject({
      apg_base_rate_used: "251.40",
      payment_rate: "192.52",
    });
  });

  it("O3: a procedure with its own weight", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "97110" })).toMatchObject({
      billing_code_type: "HCPCS",
      px_based_weight: "0.1375",
      apg_weight: null,
      units_limit: "4",
      payment_rate: "36.93",
      calculation_method: "px_based_weight (0.1375) x apg_base_rate_used (268.56, apg_base_rate_opd_visit) = $36.93",
    });
  });

  it("O4: a clinic in both regions is priced Downstate when none is sent", async () => {
    expect(await oneOutpatient({ npi: C1, billing_code: "271" })).toMatchObject({
      service_region_used: "Downstate",
      apg_base_rate_source_column: "apg_base_rate_dtc_clinic_downstate",
      payment_operating: "130.73",
      payment_capital: "27.35",
      capital_anomaly: false,
      payment_rate: "158.08",
      opcert: null,
      effective_start_date: "2025-01-01",
      calculation_method:
        "apg_weight (0.7658) x apg_base_rate_used (170.71, apg_base_rate_dtc_clinic_downstate) = $130.73; payment_operating (130.73) + payment_capital (27.35) = $158.08",
    });
  });

  it("O5: the same clinic Upstate", async () => {
    expect(await oneOutpatient({ npi: C1, billing_code: "271", service_region: "upstate" })).toMatchObject({
      apg_base_rate_source_column: "apg_base_rate_dtc_clinic_upstate",
      payment_operating: "109.56",
      payment_rate: "136.91",
    });
  });

  it("O6: ambulatory surgery with an anomalous capital add-on, paid as published", async () => {
    const query = { npi: C1, billing_code: "63", rate_code: "1408", service_region: "Upstate" };
    expect(await oneOutpatient(query)).toMatchObject({
      apg_base_rate_source_column: "apg_base_rate_dtc_ambsurg_upstate",
      apg_base_rate_used: "102.18",
      payment_operating: "833.20",
      payment_capital: "412.00",
      capital_anomaly: true,
      payment_rate: "1245.20",
    });
  });

  it("O7: an APG without a capital add-on", async () => {
    const result = await oneOutpatient({ npi: C1, billing_code: "414" });
    expect(result).toMatchObject({
      payment_operating: "17.77",
      payment_capital: null,
      capital_anomaly: null,
      payment_rate: "17.77",
    });
    expect(result.calculation_method).toMatch(/ = \$17\.77; no capital add-on for APG 414$/);
  });

  it("O8: a physician's fee by place of service", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99213" })).toMatchObject({
      payment_rate: "68.97",
      place_of_service: "non_facility",
      prior_auth_required: false,
      calculation_method: "physician fee (68.97) for 99213 non_facility = $68.97",
    });
    expect(await oneOutpatient({ npi: P1, billing_code: "99213", place_of_service: "facility" })).toMatchObject({
      payment_rate: "47.12",
      place_of_service: "facility",
    });
  });

  it("O9: the fee of the professional component is multiplied already", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "71046", modifier: "26" })).toMatchObject({
      modifier: "26",
      modifier_adjustment: "0.40",
      payment_rate: "10.02",
      calculation_method:
        "physician fee (10.02) for 71046 modifier 26, already multiplied by modifier_adjustment (0.40) = $10.02",
    });
  });

  it("O10: a by-report code", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "17999" })).toMatchObject({
      rate_found: false,
      is_manually_priced: true,
      payment_rate: null,
      payment_rate_type: "manually_priced",
      error_message: "17999 is priced By Report: payment is set case by case from documentation.",
      calculation_method: "by report: no fee is published for 17999",
      effective_start_date: "2025-01-01",
    });
  });

  it("O11: an anesthesia code", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "00840" })).toMatchObject({
      billing_code_type: "HCPCS",
      anesthesia_base_units: "6",
      rate_found: false,
      is_manually_priced: false,
      payment_rate: null,
      payment_rate_type: null,
      error_message:
        "00840 is an anesthesia code; New York publishes base units but no per-unit conversion factor, so no rate is computed.",
      calculation_method: "anesthesia_base_units (6) x conversion factor (missing: none is published)",
    });
  });

  it("O12: a laboratory fee", async () => {
    expect(await oneOutpatient({ npi: L1, billing_code: "80053" })).toMatchObject({
      payment_rate: "8.43",
      units_limit: "1",
      calculation_method: "laboratory fee (8.43) for 80053 = $8.43",
    });
  });

  it("O13: a procedure that has neither a weight nor a grouping", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "99213" })).toMatchObject({
      rate_found: false,
      error_message:
        "HCPCS code 99213 has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.",
    });
  });

  it("O14: a clinic's rate code at a hospital", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "271", rate_code: "1407" })).toMatchObject({
      error_message: "Rate code 1407 is not a hospital APG rate code; supported: 1400, 1402, 1432.",
      apg_weight: null,
    });
  });

  it("O15: a day before the first period", async () => {
    expect(await oneOutpatient({ npi: C1, billing_code: "271", date_of_service: "2021-06-30" })).toMatchObject({
      error_message:
        "No APG weight for APG 271 is in force on 2021-06-30; the nearest published period is 2025-01-01 onward.",
      effective_start_date: null,
    });
  });

  it("O16: a clinic in one region is priced there, whatever was sent", async () => {
    const method =
      "apg_weight (0.7658) x apg_base_rate_used (143.06, apg_base_rate_dtc_clinic_upstate) = $109.56; no capital add-on is published";
    expect(await oneOutpatient({ npi: C2, billing_code: "271", service_region: "Downstate" })).toMatchObject({
      service_region_used: "Upstate",
      payment_operating: "109.56",
      payment_capital: null,
      payment_rate: "109.56",
      calculation_method: `${method}; note: service_region Downstate has no effect, the provider's region is Upstate`,
    });
    expect(await oneOutpatient({ npi: C2, billing_code: "271", service_region: "Upstate" })).toMatchObject({
      payment_rate: "109.56",
      calculation_method: method,
    });
  });

  it("O17: a clinic in an unknown region needs one sent", async () => {
    const result = await oneOutpatient({ npi: C3, billing_code: "271", service_region: "Upstate" });
    expect(result).toMatchObject({ service_region_used: "Upstate", payment_rate: "109.56" });
    expect(result.calculation_method).not.toContain("note:");
    expect(await oneOutpatient({ npi: C3, billing_code: "271" })).toMatchObject({
      error_message: "The APG region of EXAMPLE MOBILE CLINIC is not known; send service_region.",
    });
  });

  it("O18: a practice of two types answers for those that have the code", async () => {
    expect(await outpatient({ npi: G1, billing_code: "99213" })).toMatchObject([
      { provider_type: "PHYSICIAN", payment_rate: "68.97" },
    ]);
    expect(await outpatient({ npi: G1, billing_code: "36415" })).toMatchObject([
      { provider_type: "PHYSICIAN", payment_rate: "2.80" },
      { provider_type: "LABORATORY", payment_rate: "3.00" },
    ]);
    expect(await outpatient({ npi: G1, billing_code: "17999" })).toMatchObject([
      { provider_type: "PHYSICIAN", is_manually_priced: true },
    ]);
    expect(await outpatient({ npi: G1, billing_code: "99999" })).toMatchObject([
      { error_message: "No physician fee is published for 99999." },
      { error_message: "No laboratory fee is published for 99999." },
    ]);
  });

  it("O19: codes of any shape are looked up", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "27100x" })).toMatchObject({
      billing_code: "27100x",
      billing_code_type: "HCPCS",
      error_message: "No physician fee is published for 27100X.",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "AB12" })).toMatchObject({
      billing_code_type: "HCPCS",
      error_message:
        "HCPCS code AB12 has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "9998" })).toMatchObject({
      billing_code_type: "APG",
      error_message: "No APG weight is published for APG 9998.",
    });
  });

  it("O20: lookups by name", async () => {
    expect(await outpatient({ provider_name: "EXAMPLE", billing_code: "99213" })).toMatchObject([
      { npi: G1, provider_type: "PHYSICIAN", payment_rate: "68.97", provider_matches_total: 2 },
      { npi: P1, payment_rate: "68.97", provider_matches_total: 2 },
    ]);
    expect(await outpatient({ provider_name: "group", billing_code: "36415" })).toMatchObject([
      { npi: G1, payment_rate: "2.80", provider_matches_total: 1 },
      { npi: G1, payment_rate: "3.00", provider_matches_total: 1 },
    ]);
    expect(await outpatient({ provider_name: "p", billing_code: "17999" })).toMatchObject([
      { npi: G1, provider_type: "PHYSICIAN", is_manually_priced: true, provider_matches_total: 0 },
    ]);
    expect(await outpatient({ provider_name: "example", billing_code: "00840" })).toMatchObject([
      {
        rate_found: false,
        provider_matches_total: 0,
        provider_name: null,
        error_message: "No New York provider that matches provider_name=example can be priced for this request.",
      },
    ]);
  });

  it("O21: a batch item may send the NPI as a JSON integer", async () => {
    const lookup = lookupOf(service.source.state, "outpatient");
    const item = { npi: Number(H1), billing_code: "271", date_of_service: DAY };
    const reading = lookup.reader.fromItem(item, { today: DAY as Day });
    if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
    expect(await lookupResults(lookup, reading.request, service.source)).toMatchObject([
      { result: { npi: "1100000001", payment_rate: "205.66" } },
    ]);
  });

  it("O22: a flat fee comes before the weights, and only while it is in force", async () => {
    for (const npi of [H1, C3]) {
      expect(await oneOutpatient({ npi, billing_code: "90656" })).toMatchObject({
        rate_found: true,
        error_message: null,
        billing_code_type: "HCPCS",
        payment_rate: "25.50",
        payment_rate_type: "fee_schedule",
        units_limit: "1",
        apg_weight: null,
        px_based_weight: null,
        apg_base_rate_used: null,
        apg_base_rate_source_column: null,
        payment_operating: null,
        payment_capital: null,
        capital_anomaly: null,
        service_region_used: null,
        is_manually_priced: false,
        prior_auth_required: null,
        effective_start_date: "2025-01-01",
        effective_end_date: "2025-06-30",
        calculation_method: "APG fee schedule amount (25.50) for 90656 = $25.50",
      });
    }
    const ended = { npi: H1, billing_code: "90656", date_of_service: "2025-07-01" };
    expect(await oneOutpatient(ended)).toMatchObject({ apg_weight: "0.1041", payment_rate: "27.96" });
  });

  it("O23: a fee per unit keeps its digits", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "j0696" })).toMatchObject({
      billing_code: "j0696",
      payment_rate: "0.6175",
      units_limit: null,
      calculation_method: "APG fee schedule amount (0.6175) for J0696 = $0.6175",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "j0696", rate_code: "1407" })).toMatchObject({
      rate_found: false,
      error_message: "Rate code 1407 is not a hospital APG rate code; supported: 1400, 1402, 1432.",
    });
    expect(await oneOutpatient({ npi: P1, billing_code: "J0696" })).toMatchObject({
      error_message: "No physician fee is published for J0696.",
    });
  });
});

describe("inpatient examples of the page (ny 7)", () => {
  it("I1: an acute stay", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "139-2" })).toMatchObject({
      rate_found: true,
      service_type: "acute",
      service_type_source: "default_acute",
      apr_drg_code: "139",
      soi: 2,
      payer_class: "FFS",
      payer_class_label: "Fee-for-Service",
      siw: "0.7412",
      discharge_rate_used: "8123.45",
      dme_used: "1201.33",
      statewide_base_price_used: null,
      base_dr_payment: "6021.10",
      is_outlier_case: null,
      is_transfer_case: null,
      alos: null,
      billing_code_used_in_calculation: null,
      payment_rate: "7834.83",
      payment_rate_type: "claim",
      calculation_method:
        "discharge_rate_used (8123.45) x siw (0.7412) = $6021.10; base_dr_payment (6021.10) + capital_per_disch_used (612.40) + dme_used (1201.33) = $7834.83",
    });
  });

  it("I2: a cost outlier", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "139-4", gross_charges: "412650" })).toMatchObject({
      base_dr_payment: "16121.80",
      cost_of_case: "117445.55",
      cost_outlier_threshold: "58214.00",
      outlier_threshold_adjusted: "69117.48",
      outlier_eligible_cost: "48328.07",
      outlier_marginal_pct: "0.60",
      outlier_amount: "28996.84",
      is_outlier_case: true,
      isaf_used: "1.1873",
      high_cost_cc_used: "0.284613",
      payment_rate: "46932.37",
      calculation_method:
        "discharge_rate_used (8123.45) x siw (1.9846) = $16121.80; gross_charges (412650.00) x high_cost_cc_used (0.284613) = $117445.55; cost_outlier_threshold (58214.00) x isaf_used (1.1873) = $69117.48; cost_of_case (117445.55) - outlier_threshold_adjusted (69117.48) = $48328.07; outlier_eligible_cost (48328.07) x outlier_marginal_pct (0.60) = $28996.84; base_dr_payment (16121.80) + capital_per_disch_used (612.40) + outlier_amount (28996.84) + dme_used (1201.33) = $46932.37",
    });
  });

  it("I3: charges below the outlier threshold", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "139-2", gross_charges: "61000" })).toMatchObject({
      cost_of_case: "17361.39",
      outlier_threshold_adjusted: "39323.38",
      is_outlier_case: false,
      outlier_eligible_cost: "0.00",
      outlier_amount: "0.00",
      outlier_marginal_pct: null,
      payment_rate: "7834.83",
      calculation_method:
        "discharge_rate_used (8123.45) x siw (0.7412) = $6021.10; gross_charges (61000.00) x high_cost_cc_used (0.284613) = $17361.39; cost_outlier_threshold (33120.00) x isaf_used (1.1873) = $39323.38; no outlier: cost does not exceed the adjusted threshold; base_dr_payment (6021.10) + capital_per_disch_used (612.40) + dme_used (1201.33) = $7834.83",
    });
  });

  it("I4: managed Medicaid with its add-ons", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "139-2", payer_class: "mmc" })).toMatchObject({
      payer_class: "MMC",
      payer_class_label: "Managed Medicaid",
      base_dr_payment: "5199.43",
      capital_per_disch_used: "655.10",
      capital_addon_ambulance_mmc: "14.25",
      capital_addon_teaching_election_mmc: null,
      capital_addon_school_nursing_mmc: "31.07",
      capital_addon_min_wage_mmc: "52.60",
      safety_net_sdp_per_disch_mmc: "1842.00",
      hh_acr_per_disch_mmc: "2315.75",
      dme_used: null,
      payment_rate: "10110.20",
    });
  });

  it("I5: a transfer after two days", async () => {
    const query = { npi: H1, billing_code: "139-2", transfer_out: "true", length_of_stay: "2" };
    expect(await oneInpatient(query)).toMatchObject({
      is_transfer_case: true,
      alos: "4.37",
      transfer_adjustment_factor: "1.20",
      transfer_per_diem: "1772.14",
      transfer_days_used: 2,
      transfer_adjusted_amount: "3544.28",
      capital_per_disch_used: null,
      capital_per_diem_used: "118.75",
      payment_rate: "4745.61",
      calculation_method:
        "discharge_rate_used (8123.45) x siw (0.7412) = $6021.10; base_dr_payment (6021.10) x transfer_adjustment_factor (1.20) / alos (4.37) + capital_per_diem_used (118.75) = $1772.14; transfer_per_diem (1772.14) x transfer_days_used (2) = $3544.28, within the cap $6633.50; transfer_adjusted_amount (3544.28) + dme_used (1201.33) = $4745.61",
    });
  });

  it("I6: a long managed Medicaid transfer is capped, its add-ons are not", async () => {
    const query = {
      npi: H1,
      billing_code: "139-2",
      payer_class: "MMC",
      transfer_out: "true",
      length_of_stay: "9",
    };
    const result = await oneInpatient(query);
    expect(result).toMatchObject({
      transfer_per_diem: "1554.78",
      transfer_adjusted_amount: "5854.53",
      capital_addon_ambulance_mmc: null,
      safety_net_sdp_per_disch_mmc: "1842.00",
      hh_acr_per_disch_mmc: "2315.75",
      payment_rate: "10012.28",
    });
    expect(result.calculation_method).toContain(
      "transfer_per_diem (1554.78) x transfer_days_used (9) = $13993.02, capped at $5854.53; transfer_adjusted_amount (5854.53) + safety_net_sdp_per_disch_mmc (1842.00) + hh_acr_per_disch_mmc (2315.75) = $10012.28",
    );
  });

  it("I7: the factor is 1.00 when the average stay is one day", async () => {
    const query = { npi: H1, billing_code: "560-1", transfer_out: "true", length_of_stay: "1" };
    expect(await oneInpatient(query)).toMatchObject({
      alos: "1",
      transfer_adjustment_factor: "1.00",
      base_dr_payment: "2522.33",
      transfer_per_diem: "2641.08",
      transfer_adjusted_amount: "2641.08",
      payment_rate: "3842.41",
    });
  });

  it("I8: a transfer-only APR-DRG is paid in full", async () => {
    const query = { npi: H1, billing_code: "580-3", transfer_out: "true", length_of_stay: "1" };
    expect(await oneInpatient(query)).toMatchObject({
      is_transfer_case: null,
      transfer_days_used: null,
      base_dr_payment: "3591.38",
      payment_rate: "5405.11",
      calculation_method:
        "discharge_rate_used (8123.45) x siw (0.4421) = $3591.38; base_dr_payment (3591.38) + capital_per_disch_used (612.40) + dme_used (1201.33) = $5405.11; note: APR-DRG 580 is a transfer-only DRG, paid the full DRG rate",
    });
  });

  it("I9: ALC days of a transfer are paid at their own per diem", async () => {
    const query = { npi: H1, billing_code: "139-2", transfer_out: "true", length_of_stay: "5", alc_days: "2" };
    const result = await oneInpatient(query);
    expect(result).toMatchObject({
      transfer_days_used: 3,
      transfer_adjusted_amount: "5316.42",
      acute_alc_per_diem_used: "231.18",
      payment_rate: "6980.11",
    });
    expect(result.calculation_method).toContain(
      "acute_alc_per_diem_used (231.18) x alc_days (2) = $462.36; transfer_adjusted_amount (5316.42) + dme_used (1201.33) + alc_payment (462.36) = $6980.11",
    );
  });

  it("I10: a psychiatric stay", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "750-2", length_of_stay: "10" })).toMatchObject({
      service_type: "psychiatric",
      service_type_source: "inferred_from_drg",
      psych_siw: "1.0243",
      psych_base_per_diem_used: "742.19",
      psych_non_op_per_diem_used: "96.41",
      los_scale_days_at_1_20: 4,
      los_scale_days_at_1_00: 6,
      los_scaled_total: "10.80",
      prior_admission_within_30d_applied: null,
      age_factor_used: null,
      siw: null,
      payment_rate: "9174.58",
      payment_rate_type: "per_diem",
      calculation_method:
        "psych_base_per_diem_used (742.19) x psych_siw (1.0243) = $760.23; los_scale_days_at_1_20 (4) x 1.20 + los_scale_days_at_1_00 (6) x 1.00 = los_scaled_total (10.80); adjusted_per_diem (760.23) x los_scaled_total (10.80) = $8210.48; psych_non_op_per_diem_used (96.41) x days (10) = $964.10; operating (8210.48) + non_operating (964.10) = $9174.58",
    });
  });

  it("I11: a psychiatric stay with everything", async () => {
    const query = {
      npi: H1,
      billing_code: "753-3",
      payer_class: "MMC",
      length_of_stay: "14",
      alc_days: "3",
      age_group: "CHILD",
      has_intellectual_disability: "true",
      comorbidity_category: "heart_failure",
      ect_treatments: "2",
      prior_admission_within_30d: "true",
    };
    expect(await oneInpatient(query)).toMatchObject({
      age_factor_used: "1.3597",
      age_factor_reason: "age_group CHILD (17 or under)",
      mr_factor_used: "1.0599",
      mr_factor_reason: "intellectual disability declared",
      comorbidity_factor_used: "1.0720",
      comorbidity_category_used: "Heart Failure",
      los_scale_days_at_1_20: 1,
      los_scale_days_at_1_00: 10,
      los_scaled_total: "11.20",
      prior_admission_within_30d_applied: true,
      ect_treatments_used: 2,
      psych_ect_per_treatment_used: "318.44",
      psych_alc_per_diem_used: "231.18",
      psych_sdp_per_diem_mmc: "210.00",
      psych_hh_acr_per_diem_mmc: "185.50",
      psych_dme_mmc: "22.36",
      payment_rate: "21333.13",
      calculation_method:
        "psych_base_per_diem_used (768.02) x psych_siw (1.1087) x age_factor_used (1.3597) x mr_factor_used (1.0599) x comorbidity_factor_used (1.0720) = $1315.50; los_scale_days_at_1_20 (1) x 1.20 + los_scale_days_at_1_00 (10) x 1.00 = los_scaled_total (11.20); adjusted_per_diem (1315.50) x los_scaled_total (11.20) = $14733.60; psych_non_op_per_diem_used (61.15) x days (11) = $672.65; psych_ect_per_treatment_used (318.44) x ect_treatments_used (2) = $636.88; psych_alc_per_diem_used (231.18) x alc_days (3) = $693.54; psych_sdp_per_diem_mmc (210.00) x days (11) = $2310.00; psych_hh_acr_per_diem_mmc (185.50) x days (11) = $2040.50; psych_dme_mmc (22.36) x days (11) = $245.96; operating (14733.60) + non_operating (672.65) + ect (636.88) + alc (693.54) + sdp (2310.00) + hh_acr (2040.50) + dme (245.96) = $21333.13",
    });
  });

  it("I12: the only certification of a rehabilitation hospital", async () => {
    expect(await oneInpatient({ npi: H2, length_of_stay: "12" })).toMatchObject({
      service_type: "med_rehab",
      service_type_source: "sole_provider_certification",
      billing_code: null,
      billing_code_type: null,
      billing_code_description: "Medical Rehabilitation",
      billing_code_used_in_calculation: null,
      apr_drg_code: null,
      soi: null,
      payment_rate: "16659.24",
      payment_rate_type: "per_diem",
      calculation_method: "per_diem (1388.27) x days (12) = $16659.24",
    });
  });

  it("I13: a rate code names the critical access per diem", async () => {
    const query = { npi: H1, billing_code: "139-2", rate_code: "2999", length_of_stay: "6", alc_days: "2" };
    expect(await oneInpatient(query)).toMatchObject({
      service_type: "cah",
      service_type_source: "inferred_from_rate_code",
      billing_code: "139-2",
      billing_code_type: "APR-DRG",
      billing_code_used_in_calculation: false,
      acute_alc_per_diem_used: null,
      psych_alc_per_diem_used: null,
      payment_rate: "8817.08",
      calculation_method:
        "per_diem (2101.94) x days (4) = $8407.76; alc_per_diem (204.66) x alc_days (2) = $409.32; per_diem_payment (8407.76) + alc_payment (409.32) = $8817.08",
    });
  });

  it("I14: an explicit service type is not second-guessed", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "750-2", service_type: "acute" })).toMatchObject({
      service_type_source: "explicit",
      error_message: "No acute service intensity weight is published for APR-DRG 750-2.",
    });
  });

  it("I15: dual diagnosis has no ALC days", async () => {
    const query = { npi: H1, service_type: "dual_diag_adult", length_of_stay: "5", alc_days: "1" };
    expect(await oneInpatient(query)).toMatchObject({
      rate_found: false,
      error_message:
        "alc_days is not supported for dual_diag_adult: no ALC per diem exists for dual diagnosis psychiatric services.",
    });
  });

  it("I16: a rate code that names no service type", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "139-2", rate_code: "4800" })).toMatchObject({
      service_type: null,
      service_type_source: null,
      error_message:
        "Rate code 4800 does not name a service type that can be priced; supported: 2852, 2853, 2946, 2960, 2999, 4607, 4608. Send service_type instead.",
    });
  });

  it("I17: a psychiatric stay without days gives the formula", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "750-2" })).toMatchObject({
      service_type: "psychiatric",
      service_type_source: "inferred_from_drg",
      rate_found: false,
      error_message: "length_of_stay is required for service_type psychiatric.",
      calculation_method: "adjusted_per_diem (760.23) x los_scaled_total (missing: length_of_stay)",
      psych_siw: "1.0243",
      psych_base_per_diem_used: "742.19",
      psych_non_op_per_diem_used: "96.41",
      los_scaled_total: null,
      payment_rate_type: null,
      effective_start_date: "2025-01-01",
    });
  });

  it("I18: a code without severity gives one result per severity", async () => {
    expect(await inpatient({ npi: H1, billing_code: "139", payer_class: "FFS" })).toMatchObject([
      { billing_code: "139", apr_drg_code: "139", soi: 2, payment_rate: "7834.83" },
      { billing_code: "139", apr_drg_code: "139", soi: 4, payment_rate: "17935.53" },
    ]);
  });

  it("I19: hospitals that lack the length of stay do not count", async () => {
    expect(await inpatient({ provider_name: "example", billing_code: "750-2" })).toMatchObject([
      {
        rate_found: false,
        provider_matches_total: 0,
        error_message: "No New York provider that matches provider_name=example can be priced for this request.",
      },
    ]);
  });

  it("I20: of two hospitals the one that can be priced", async () => {
    expect(await inpatient({ provider_name: "e", billing_code: "139-2" })).toMatchObject([
      { npi: H1, payment_rate: "7834.83", provider_matches_total: 1 },
    ]);
  });

  it("I21: a service type that is sent or named by a rate code lacks its days in the same way", async () => {
    const named = {
      explicit: { service_type: "psychiatric" },
      inferred_from_rate_code: { rate_code: "2852" },
    };
    for (const [source, query] of Object.entries(named)) {
      expect(await oneInpatient({ npi: H1, billing_code: "750-2", ...query })).toMatchObject({
        service_type: "psychiatric",
        service_type_source: source,
        rate_found: false,
        error_message: "length_of_stay is required for service_type psychiatric.",
        calculation_method: "adjusted_per_diem (760.23) x los_scaled_total (missing: length_of_stay)",
        psych_siw: "1.0243",
        effective_start_date: "2025-01-01",
      });
    }
  });

  it("I22: an acute stay without a code", async () => {
    const queries: readonly Record<string, string>[] = [{ service_type: "acute" }, { rate_code: "2946" }, {}];
    for (const query of queries) {
      expect(await oneInpatient({ npi: H1, ...query })).toMatchObject({
        rate_found: false,
        service_type: "acute",
        error_message: "billing_code is required for service_type acute; send an APR-DRG code as <drg> or <drg>-<soi>.",
      });
    }
  });

  it("I23: more ALC days than days of stay", async () => {
    const query = { npi: H1, billing_code: "139-2", length_of_stay: "2", alc_days: "3" };
    expect(await oneInpatient(query)).toMatchObject({
      rate_found: false,
      service_type: "acute",
      error_message: "alc_days (3) cannot be more than length_of_stay (2).",
      calculation_method: null,
    });
    expect(await oneInpatient({ ...query, service_type: "dual_diag_adult" })).toMatchObject({
      error_message:
        "alc_days is not supported for dual_diag_adult: no ALC per diem exists for dual diagnosis psychiatric services.",
    });
  });
});

describe("provider search examples of the page (ny 7)", () => {
  it("S1: ZIP codes match by five digits or by all nine", async () => {
    for (const zip of ["10001", "100011234", "10001-1234"]) {
      expect(await service.search({ zip_code: zip })).toMatchObject({ providers: [{ npi: H1 }], total_results: 1 });
    }
  });

  it("S2: other ZIP codes find nothing", async () => {
    for (const zip of ["10001-9999", "1000", "1000A"]) {
      expect(await service.search({ zip_code: zip })).toMatchObject({ providers: [], total_results: 0 });
    }
  });

  it("S3: a name of one letter finds every row, those of one provider by type", async () => {
    const { providers, total_results } = await service.search({ provider_name: "e" });
    expect(total_results).toBe(9);
    expect(providers.map(({ npi, provider_type }) => [npi, provider_type])).toEqual([
      [H1, "HOSPITAL"],
      [G1, "PHYSICIAN"],
      [G1, "LABORATORY"],
      [C1, "OUTPATIENT_CLINIC_ASC"],
      [L1, "LABORATORY"],
      [C2, "OUTPATIENT_CLINIC_ASC"],
      [C3, "OUTPATIENT_CLINIC_ASC"],
      [P1, "PHYSICIAN"],
      [H2, "HOSPITAL"],
    ]);
    expect(providers[0]).toMatchObject({
      opcert: "7000101H",
      inpatient_service_types: ["acute", "psychiatric", "cah", "dual_diag_adult"],
      service_regions: [],
      op_rates: true,
      ip_rates: true,
    });
    expect(providers[3]).toMatchObject({ service_regions: ["Downstate", "Upstate"], inpatient_service_types: [] });
    expect(providers[5]).toMatchObject({ service_regions: ["Upstate"], op_rates: true, ip_rates: false });
    expect(providers[8]).toMatchObject({ inpatient_service_types: ["med_rehab"], op_rates: false, ip_rates: true });
  });

  it("S4: a limit above 1000 is cut, one of 0 is refused", async () => {
    expect(await service.search({ limit: "5000", reference_id: "x" })).toMatchObject({
      providers: { length: 9 },
      total_results: 9,
      limit_applied: 1000,
    });
    const reading = service.source.state.search.reader.fromQuery({ limit: "0" }, { today: DAY as Day });
    expect(reading).toMatchObject({ ok: false, faults: [{ field: "limit", code: "invalid_parameter" }] });
  });
});
