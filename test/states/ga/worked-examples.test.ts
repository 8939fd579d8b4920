import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { exampleLookups } from "../../support/worked-examples.ts";
import {
  ADAMS,
  BAKER,
  CHATTAHOOCHEE,
  EARLY_COUNTY,
  MAGNOLIA,
  OCMULGEE,
  OKEFENOKEE,
  PEACHTREE,
  SAVANNAH,
  withAirportCampus,
  withLaterParameters,
  withModifiersOnly,
  workedExampleRows,
} from "./worked-example-rows.ts";

const DAY = "2025-09-15";

let service: TestService;
let laterParameters: TestService;
let airportCampus: TestService;
let modifiersOnly: TestService;
beforeAll(async () => {
  service = await serviceOf("ga", workedExampleRows);
  laterParameters = await serviceOf("ga", withLaterParameters);
  airportCampus = await serviceOf("ga", withAirportCampus);
  modifiersOnly = await serviceOf("ga", withModifiersOnly);
});
afterAll(() => {
  for (const each of [service, laterParameters, airportCampus, modifiersOnly]) each.close();
});

const { outpatient, inpatient, oneOutpatient, oneInpatient } = exampleLookups(() => service, {
  outpatient: { date_of_service: DAY },
  inpatient: { admit_date: DAY },
});

