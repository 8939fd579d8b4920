import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceOf, type TestService } from "../../support/release.ts";
import { exampleLookups } from "../../support/worked-examples.ts";
import { A1, H1, H2, H3, H4, H4_ALTERNATE, L1, P1, P2, P3, workedExampleRows } from "./worked-example-rows.ts";

const DAY = "2026-03-15";

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("fl", workedExampleRows);
});
afterAll(() => service.close());

type Query = Record<string, string>;

const { outpatient, inpatient, oneOutpatient, oneInpatient } = exampleLookups(() => service, {
  outpatient: { date_of_service: DAY },
  inpatient: { discharge_date: DAY },
});

const HOSPITALS_USE_EAPG =
  "Hospital outpatient services are priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG.";

const NO_MULTIPLIERS = {
  specialty_multiplier: null,
  age_multiplier_applied: null,
  provider_type_multiplier_applied: null,
};

describe("outpatient examples of the page (fl 7)", () => {
  it("O1: an office visit is paid the non-facility fee", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99202" })).toMatchObject({
      rate_found: true,
      error_message: null,
      payment_rate: "58.45",
      payment_rate_type: "fee_schedule",
      billing_code_type: "HCPCS",
      place_of_service: "non_facility",
      ...NO_MULTIPLIERS,
      calculation_method: "Practitioner fee schedule non-facility fee (58.45) = $58.45",
      effective_start_date: "2026-01-01",
      effective_end_date: null,
      date_of_service_used: DAY,
    });
  });

  it("O2: a nurse practitioner in a hospital department is paid 80% of the facility fee", async () => {
    expect(await oneOutpatient({ npi: P2, billing_code: "99202", place_of_service: "22" })).toMatchObject({
      payment_rate: "25.74",
      place_of_service: "facility",
      provider_type_multiplier_applied: "0.80",
      calculation_method: "Practitioner fee schedule facility fee (32.18) x provider type multiplier (0.80) = $25.74",
    });
  });

  it("O3: a pediatrician's visit of a child gets the age and the highest specialty increase", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99202", child_patient: "true" })).toMatchObject({
      payment_rate: "96.69",
      age_multiplier_applied: "1.21056",
      specialty_multiplier: 1.36648,
      provider_type_multiplier_applied: null,
      calculation_method:
        "Practitioner fee schedule non-facility fee (58.45) x age multiplier (1.21056) x specialty multiplier (1.36648) = $96.69",
    });
  });

  it("O4: components are paid as published, whatever the place", async () => {
    const query = { npi: P1, billing_code: "46924", place_of_service: "facility" };
    expect(await oneOutpatient({ ...query, modifier: "26" })).toMatchObject({
      payment_rate: "123.40",
      modifier: "26",
      modifier_adjustment: "0.2652",
      place_of_service: null,
    });
    expect(await oneOutpatient({ ...query, modifier: "TC" })).toMatchObject({
      payment_rate: "341.98",
      modifier: "TC",
      modifier_adjustment: "0.7348",
      place_of_service: null,
    });
  });

  it("O5: carve-out modifiers pay a share of the fee", async () => {
    expect(await oneOutpatient({ npi: P2, billing_code: "27447", modifier: "80" })).toMatchObject({
      payment_rate: "115.41",
      modifier: "80",
      modifier_adjustment: "0.16",
      place_of_service: null,
      calculation_method:
        "Practitioner fee schedule fee (901.66) x modifier 80 factor (0.16) x provider type multiplier (0.80) = $115.41",
    });
    expect(await oneOutpatient({ npi: P1, billing_code: "27447", modifier: "50" })).toMatchObject({
      payment_rate: "1352.49",
    });
  });

  it("O6: a laboratory and a physician are paid by schedules of their own", async () => {
    expect(await oneOutpatient({ npi: L1, billing_code: "80053" })).toMatchObject({ payment_rate: "5.71" });
    const professional = { npi: P1, billing_code: "80053", modifier: "26", child_patient: "true" };
    expect(await oneOutpatient(professional)).toMatchObject({
      payment_rate: "1.27",
      modifier_adjustment: "0.2003",
      ...NO_MULTIPLIERS,
    });
  });

  it("O7: five digits are an EAPG where the type says so", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "00013", billing_code_type: "EAPG" })).toMatchObject({
      payment_rate: "364.69",
      error_message: null,
      state_provider_id: "010100100",
      billing_code: "00013",
      billing_code_type: "EAPG",
      hospital_class: "All Other",
      calculation_method: "EAPG weight (1.3864) x base rate (263.05) x policy adjustor (1.0) = $364.69",
    });
  });

  it("O8: payment adjustor flags multiply, then the children's add-on", async () => {
    const flags = { paf_multiple_significant: "true", paf_bilateral: "true" };
    expect(await oneOutpatient({ npi: H2, billing_code: "13", ...flags })).toMatchObject({
      payment_rate: "467.19",
      paf_multiple_significant: "0.50",
      paf_bilateral: "1.50",
      paf_packaging: null,
      paf_adjustment: "0.75",
      eapg_policy_adjustor: "1.5550",
      calculation_method:
        "EAPG weight (1.3864) x base rate (263.05) x policy adjustor (1.5550) x PAF adjustment (0.75: multiple significant 0.50, bilateral 1.50) = $425.32; + children's add-on (41.87) = $467.19",
    });
  });

  it("O9: a packaged line is paid nothing, and so is its add-on", async () => {
    expect(await oneOutpatient({ npi: H2, billing_code: "13", paf_packaging: "true" })).toMatchObject({
      rate_found: true,
      payment_rate: "0.00",
      paf_adjustment: "0",
      eapg_childrens_addon: "41.87",
      calculation_method:
        "EAPG weight (1.3864) x base rate (263.05) x policy adjustor (1.5550) x PAF adjustment (0: packaging 0) = $0.00; children's add-on not paid on a line paid at $0.00",
    });
  });

  it("O10: an EAPG of a surgical center is told by its shape", async () => {
    expect(await oneOutpatient({ npi: A1, billing_code: "74", paf_terminated: "true" })).toMatchObject({
      payment_rate: "846.78",
      billing_code_type: "EAPG",
      hospital_class: null,
      eapg_policy_adjustor: null,
    });
  });

  it("O11: a by-report code", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "64999" })).toMatchObject({
      rate_found: false,
      is_manually_priced: true,
      payment_rate: null,
      payment_rate_type: "manually_priced",
      error_message:
        "64999 is priced By Report: it is covered and the state sets the payment case by case; no amount is published.",
      calculation_method: "By Report: no published amount; payment = amount set by the state case by case",
    });
  });

  it("O11a: a by-report code qualifies no provider by name", async () => {
    expect(await oneOutpatient({ provider_name: "p1", billing_code: "64999" })).toMatchObject({
      npi: P1,
      is_manually_priced: true,
      provider_matches_total: 0,
    });
    expect(await oneOutpatient({ provider_name: "h1", billing_code: "64999" })).toMatchObject({
      npi: null,
      is_manually_priced: false,
      provider_matches_total: 0,
    });
  });

  it("O12: a hospital asked for a HCPCS code", async () => {
    for (const type of [{ billing_code_type: "HCPCS" }, {}]) {
      expect(await oneOutpatient({ npi: H1, billing_code: "99202", ...type } as Query)).toMatchObject({
        billing_code_type: "HCPCS",
        error_message: HOSPITALS_USE_EAPG,
      });
    }
    expect(await oneOutpatient({ npi: H1, billing_code: "99202", billing_code_type: "EAPG" })).toMatchObject({
      billing_code_type: "EAPG",
      error_message: "99202 is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.",
    });
  });

  it("O13: a modifier without a published rate", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "27447", modifier: "TC" })).toMatchObject({
      error_message: "27447 has no published rate with modifier TC; published: no modifier.",
    });
  });

  it("O14: a day before the first period", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99202", date_of_service: "2025-06-30" })).toMatchObject({
      error_message: "99202 has no rate in force on 2025-06-30; the nearest published period is 2026-01-01 onward.",
    });
  });

  it("O15: a row with a facility fee alone pays it in any place", async () => {
    for (const place of [{}, { place_of_service: "non_facility" }, { place_of_service: "11" }]) {
      expect(await oneOutpatient({ npi: P1, billing_code: "59514", ...place } as Query)).toMatchObject({
        payment_rate: "812.40",
        place_of_service: "facility",
        calculation_method: "Practitioner fee schedule facility fee (812.40) = $812.40",
      });
    }
    expect(await oneOutpatient({ npi: P2, billing_code: "59514", modifier: "80" })).toMatchObject({
      payment_rate: "103.99",
      place_of_service: "facility",
    });
  });

  it("O16: codes of any shape are looked up, never refused", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: " 992-02x " })).toMatchObject({
      billing_code: "992-02x",
      billing_code_type: "HCPCS",
      error_message: "992-02X is not on the Florida Practitioner fee schedule.",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "99202 and 99203" })).toMatchObject({
      billing_code_type: "EAPG",
      error_message:
        "99202 AND 99203 is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.",
    });
    for (const code of ["00000000000000000013", "000013"]) {
      expect(await oneOutpatient({ npi: H1, billing_code: code })).toMatchObject({
        billing_code_type: "EAPG",
        error_message: `${code} is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.`,
      });
      expect(await oneOutpatient({ npi: H1, billing_code: code, billing_code_type: "EAPG" })).toMatchObject({
        payment_rate: "364.69",
      });
    }
  });

  it("O17: a name finds the providers that can be priced", async () => {
    expect(await outpatient({ provider_name: "p", billing_code: "99202" })).toMatchObject([
      { provider_name: "Provider P1", payment_rate: "58.45", provider_matches_total: 3 },
      { provider_name: "Provider P2", payment_rate: "46.76", provider_matches_total: 3 },
      { provider_name: "Provider P3", payment_rate: "58.45", provider_matches_total: 3 },
    ]);
    expect(await outpatient({ provider_name: "p", billing_code: "80053" })).toMatchObject([
      { provider_name: "Provider L1", payment_rate: "5.71", provider_matches_total: 4 },
      { provider_name: "Provider P1", payment_rate: "6.34", provider_matches_total: 4 },
      { provider_name: "Provider P2", payment_rate: "6.34", provider_matches_total: 4 },
      { provider_name: "Provider P3", payment_rate: "6.34", provider_type: "PRACTITIONER" },
      { provider_name: "Provider P3", payment_rate: "5.71", provider_type: "INDEPENDENT_LAB" },
    ]);
    expect(await oneOutpatient({ provider_name: "provider h", billing_code: "99202" })).toMatchObject({
      provider_matches_total: 0,
      provider_name: null,
      error_message: 'No Florida provider matching provider_name "provider h" can be priced for 99202.',
    });
  });

  it("O18: a code of one of an NPI's types does not fail for the other", async () => {
    expect(await outpatient({ npi: P3, billing_code: "99202" })).toMatchObject([
      { provider_type: "PRACTITIONER", payment_rate: "58.45" },
    ]);
    expect(await outpatient({ npi: P3, billing_code: "80053" })).toMatchObject([
      { provider_type: "PRACTITIONER", payment_rate: "6.34" },
      { provider_type: "INDEPENDENT_LAB", payment_rate: "5.71" },
    ]);
    expect(await outpatient({ npi: P3, billing_code: "11111" })).toMatchObject([
      { error_message: "11111 is not on the Florida Practitioner fee schedule." },
      { error_message: "11111 is not on the Florida Independent Laboratory fee schedule." },
    ]);
  });

  it("O19: without a code type the shape of the code decides", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "00013" })).toMatchObject({
      billing_code_type: "HCPCS",
      error_message: HOSPITALS_USE_EAPG,
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "0013" })).toMatchObject({
      payment_rate: "364.69",
      billing_code_type: "EAPG",
      billing_code: "0013",
    });
    expect(await oneOutpatient({ npi: P1, billing_code: "0013" })).toMatchObject({
      billing_code_type: "EAPG",
      error_message: "Practitioner services are priced by HCPCS code, not by EAPG.",
    });
    expect(await oneOutpatient({ npi: P1, billing_code: "0013", billing_code_type: "HCPCS" })).toMatchObject({
      billing_code_type: "HCPCS",
      error_message: "0013 is not on the Florida Practitioner fee schedule.",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "j1100" })).toMatchObject({
      billing_code: "j1100",
      billing_code_type: "HCPCS",
      billing_code_description: "Injection, dexamethasone sodium phosphate, 1 mg",
      error_message: HOSPITALS_USE_EAPG,
    });
  });

  it("O20: of a surgical center the code decides, not the date", async () => {
    const query = { npi: A1, billing_code: "10060" };
    expect(await oneOutpatient({ ...query, date_of_service: "2016-05-01" })).toMatchObject({
      payment_rate: "301.20",
      billing_code_type: "HCPCS",
      calculation_method: "Ambulatory surgical center fee schedule fee (301.20) = $301.20",
    });
    expect(await oneOutpatient(query)).toMatchObject({
      billing_code_type: "HCPCS",
      error_message:
        "10060 has no rate in force on 2026-03-15; the nearest published period is 2010-01-01 to 2017-06-30.",
    });
    expect(await oneOutpatient({ npi: A1, billing_code: "00074" })).toMatchObject({
      billing_code_type: "HCPCS",
      error_message: "00074 is not on the Florida Ambulatory Surgical Center fee schedule.",
    });
  });

  it("O21: a name answers an EAPG with hospitals and surgical centers", async () => {
    expect(await outpatient({ provider_name: "provider", billing_code: "13" })).toMatchObject([
      { provider_name: "Provider A1", payment_rate: "376.17", provider_matches_total: 3 },
      { provider_name: "Provider H1", payment_rate: "364.69", provider_matches_total: 3 },
      { provider_name: "Provider H2", payment_rate: "608.97", provider_matches_total: 3 },
    ]);
    expect(await oneOutpatient({ provider_name: "provider", billing_code: "00013" })).toMatchObject({
      provider_matches_total: 0,
      error_message: 'No Florida provider matching provider_name "provider" can be priced for 00013.',
    });
  });

  it.each(["54", "TC"])("O22: modifier %s is not applied to a code by report", async (modifier) => {
    expect(await oneOutpatient({ npi: P1, billing_code: "64999", modifier })).toMatchObject({
      is_manually_priced: true,
      modifier: null,
      modifier_adjustment: null,
      error_message:
        "64999 is priced By Report: it is covered and the state sets the payment case by case; no amount is published.",
    });
  });

  it("the published stack of increases: 55.15 x 1.04 x 1.24 x 1.164 x 1.102 = 91.23", async () => {
    const published = await serviceOf("fl", {
      ...workedExampleRows,
      "fl/fee_schedule.csv": "schedule,code,fsi,effective_start_date\nPRACTITIONER,99202,55.15,2026-01-01\n",
    });
    const [result] = await published.lookup("outpatient", {
      npi: P1,
      billing_code: "99202",
      child_patient: "true",
      date_of_service: DAY,
    });
    published.close();
    expect(result).toMatchObject({ payment_rate: "91.23" });
  });
});