describe("outpatient examples of the page (ga 7)", () => {
  it("O1: an office visit", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: "99213" })).toMatchObject({
      rate_found: true,
      error_message: null,
      service_category: "physician_fs",
      place_of_service: "non_facility",
      payment_rate: "76.15",
      payment_rate_type: "fee_schedule",
      enhanced: null,
      effective_start_date: "2022-07-01",
      effective_end_date: null,
      date_of_service_used: DAY,
      calculation_method: "Physician fee schedule rate ($76.15) = $76.15",
    });
  });

  it("O2: the same visit with an enrolled physician, and before the enrollment", async () => {
    expect(await oneOutpatient({ npi: ADAMS, billing_code: "99213" })).toMatchObject({
      service_category: "enhanced_rate",
      enhanced: true,
      payment_rate: "92.47",
      effective_start_date: "2023-07-01",
      calculation_method: "Enhanced rate for program primary_care ($92.47) = $92.47",
    });
    const before = { npi: ADAMS, billing_code: "99213", date_of_service: "2023-01-10" };
    expect(await oneOutpatient(before)).toMatchObject({
      service_category: "physician_fs",
      enhanced: null,
      payment_rate: "76.15",
      effective_start_date: "2022-07-01",
      effective_end_date: "2023-06-30",
    });
  });

  it("O3: the site-of-service rate", async () => {
    const query = { npi: BAKER, billing_code: "99213", place_of_service: "facility" };
    expect(await oneOutpatient(query)).toMatchObject({
      service_category: "site_of_service",
      place_of_service: "facility",
      payment_rate: "58.42",
      calculation_method: "Site-of-service rate ($58.42) = $58.42",
    });
  });

  it("O4: professional and technical component", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: "71046", modifier: "26" })).toMatchObject({
      payment_rate: "8.06",
      modifier: "26",
      base_rate: "27.10",
      modifier_adjustment: "0.2974",
      calculation_method:
        "Physician fee schedule rate with modifier 26 ($8.06) = $8.06; modifier adjustment = rate ($8.06) / base rate ($27.10) = 0.2974",
    });
    expect(await oneOutpatient({ npi: BAKER, billing_code: "71046", modifier: "tc" })).toMatchObject({
      payment_rate: "19.04",
      modifier_adjustment: "0.7026",
    });
  });

  it("O5: a code that is published with a modifier only", async () => {
    for (const modifier of [{}, { modifier: "EP" }]) {
      expect(await oneOutpatient({ npi: BAKER, billing_code: "99392", ...modifier })).toMatchObject({
        modifier: "EP",
        payment_rate: "85.37",
        modifier_adjustment: null,
        base_rate: null,
      });
    }
    expect(await oneOutpatient({ npi: BAKER, billing_code: "99392", modifier: "26" })).toMatchObject({
      rate_found: false,
      service_category: null,
      payment_rate_type: null,
      error_message: "Code 99392 has no rate row with modifier 26 on 2025-09-15; published modifiers: EP.",
    });
  });

  it("O5a: each modifier that has a price is a result where none was sent, and the code has no rate without one", async () => {
    const wanted = [
      { modifier: "26", payment_rate: "12.50", modifier_adjustment: null },
      { modifier: "TC", payment_rate: "40.00", modifier_adjustment: null },
    ];
    expect(await outpatient({ npi: BAKER, billing_code: "77001" }, modifiersOnly)).toMatchObject(wanted);
    expect(await outpatient({ provider_name: "baker", billing_code: "77001" }, modifiersOnly)).toMatchObject(
      wanted.map((each) => ({ ...each, provider_matches_total: 1 })),
    );
    // A rate without a modifier would be the answer.
    expect(await oneOutpatient({ npi: BAKER, billing_code: "77003" }, modifiersOnly)).toMatchObject({
      modifier: "26",
      effective_end_date: "2025-12-31",
    });
    const sent = { npi: BAKER, billing_code: "77003", modifier: "26" };
    expect(await oneOutpatient(sent, modifiersOnly)).toMatchObject({ effective_end_date: null });
    expect(await oneOutpatient({ npi: BAKER, billing_code: "77002" }, modifiersOnly)).toMatchObject({
      error_message: "Code 77002 has no rate row with modifier none on 2025-09-15; published modifiers: 59.",
    });
  });

  it("O6: a drug of one quarter", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: "J0696" })).toMatchObject({
      service_category: "padl_drug",
      calculation_method: "Provider administered drug rate ($0.6175)",
      payment_rate: "0.6175",
      effective_end_date: "2025-09-30",
    });
    expect(await oneOutpatient({ npi: BAKER, billing_code: "J2405" })).toMatchObject({ payment_rate: "0.0842" });
    expect(await oneOutpatient({ npi: BAKER, billing_code: "J1642" })).toMatchObject({ payment_rate: "0.0042" });
    expect(await oneOutpatient({ npi: BAKER, billing_code: "J7050" })).toMatchObject({
      calculation_method: "Provider administered drug rate ($0.50) = $0.50",
      payment_rate: "0.50",
    });
    expect(await oneOutpatient({ npi: BAKER, billing_code: "J0696", date_of_service: "2025-10-01" })).toMatchObject({
      effective_start_date: null,
      error_message:
        "No rate for code J0696 is published for 2025-10-01; the nearest published period is 2025-07-01 to 2025-09-30.",
    });
  });

  it("O7: a vaccine administration fee for adults", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: "90471" })).toMatchObject({
      service_category: "vaccine_admin",
      age_group: "ADULT",
      calculation_method: "Vaccine administration fee ($21.93) = $21.93; age group ADULT",
    });
  });

  it("O8: anesthesia by base, time and physical status units", async () => {
    const query = {
      npi: BAKER,
      billing_code: "00840",
      modifier: "QZ",
      anesthesia_minutes: "61",
      physical_status: "P3",
    };
    expect(await oneOutpatient(query)).toMatchObject({
      service_category: "anesthesia",
      payment_rate: "196.62",
      time_units_used: 5,
      physical_status_units_used: 1,
      anesthesia_minutes_used: 61,
      physical_status_used: "P3",
      calculation_method:
        "(base units (6) + time units (5) + physical status units (1)) x conversion factor ($16.385, QZ) = $196.62",
    });
  });

  it("O9: anesthesia without minutes, and with a modifier that has no factor", async () => {
    const directions = await outpatient({ npi: BAKER, billing_code: "00840" });
    expect(directions.map(({ modifier }) => modifier)).toEqual(["AA", "QK", "QX", "QY", "QZ"]);
    expect(directions[0]).toMatchObject({
      rate_found: true,
      payment_rate: null,
      payment_rate_type: "fee_schedule",
      modifier: "AA",
      anesthesia_conversion_factor: "18.20",
      base_units: "6",
      time_units_used: null,
      physical_status_units_used: 0,
      calculation_method:
        "(base units (6) + time units (anesthesia_minutes not supplied) + physical status units (0)) x conversion factor ($18.20, AA) = no dollar amount",
    });
    const query = { npi: BAKER, billing_code: "00840", modifier: "26", anesthesia_minutes: "30" };
    expect(await oneOutpatient(query)).toMatchObject({
      service_category: "anesthesia",
      base_units: "6",
      modifier: null,
      error_message:
        "No anesthesia conversion factor is published for modifier 26 on 2025-09-15; published modifiers: AA, QK, QX, QY, QZ.",
    });
  });

  it("O10: an anesthesia flat fee shows minutes and status and is not changed by them", async () => {
    const directions = await outpatient({ npi: BAKER, billing_code: "01967" });
    expect(directions.map(({ modifier }) => modifier)).toEqual(["AA", "QZ"]);
    expect(directions[0]).toMatchObject({
      service_category: "anesthesia_flat",
      modifier: "AA",
      payment_rate: "350.00",
      calculation_method: "Anesthesia flat fee with modifier AA ($350.00) = $350.00",
      physical_status_units_used: 0,
      physical_status_used: null,
      anesthesia_minutes_used: null,
    });
    const query = {
      npi: BAKER,
      billing_code: "01967",
      modifier: "QZ",
      anesthesia_minutes: "61",
      physical_status: "p3",
    };
    expect(await oneOutpatient(query)).toMatchObject({
      payment_rate: "280.00",
      physical_status_units_used: 1,
      physical_status_used: "P3",
      anesthesia_minutes_used: 61,
      time_units_used: null,
    });
  });

  it("O11: a manually priced code", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: "99199" })).toMatchObject({
      rate_found: false,
      is_manually_priced: true,
      payment_rate: null,
      payment_rate_type: "manually_priced",
      service_category: "physician_fs",
      effective_start_date: "2024-01-01",
      error_message:
        "Code 99199 is manually priced: Georgia publishes no amount for it and sets the payment per claim.",
      calculation_method: "Manually priced: no published amount; payment is determined per claim",
    });
  });

  it("O12: a laboratory is paid the lesser of the state's rate and Medicare's", async () => {
    expect(await oneOutpatient({ npi: SAVANNAH, billing_code: "80053" })).toMatchObject({
      service_category: "clinical_lab",
      payment_rate: "10.25",
      ga_schedule_rate: "10.25",
      medicare_clfs_rate: "10.56",
      effective_start_date: "2025-07-01",
      effective_end_date: "2025-09-30",
    });
    expect(await oneOutpatient({ npi: SAVANNAH, billing_code: "85025" })).toMatchObject({
      payment_rate: "7.77",
      calculation_method: "lesser of GA schedule rate ($8.10) and Medicare CLFS rate ($7.77) = $7.77",
    });
    expect(await oneOutpatient({ npi: SAVANNAH, billing_code: "87999" })).toMatchObject({
      payment_rate: "14.00",
      medicare_clfs_rate: null,
      effective_start_date: "2023-01-01",
      effective_end_date: null,
      calculation_method: "GA schedule rate ($14.00), no Medicare CLFS rate published = $14.00",
    });
  });

  it("O13: a hospital's laboratory is paid by the laboratory schedule", async () => {
    expect(await oneOutpatient({ npi: PEACHTREE, billing_code: "85025", billed_charges: "100.00" })).toMatchObject({
      service_category: "clinical_lab",
      payment_rate: "7.77",
      addon_multiplier: null,
      billed_charges_used: null,
      critical_access_hospital: false,
    });
  });

  it("O14: a Critical Access Hospital's laboratory is paid by cost settlement", async () => {
    expect(await oneOutpatient({ npi: EARLY_COUNTY, billing_code: "85025", billed_charges: "100.00" })).toMatchObject({
      service_category: "hospital_interim",
      critical_access_hospital: true,
      outpatient_interim_rate: "0.6512",
      addon_multiplier: "1.0",
      effective_percent_of_charges: "0.6512",
      payment_rate: "65.12",
      calculation_method:
        "interim rate (0.6512) x add-on multiplier (1.0) = effective percent of charges (0.6512); billed charges ($100.00) x effective percent of charges (0.6512) = $65.12; Critical Access Hospital laboratory paid by cost settlement",
    });
  });

  it("O15: a hospital's percentage of its charges", async () => {
    const query = { npi: PEACHTREE, billing_code: "99284", billed_charges: "1874.35" };
    expect(await oneOutpatient(query)).toMatchObject({
      payment_rate: "637.91",
      payment_rate_type: "percent_of_charges",
      effective_percent_of_charges: "0.34033896",
      billed_charges_used: "1874.35",
      calculation_method:
        "interim rate (0.3042) x add-on multiplier (1.1188) = effective percent of charges (0.34033896); billed charges ($1874.35) x effective percent of charges (0.34033896) = $637.91",
    });
    expect(await oneOutpatient({ ...query, date_of_service: "2025-06-30" })).toMatchObject({
      effective_percent_of_charges: "0.34984876",
      payment_rate: "655.74",
      effective_end_date: "2025-06-30",
    });
    expect(await oneOutpatient({ npi: PEACHTREE, billing_code: "99284" })).toMatchObject({
      rate_found: true,
      payment_rate: null,
      effective_percent_of_charges: "0.34033896",
      billed_charges_used: null,
      calculation_method:
        "interim rate (0.3042) x add-on multiplier (1.1188) = effective percent of charges (0.34033896); billed_charges not supplied, no dollar amount",
    });
    expect(await oneOutpatient({ ...query, date_of_service: "2024-06-30" })).toMatchObject({
      service_category: "hospital_interim",
      billed_charges_used: "1874.35",
      error_message:
        "No outpatient interim rate is published for PEACHTREE REGIONAL HOSPITAL on 2024-06-30; the nearest published period is 2024-07-01 to 2025-06-30.",
    });
  });

  it("O16: one result per campus", async () => {
    expect(await outpatient({ npi: MAGNOLIA, billing_code: "99284", billed_charges: "1000" })).toMatchObject([
      { campus_name: "Downtown", effective_percent_of_charges: "0.321655", payment_rate: "321.66" },
      { campus_name: "Northside", effective_percent_of_charges: "0.3703228", payment_rate: "370.32" },
    ]);
  });

  it("O17: an ambulatory surgical center by payment group and locality, and one outside every locality", async () => {
    expect(await oneOutpatient({ npi: CHATTAHOOCHEE, billing_code: "66984" })).toMatchObject({
      service_category: "asc",
      asc_locality: "01",
      payment_group: "08",
      payment_rate: "973.00",
      calculation_method: "ASC rate for payment group (08) in locality (01) = $973.00",
    });
    expect(await oneOutpatient({ npi: OKEFENOKEE, billing_code: "66984" })).toMatchObject({
      service_category: "asc",
      payment_group: "08",
      asc_locality: null,
      error_message: "Provider county Ware is not assigned to a Georgia ASC locality on 2025-09-15.",
    });
  });

  it("O18: a code that nobody publishes", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: "12345" })).toMatchObject({
      service_category: null,
      error_message: "No Georgia physician, anesthesia, drug, vaccine or laboratory rate is published for code 12345.",
    });
  });

  it("O19: a status without a figure on the day fails anesthesia by units, not a flat fee", async () => {
    const flat = { npi: BAKER, billing_code: "01967", modifier: "QZ", physical_status: "P3" };
    expect(await oneOutpatient(flat, laterParameters)).toMatchObject({
      payment_rate: "280.00",
      physical_status_units_used: 0,
      physical_status_used: "P3",
      effective_end_date: "2025-12-31",
    });
    expect(await oneOutpatient({ ...flat, billing_code: "00840" }, laterParameters)).toMatchObject({
      service_category: "anesthesia",
      physical_status_units_used: 0,
      physical_status_used: "P3",
      base_units: null,
      error_message:
        "Parameter physical_status_units_P3 has no value on 2025-09-15; the nearest published period is 2026-01-01 onward.",
    });
  });

  it("O20: a code that is not of five characters, percent of charges included", async () => {
    expect(await oneOutpatient({ npi: PEACHTREE, billing_code: "9939", billed_charges: "100.00" })).toMatchObject({
      error_message: "Billing code 9939 is not a HCPCS code (a letter or digit, three digits, a letter or digit).",
      service_category: null,
      billed_charges_used: null,
    });
  });

  it("O21: a code is found in upper case and echoed as it was sent, trimmed", async () => {
    expect(await oneOutpatient({ npi: BAKER, billing_code: " j2405 " })).toMatchObject({
      payment_rate: "0.0842",
      billing_code: "j2405",
    });
    expect(await oneOutpatient({ npi: PEACHTREE, billing_code: "993a" })).toMatchObject({
      error_message: "Billing code 993A is not a HCPCS code (a letter or digit, three digits, a letter or digit).",
      billing_code: "993a",
    });
  });
});

describe("inpatient examples of the page (ga 7)", () => {
  const stay = (billingCode: string, lengthOfStay: string, totalCharges?: string, npi = PEACHTREE) => ({
    npi,
    billing_code: billingCode,
    length_of_stay: lengthOfStay,
    ...(totalCharges && { total_charges: totalCharges }),
  });

  it("I1: a stay without outlier", async () => {
    expect(await oneInpatient(stay("139-2", "4", "21500.00"))).toMatchObject({
      rate_found: true,
      payment_rate_type: "claim",
      base_payment: "3799.22",
      estimated_cost: "5334.15",
      outlier_adjustment_applied: null,
      outlier_amount: null,
      short_stay_note: null,
      outlier_note: null,
      pre_addon_subtotal: "3799.22",
      addon_multiplier: "1.1188",
      payment_rate: "4250.57",
      calculation_method:
        "base rate ($6345.78) x relative weight (0.5987) = base payment ($3799.22); subtotal ($3799.22) x add-on multiplier (1.1188) = $4250.57",
    });
  });

  it("I2: a cost outlier", async () => {
    expect(await oneInpatient(stay("139-3", "12", "210000.00"))).toMatchObject({
      base_payment: "5660.44",
      estimated_cost: "52101.00",
      outlier_adjustment_applied: true,
      outlier_percentage: "0.893",
      outlier_amount: "15971.75",
      pre_addon_subtotal: "21632.19",
      payment_rate: "24202.09",
      calculation_method:
        "base rate ($6345.78) x relative weight (0.8920) = base payment ($5660.44); outlier: charges ($210000.00) x CCR (0.2481) = estimated cost ($52101.00), (estimated cost ($52101.00) - threshold ($34215.50)) x outlier percentage (0.893) = outlier ($15971.75); per-case payment ($5660.44) + outlier ($15971.75) = subtotal ($21632.19); subtotal ($21632.19) x add-on multiplier (1.1188) = $24202.09",
    });
  });

  it("I3: a short stay paid at cost earns no outlier", async () => {
    expect(await oneInpatient(stay("139-1", "1", "8400.00"))).toMatchObject({
      base_payment: "2736.30",
      short_stay_applied: true,
      ccr_based_payment: "2084.04",
      estimated_cost: "2084.04",
      outlier_note: "Cost outlier not evaluated: the short-stay payment is charges x CCR.",
      pre_addon_subtotal: "2084.04",
      payment_rate: "2331.62",
      calculation_method:
        "base rate ($6345.78) x relative weight (0.4312) = base payment ($2736.30); short stay: charges ($8400.00) x CCR (0.2481) = $2084.04, lesser of base payment ($2736.30) and $2084.04 = per-case payment ($2084.04); subtotal ($2084.04) x add-on multiplier (1.1188) = $2331.62",
    });
  });

  it("I4: a short stay whose cost is not the lesser", async () => {
    expect(await oneInpatient(stay("139-1", "1", "15400.00"))).toMatchObject({
      short_stay_applied: true,
      ccr_based_payment: "3820.74",
      outlier_note: null,
      pre_addon_subtotal: "2736.30",
      payment_rate: "3061.37",
    });
  });

  it("I5: a short stay without charges", async () => {
    expect(await oneInpatient(stay("139-1", "1"))).toMatchObject({
      short_stay_applied: null,
      short_stay_note: "Short-stay lesser-of not evaluated: total_charges not supplied.",
      outlier_note: "Cost outlier not evaluated: total_charges not supplied.",
      pre_addon_subtotal: "2736.30",
      payment_rate: "3061.37",
    });
  });

  it("I6: an exempt DRG, whatever the days, sent or not", async () => {
    const withoutDays = { npi: PEACHTREE, billing_code: "560-1", total_charges: "8400.00" };
    for (const query of [stay("560-1", "1", "8400.00"), stay("560-1", "4", "8400.00"), withoutDays]) {
      expect(await oneInpatient(query)).toMatchObject({
        base_payment: "2229.91",
        sst_eligible: true,
        short_stay_applied: null,
        short_stay_note: "APR-DRG 560-1 is exempt from short-stay pricing.",
        estimated_cost: "2084.04",
        pre_addon_subtotal: "2229.91",
        payment_rate: "2494.82",
      });
    }
  });

  it("I7: a Critical Access Hospital gets no add-on", async () => {
    expect(await oneInpatient(stay("139-4", "9", "150000.00", EARLY_COUNTY))).toMatchObject({
      base_payment: "8404.99",
      estimated_cost: "67125.00",
      outlier_amount: "13409.51",
      addon_multiplier: "1.0",
      pre_addon_subtotal: "21814.50",
      payment_rate: "21814.50",
    });
  });

  it("I8: a DRG without severity gives four results, each on its own", async () => {
    expect(await inpatient({ npi: PEACHTREE, billing_code: "560" })).toMatchObject([
      { billing_code: "560-1", soi: "1", base_payment: "2229.91", payment_rate: "2494.82" },
      { billing_code: "560-2", soi: "2", base_payment: "2603.04", payment_rate: "2912.28" },
      { billing_code: "560-3", soi: "3", base_payment: "3838.56", payment_rate: "4294.58" },
      {
        billing_code: "560-4",
        soi: "4",
        rate_found: false,
        error_message: "No Georgia relative weight is published for APR-DRG 560-4.",
      },
    ]);
  });

  it("I9: one result per campus, named in the calculation", async () => {
    expect(await inpatient({ npi: MAGNOLIA, billing_code: "139-2" })).toMatchObject([
      {
        base_payment: "4263.07",
        payment_rate: "4769.52",
        calculation_method:
          "campus Downtown: base rate ($7120.55) x relative weight (0.5987) = base payment ($4263.07); subtotal ($4263.07) x add-on multiplier (1.1188) = $4769.52",
      },
      {
        base_payment: "4125.10",
        payment_rate: "4615.16",
        calculation_method: expect.stringMatching(/^campus Northside: /),
      },
    ]);
  });

  it("I10: an admission after the last period", async () => {
    expect(await oneInpatient({ npi: PEACHTREE, billing_code: "139-2", admit_date: "2026-07-01" })).toMatchObject({
      payment_rate: null,
      error_message:
        "No Georgia relative weight for APR-DRG 139-2 is published for 2026-07-01; the nearest published period is 2025-07-01 to 2026-06-30.",
    });
  });

  it("I11: an exempt DRG does not read the short-stay days", async () => {
    expect(await oneInpatient(stay("560-1", "1"), laterParameters)).toMatchObject({
      base_payment: "2229.91",
      short_stay_note: "APR-DRG 560-1 is exempt from short-stay pricing.",
      payment_rate: "2494.82",
    });
  });

  it("I12: other DRGs read them when the length of stay is sent", async () => {
    expect(await oneInpatient(stay("139-1", "1"), laterParameters)).toMatchObject({
      rate_found: false,
      error_message:
        "Parameter short_stay_days has no value on 2025-09-15; the nearest published period is 2026-01-01 onward.",
      relative_weight: "0.4312",
      ip_base_rate: "6345.78",
      base_payment: null,
      outlier_note: null,
      addon_multiplier: null,
      pre_addon_subtotal: null,
      payment_rate: null,
      length_of_stay_used: 1,
    });
    const withoutDays = { npi: PEACHTREE, billing_code: "139-1" };
    expect(await oneInpatient(withoutDays, laterParameters)).toMatchObject({
      short_stay_note: null,
      payment_rate: "3061.37",
    });
  });
});