describe("inpatient examples of the page (fl 7)", () => {
  it("I1: an adult's stay without charges", async () => {
    expect(await oneInpatient({ npi: H4, billing_code: "139-2" })).toMatchObject({
      payment_rate: "1932.99",
      payment_rate_type: "claim",
      max_adjustor_used: "1.0",
      length_of_stay_used: 3,
      age_adjustor: null,
      pediatric_service_line: "Pediatric",
      adult_service_line: "Adult",
      outlier_threshold: 60000,
      marginal_cost_pct: 0.6,
      calculation_method:
        "statewide base rate (3551.33) x relative weight (0.5443) x max adjustor (1.0, service) = $1932.99; outlier and charge cap not evaluated (total_charges not supplied)",
    });
  });

  it("I2: a rural hospital's provider adjustor", async () => {
    expect(await oneInpatient({ npi: H3, billing_code: "139-2" })).toMatchObject({
      payment_rate: "4614.04",
      max_adjustor_used: "2.387",
      provider_adjustor: "2.387",
    });
  });

  it("I3: a newborn's outlier at a children's hospital", async () => {
    const query = { npi: H2, billing_code: "593-4", child_patient: "true", total_charges: "912345.67" };
    expect(await oneInpatient(query)).toMatchObject({
      service_adjustor: "1.3",
      age_adjustor: "2.310",
      provider_adjustor: "1.555",
      max_adjustor_used: "2.310",
      base_payment: "60723.66",
      childrens_addon: "1180.42",
      childrens_addon_amount: "6185.03",
      outlier_adjustment_applied: true,
      outlier_amount: "72661.92",
      marginal_cost_pct: 0.8,
      payment_rate: "139570.61",
      calculation_method:
        "statewide base rate (3551.33) x relative weight (7.4021) x max adjustor (2.310, age) = $60723.66; children's add-on: add-on (1180.42) x relative weight (7.4021) / casemix (1.4127) = $6185.03; outlier: total charges (912345.67) x CCR (0.231876) = cost $211551.06; cost (211551.06) - DRG payment (60723.66) = loss $150827.40; (loss (150827.40) - threshold (60000.00)) x marginal cost (0.80) = $72661.92; total: DRG payment (60723.66) + children's add-on (6185.03) + outlier (72661.92) = $139570.61",
    });
  });

  it("I4: a transfer from a trauma center", async () => {
    const query = {
      npi: H1,
      billing_code: "174-3",
      transfer_claim: "true",
      length_of_stay: "2",
      total_charges: "98500",
    };
    expect(await oneInpatient(query)).toMatchObject({
      base_payment: "6723.38",
      transfer_adjusted_amount: "3127.14",
      transfer_adjustment_applied: true,
      trauma_enhancement_amount: "531.61",
      outlier_adjustment_applied: false,
      outlier_amount: null,
      payment_rate: "3658.75",
      calculation_method:
        "statewide base rate (3551.33) x relative weight (1.8932) x max adjustor (1.0, service) = $6723.38; transfer: base payment (6723.38) / mean LOS (6.45) = per diem $1042.38; per diem (1042.38) x (LOS (2) + 1) = $3127.14; trauma enhancement: DRG payment (3127.14) x Level I (0.17) = $531.61; outlier: total charges (98500.00) x CCR (0.180450) = cost $17774.33; cost (17774.33) - DRG payment (3127.14) = loss $14647.19, not above threshold (60000.00), not applied; total: DRG payment (3127.14) + trauma enhancement (531.61) = $3658.75",
    });
  });

  it("I5: the charge cap", async () => {
    expect(await oneInpatient({ npi: H4, billing_code: "174-3", total_charges: "5200" })).toMatchObject({
      base_payment: "6723.38",
      payment_rate: "5200.00",
      charge_cap_applied: true,
      total_charges_used: "5200.00",
      calculation_method:
        "statewide base rate (3551.33) x relative weight (1.8932) x max adjustor (1.0, service) = $6723.38; outlier: total charges (5200.00) x CCR (0.180450) = cost $938.34; cost (938.34) - DRG payment (6723.38) = loss $-5785.04, not above threshold (60000.00), not applied; charge cap: total charges (5200.00) = $5200.00",
    });
  });

  it("I6: severe pediatric outliers are paid the higher percentage", async () => {
    const query = { npi: H4, child_patient: "true", total_charges: "640000" };
    expect(await oneInpatient({ ...query, billing_code: "139-2" })).toMatchObject({
      base_payment: "2938.14",
      max_adjustor_used: "1.52",
      marginal_cost_pct: 0.6,
      outlier_amount: "31529.92",
      payment_rate: "34468.06",
    });
    expect(await oneInpatient({ ...query, billing_code: "139-3" })).toMatchObject({
      base_payment: "6667.04",
      max_adjustor_used: "2.310",
      marginal_cost_pct: 0.8,
      outlier_amount: "39056.77",
      payment_rate: "45723.81",
    });
  });

  it("I7: a transfer after the average stay is paid in full", async () => {
    const query = { npi: H4, billing_code: "614-1", length_of_stay: "5" };
    expect(await oneInpatient({ ...query, transfer_claim: "true" })).toMatchObject({
      service_adjustor: "1.3",
      base_payment: "3374.83",
      payment_rate: "3374.83",
      transfer_adjusted_amount: "3374.83",
      transfer_adjustment_applied: false,
      calculation_method:
        "statewide base rate (3551.33) x relative weight (0.7310) x max adjustor (1.3, service) = $3374.83; transfer: base payment (3374.83) / mean LOS (3.02) = per diem $1117.49; per diem (1117.49) x (LOS (5) + 1) = $6704.94, not less than base payment, not applied; outlier and charge cap not evaluated (total_charges not supplied)",
    });
    expect(await oneInpatient(query)).toMatchObject({
      transfer_adjusted_amount: null,
      transfer_adjustment_applied: false,
    });
  });

  it("I8: a code without severity gives every severity", async () => {
    expect(await inpatient({ npi: H4, billing_code: "139" })).toMatchObject([
      { soi: 1, payment_rate: "1456.76", billing_code: "139", apr_drg_code: "139" },
      { soi: 2, payment_rate: "1932.99" },
      { soi: 3, payment_rate: "2886.17" },
      { soi: 4, payment_rate: "5765.58" },
    ]);
  });

  it("I9: a provider that is not a hospital", async () => {
    expect(await oneInpatient({ npi: P1, billing_code: "139-2" })).toMatchObject({
      npi: P1,
      error_message: "Provider P1 is not a hospital; Florida inpatient rates exist for hospitals only.",
    });
  });

  it("I10: an APR-DRG without a weight", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "999-1" })).toMatchObject({
      error_message: "APR-DRG 999-1 has no published Florida weight.",
      apr_drg_code: "999",
      soi: 1,
      hospital_class: null,
      charge_cap_applied: null,
    });
  });

  it("I11: no such provider", async () => {
    expect(await oneInpatient({ npi: "1999999999", billing_code: "139-2" })).toMatchObject({
      error_message: "No Florida provider matches npi 1999999999. Check the identifier or use /fl/providers/search.",
      npi: "1999999999",
      provider_name: null,
      provider_matches_total: null,
    });
  });

  it("I12: the neonatal service adjustor needs no child_patient", async () => {
    expect(await oneInpatient({ npi: H4, billing_code: "593-4" })).toMatchObject({
      payment_rate: "34173.49",
      max_adjustor_used: "1.3",
      age_adjustor: null,
    });
    expect(await oneInpatient({ npi: H2, billing_code: "593-4" })).toMatchObject({
      base_payment: "40876.75",
      max_adjustor_used: "1.555",
      childrens_addon_amount: "6185.03",
      payment_rate: "47061.78",
    });
  });

  it("I13: a name of one letter finds the four hospitals", async () => {
    expect(await inpatient({ provider_name: "h", billing_code: "139-2" })).toMatchObject([
      { provider_name: "Provider H1", payment_rate: "2261.60", trauma_enhancement_amount: "328.61" },
      { provider_name: "Provider H2", payment_rate: "3460.60", childrens_addon_amount: "454.80" },
      { provider_name: "Provider H3", payment_rate: "4614.04" },
      { provider_name: "Provider H4", payment_rate: "1932.99", provider_matches_total: 4 },
    ]);
  });

  it("I14: a hospital answers with the NPI that was sent", async () => {
    const query = { billing_code: "139-2" };
    expect(await oneInpatient({ ...query, npi: H4_ALTERNATE })).toMatchObject({
      payment_rate: "1932.99",
      npi: H4_ALTERNATE,
      state_provider_id: "010400400",
    });
    expect(await oneInpatient({ ...query, state_provider_id: "010400400" })).toMatchObject({ npi: H4 });
    expect((await service.search({ npi: H4_ALTERNATE })).providers).toMatchObject([{ npi: H4_ALTERNATE }]);
    expect((await service.search({ npi: H4 })).providers).toMatchObject([{ npi: H4 }]);
  });
});