describe("provider examples of the page (ga 7)", () => {
  it("P1: a type without a result that counts is left out, unless it is asked for", async () => {
    expect(await oneOutpatient({ npi: OCMULGEE, billing_code: "99213" })).toMatchObject({
      provider_type: "PHYSICIAN",
      payment_rate: "76.15",
    });
    const asLaboratory = { npi: OCMULGEE, billing_code: "99213", provider_type: "CLINICAL_LABORATORY" };
    expect(await oneOutpatient(asLaboratory)).toMatchObject({
      provider_type: "CLINICAL_LABORATORY",
      error_message: "Code 99213 is not on the Georgia clinical laboratory fee schedule.",
    });
  });

  it("P2: a manually priced result counts", async () => {
    expect(await oneOutpatient({ npi: OCMULGEE, billing_code: "99199" })).toMatchObject({
      provider_type: "PHYSICIAN",
      is_manually_priced: true,
    });
  });

  it("P2a: and qualifies no provider by name", async () => {
    expect(await outpatient({ provider_name: "ocmulgee", billing_code: "99199" })).toMatchObject([
      { provider_type: "PHYSICIAN", is_manually_priced: true, provider_matches_total: 0 },
    ]);
  });

  it("P3: both types price a laboratory code", async () => {
    expect(await outpatient({ npi: OCMULGEE, billing_code: "80053" })).toMatchObject([
      { provider_type: "CLINICAL_LABORATORY", service_category: "clinical_lab", payment_rate: "10.25" },
      { provider_type: "PHYSICIAN", service_category: "clinical_lab", payment_rate: "10.25" },
    ]);
  });

  it("P4: when no type counts all say why", async () => {
    expect(await outpatient({ npi: OCMULGEE, billing_code: "12345" })).toMatchObject([
      { error_message: "Code 12345 is not on the Georgia clinical laboratory fee schedule." },
      {
        error_message:
          "No Georgia physician, anesthesia, drug, vaccine or laboratory rate is published for code 12345.",
      },
    ]);
  });

  it("P5: a campus without a rate fails beside the others", async () => {
    const query = { npi: MAGNOLIA, billing_code: "99284", billed_charges: "1000" };
    expect(await outpatient(query, airportCampus)).toMatchObject([
      {
        campus_name: "Airport",
        error_message: "No outpatient interim rate is published for MAGNOLIA HEALTH SYSTEM (Airport).",
        provider_matches_total: null,
      },
      { campus_name: "Downtown", payment_rate: "321.66" },
      { campus_name: "Northside", payment_rate: "370.32" },
    ]);
  });

  it("P6: by name the campus that fails is left out and the system is one provider", async () => {
    const query = { provider_name: "magnolia", billing_code: "99284", billed_charges: "1000" };
    expect(await outpatient(query, airportCampus)).toMatchObject([
      { campus_name: "Downtown", payment_rate: "321.66", provider_matches_total: 1 },
      { campus_name: "Northside", payment_rate: "370.32", provider_matches_total: 1 },
    ]);
  });

  it("P7: by name a center outside every locality does not qualify", async () => {
    expect(await oneOutpatient({ provider_name: "center", billing_code: "66984" })).toMatchObject({
      npi: CHATTAHOOCHEE,
      provider_matches_total: 1,
    });
  });

  it("P8: by name two types of one NPI are one provider", async () => {
    expect(await outpatient({ provider_name: "ocmulgee", billing_code: "80053" })).toMatchObject([
      { provider_type: "CLINICAL_LABORATORY", payment_rate: "10.25", provider_matches_total: 1 },
      { provider_type: "PHYSICIAN", payment_rate: "10.25", provider_matches_total: 1 },
    ]);
  });

  it("P9: a name of one letter, and one without any", async () => {
    expect(await oneOutpatient({ provider_name: "j", billing_code: "99213" })).toMatchObject({
      npi: ADAMS,
      payment_rate: "92.47",
      provider_matches_total: 1,
    });
    expect(await oneOutpatient({ provider_name: ".", billing_code: "99213" })).toMatchObject({
      rate_found: false,
      error_message: 'No Georgia provider with name matching "." can be priced for this request.',
      provider_matches_total: 0,
    });
  });

  it("P10: by name the severities that fail are left out", async () => {
    expect(await inpatient({ provider_name: "peachtree", billing_code: "560" })).toMatchObject([
      { billing_code: "560-1", payment_rate: "2494.82", provider_matches_total: 1 },
      { billing_code: "560-2", payment_rate: "2912.28", provider_matches_total: 1 },
      { billing_code: "560-3", payment_rate: "4294.58", provider_matches_total: 1 },
    ]);
  });

  it("P11: nobody of a name can be priced", async () => {
    expect(await oneOutpatient({ provider_name: "md", billing_code: "12345" })).toMatchObject({
      error_message: 'No Georgia provider with name matching "md" can be priced for this request.',
      provider_matches_total: 0,
      npi: null,
      state: "GA",
    });
  });

  it("P12: a physician has no inpatient rates", async () => {
    expect(await oneInpatient({ npi: BAKER, billing_code: "139" })).toMatchObject({
      error_message: "No HOSPITAL record found with NPI 1111111105; enrolled as PHYSICIAN.",
      provider_name: "BAKER TOM MD",
      provider_type: "HOSPITAL",
      provider_type_label: "Hospital",
      critical_access_hospital: null,
      billing_code: "139",
      soi: null,
    });
    expect(await oneInpatient({ npi: "1111111999", billing_code: "139" })).toMatchObject({
      error_message: "No Georgia provider found with NPI 1111111999.",
      provider_name: null,
      provider_type: "HOSPITAL",
    });
  });

  it("P13: an NPI may be a JSON number of ten digits", async () => {
    const lookup = lookupOf(service.source.state, "outpatient");
    const read = (npi: number) =>
      lookup.reader.fromItem({ npi, billing_code: "99213", date_of_service: DAY }, { today: DAY as Day });
    const reading = read(1111111105);
    if (!reading.ok) throw new Error("an NPI of ten digits was refused");
    expect(await lookupResults(lookup, reading.request, service.source)).toMatchObject([
      { result: { npi: BAKER, payment_rate: "76.15" } },
    ]);
    expect(read(111111110)).toMatchObject({ faults: [{ field: "npi", code: "invalid_parameter" }] });
  });

  it("P14: ZIP codes match by five digits or by all nine", async () => {
    for (const zip of ["30303", "30303-1234", "303031234"]) {
      expect(await service.search({ zip_code: zip })).toMatchObject({
        total_results: 1,
        providers: [{ npi: CHATTAHOOCHEE }],
      });
    }
    for (const zip of ["30303-9999", "31201-0000", "3030"]) {
      expect(await service.search({ zip_code: zip })).toMatchObject({ total_results: 0, providers: [] });
    }
  });

  it("P15: a limit is cut, and a search may carry a reference", async () => {
    const { providers, ...counts } = await service.search({ limit: "5000", reference_id: "x" });
    expect(providers).toHaveLength(11);
    expect(counts).toEqual({ total_results: 11, limit_applied: 1000 });
    for (const limit of ["0", "1.5", "ten"]) {
      const reading = service.source.state.search.reader.fromQuery({ limit }, { today: DAY as Day });
      expect(reading).toMatchObject({ ok: false, faults: [{ field: "limit", code: "invalid_parameter" }] });
    }
  });
});
