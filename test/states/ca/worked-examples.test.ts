import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { exampleLookups } from "../../support/worked-examples.ts";
import {
  D1,
  H1,
  H1_ALTERNATE,
  H2,
  N1,
  P1,
  S1,
  withChangingMultiplier,
  withProfessionalFraction,
  workedExampleRows,
} from "./worked-example-rows.ts";

const DAY = "2025-10-01";
/** Examples 44 and 47. */
const RADIOLOGY_OF_76499 = {
  procedure_type_used: "Radiology",
  payment_rate: "64.89",
  available_procedure_types: ["Medicine", "Anesthesia"],
  available_service_types: [],
};
/** Examples 46 and 47. */
const ANESTHESIA_OF_76499 = {
  procedure_type_used: "Anesthesia",
  is_manually_priced: true,
  error_message:
    "Procedure code 76499 (Anesthesia) is priced by report: no rate is published and payment is determined per claim.",
  available_procedure_types: ["Medicine", "Radiology"],
  available_service_types: [],
};
const NO_ER_FACTOR = "no emergency room conversion factor is published, standard conversion factor used";

let service: TestService;
let serviceWithFraction: TestService;
let changingMultiplier: TestService;
beforeAll(async () => {
  service = await serviceOf("ca", workedExampleRows);
  serviceWithFraction = await serviceOf("ca", withProfessionalFraction);
  changingMultiplier = await serviceOf("ca", withChangingMultiplier);
});
afterAll(() => {
  service.close();
  serviceWithFraction.close();
  changingMultiplier.close();
});

const { outpatient, inpatient, oneOutpatient, oneInpatient } = exampleLookups(() => service, {
  outpatient: { date_of_service: DAY },
  inpatient: { admit_date: DAY },
});

function expectNeitherList(result: Result): void {
  expect(result).not.toHaveProperty("available_procedure_types");
  expect(result).not.toHaveProperty("available_service_types");
}

describe("outpatient examples of the page (ca 7)", () => {
  it("1: an office visit picks Medicine, primary care for adults", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99213" })).toMatchObject({
      rate_found: true,
      payment_rate: "24.05",
      payment_rate_type: "fee_schedule",
      service_type_used: "PRIMARY CARE II - ADULT",
      basic_rate: "4.38",
      conversion_factor: "5.49",
      cutback_ind: 0,
      is_default_selection: true,
      available_procedure_types: ["Podiatrist"],
      available_service_types: ["PRIMARY CARE II - CHILD", "MEDICINE EMERGENCY"],
      effective_start_date: "2025-07-01",
      effective_end_date: null,
      date_of_service_used: DAY,
    });
  });

  it("2: a hospital found by its alternate NPI gets cutback and HOPD add-on", async () => {
    expect(await oneOutpatient({ npi: H1_ALTERNATE, billing_code: "99213" })).toMatchObject({
      payment_rate: "27.60",
      npi: H1,
      matched_npi: H1_ALTERNATE,
      cutback_ind: 1,
      hopd_multiplier: 1.4344,
      calculation_method:
        "unit value (4.38) x conversion factor (5.49) = $24.05; $24.05 x cutback (0.8) = $19.24; $19.24 x HOPD add-on (1.4344) = $27.60",
    });
  });

  it("3: a child's family planning visit at a hospital stacks every step", async () => {
    const query = { npi: H1, billing_code: "99213", child_patient: "true", family_planning_primary_dx: "true" };
    expect(await oneOutpatient(query)).toMatchObject({
      payment_rate: "59.50",
      child_patient_used: true,
      calculation_method:
        "unit value (4.38) x conversion factor (6.20) = $27.16; $27.16 x cutback (0.8) = $21.73; $21.73 x family planning add-on (1.909) = $41.48; $41.48 x HOPD add-on (1.4344) = $59.50",
    });
  });

  it("4: the emergency room factor comes without cutback and HOPD add-on", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "99213", emergency_room: "true" })).toMatchObject({
      payment_rate: "32.06",
      service_type_used: "MEDICINE EMERGENCY",
      emergency_room: true,
      cutback_ind: 0,
      hopd_multiplier: null,
    });
  });

  it("5: a surgical clinic gets the cutback and no HOPD add-on", async () => {
    expect(await oneOutpatient({ npi: S1, billing_code: "11042" })).toMatchObject({
      payment_rate: "62.41",
      hopd_multiplier: null,
    });
  });

  it("6: the technical component at a hospital", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "77280", modifier: "TC" })).toMatchObject({
      payment_rate: "101.15",
      modifier: "TC",
      modifier_adjustment: "0.71",
    });
  });

  it("7: the professional component at a physician office", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "77280", modifier: "26" })).toMatchObject({
      payment_rate: "28.81",
      modifier_adjustment: "0.29",
    });
  });

  it("8: the published professional fraction counts only when the program says so", async () => {
    const technical = { npi: P1, billing_code: "93306", modifier: "TC" };
    const professional = { ...technical, modifier: "26" };
    expect(await oneOutpatient(technical)).toMatchObject({ payment_rate: "83.81", modifier_adjustment: "0.71" });
    expect(await oneOutpatient(technical, serviceWithFraction)).toMatchObject({
      payment_rate: "70.82",
      modifier_adjustment: "0.6",
    });
    expect(await oneOutpatient(professional, serviceWithFraction)).toMatchObject({
      payment_rate: "47.22",
      modifier_adjustment: "0.40",
    });
    const withoutFraction = { npi: P1, billing_code: "77280", modifier: "26" };
    expect(await oneOutpatient(withoutFraction, serviceWithFraction)).toMatchObject({ payment_rate: "28.81" });
  });

  it("9: anesthesia is paid by base and time units", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "00840", anesthesia_minutes: "95" })).toMatchObject({
      payment_rate: "197.47",
      time_units_used: 7,
      anesthesia_minutes_used: 95,
      anesthesia_base_units: "6",
      basic_rate: null,
    });
  });

  it("10: a nurse anesthetist is paid one base unit less", async () => {
    expect(await oneOutpatient({ npi: N1, billing_code: "00840", anesthesia_minutes: "95" })).toMatchObject({
      payment_rate: "182.28",
      anesthesia_base_units: "6",
      calculation_method:
        "(base units (6) - nurse anesthetist reduction (1) + time units (7)) x conversion factor (15.19) = $182.28",
    });
  });

  it("11: anesthesia at a hospital gets the HOPD add-on", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "00840", anesthesia_minutes: "95" })).toMatchObject({
      payment_rate: "283.25",
    });
  });

  it("12: anesthesia without minutes gives the formula and no dollars", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "00840" })).toMatchObject({
      rate_found: true,
      error_message: null,
      payment_rate: null,
      conversion_factor: "15.19",
      time_units_used: null,
      hopd_multiplier: 1.4344,
      calculation_method:
        "(base units (6) + time units (anesthesia_minutes not supplied)) x conversion factor (15.19); x HOPD add-on (1.4344)",
    });
  });

  it("13: a code that is not HOPD eligible, with its description", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "E0110" })).toMatchObject({
      payment_rate: "78.35",
      hopd_multiplier: null,
      billing_code_description: "Crutches, forearm, pair",
    });
  });

  it("14: a podiatrist is priced by the Podiatrist row", async () => {
    expect(await oneOutpatient({ npi: D1, billing_code: "99213" })).toMatchObject({
      payment_rate: "22.43",
      procedure_type_used: "Podiatrist",
      available_procedure_types: ["Medicine"],
      available_service_types: [],
    });
  });

  it("15: asking for the ER where no ER factor is published", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "77280", emergency_room: "true" })).toMatchObject({
      payment_rate: "99.33",
      emergency_room: false,
      cutback_ind: 0,
      hopd_multiplier: null,
      calculation_method: `unit value (16.073) x conversion factor (6.18) = $99.33; ${NO_ER_FACTOR}`,
    });
  });

  it("16: a by-report code", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99499" })).toMatchObject({
      rate_found: false,
      is_manually_priced: true,
      payment_rate: null,
      payment_rate_type: "manually_priced",
      error_message:
        "Procedure code 99499 (Medicine) is priced by report: no rate is published and payment is determined per claim.",
      calculation_method: "By report: no unit value is published; payment is determined per claim",
      is_default_selection: true,
      available_procedure_types: [],
      available_service_types: [],
    });
  });

  it("17: a procedure type that the code does not have", async () => {
    const result = await oneOutpatient({ npi: P1, billing_code: "99213", procedure_type: "radiology" });
    expect(result).toMatchObject({
      error_message:
        "Procedure code 99213 has no Radiology rate on 2025-10-01; available procedure types: Medicine, Podiatrist.",
      is_default_selection: null,
    });
    expectNeitherList(result);
  });

  it("18: a day before the first period", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "99213", date_of_service: "2024-01-01" })).toMatchObject({
      error_message:
        "Procedure code 99213 has no Medi-Cal rate on 2024-01-01; the nearest published period is 2025-07-01 onward.",
      effective_start_date: null,
    });
  });

  it("19: a modifier on anesthesia", async () => {
    const query = { npi: P1, billing_code: "00840", modifier: "26", anesthesia_minutes: "60" };
    expect(await oneOutpatient(query)).toMatchObject({
      error_message: "Modifier 26 is not payable for 00840 (Anesthesia).",
      time_units_used: 4,
      modifier: null,
    });
  });

  it("32: the published basic rate is what the state pays", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "71045" })).toMatchObject({
      payment_rate: "28.57",
      basic_rate: "28.57",
      conversion_factor: "1",
      calculation_method: "published basic rate (28.57) x conversion factor (1) = $28.57",
    });
  });

  it("33: the published basic rate with a modifier at a hospital", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "71045", modifier: "tc" })).toMatchObject({
      calculation_method:
        "published basic rate (28.57) x conversion factor (1) = $28.57; $28.57 x modifier TC (0.71) = $20.28; $20.28 x HOPD add-on (1.4344) = $29.09",
    });
  });

  it("34: a surgical clinic that asks for the ER gets no cutback", async () => {
    expect(await oneOutpatient({ npi: S1, billing_code: "11042", emergency_room: "1" })).toMatchObject({
      payment_rate: "78.01",
      cutback_ind: 0,
      emergency_room: false,
      calculation_method: `unit value (1.85) x conversion factor (42.17) = $78.01; ${NO_ER_FACTOR}`,
    });
  });

  it("35: anesthesia at a hospital that asks for the ER gets no HOPD add-on", async () => {
    const query = { npi: H1, billing_code: "00840", anesthesia_minutes: "95", emergency_room: "true" };
    expect(await oneOutpatient(query)).toMatchObject({
      payment_rate: "197.47",
      hopd_multiplier: null,
      emergency_room: false,
    });
  });

  it("37: of an NPI's two rows the one that fails is left out", async () => {
    expect(await oneOutpatient({ npi: H2, billing_code: "99213", procedure_type: "Podiatrist" })).toMatchObject({
      provider_name: "D2",
      payment_rate: "22.43",
    });
  });

  it("38: of an NPI's two rows both that can be priced are returned", async () => {
    expect(await outpatient({ npi: H2, billing_code: "99213" })).toMatchObject([
      { provider_name: "D2", payment_rate: "22.43", procedure_type_used: "Podiatrist" },
      { provider_name: "H2", payment_rate: "27.60", procedure_type_used: "Medicine" },
    ]);
  });

  it("39: when neither row can be priced both say why", async () => {
    expect(await outpatient({ npi: H2, billing_code: "99213", procedure_type: "Radiology" })).toMatchObject([
      { provider_name: "D2", rate_found: false },
      { provider_name: "H2", rate_found: false },
    ]);
  });

  it("42: a name of one letter is refused", () => {
    expect(service.faults("outpatient", { provider_name: "H", billing_code: "77280" })).toMatchObject([
      { field: "provider_name", code: "invalid_parameter" },
    ]);
  });

  it("44: a row with a price comes before rows by report", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "76499" })).toMatchObject(RADIOLOGY_OF_76499);
  });

  it("45: a row by report is answered when it is asked for", async () => {
    const result = await oneOutpatient({ npi: P1, billing_code: "76499", procedure_type: "Medicine" });
    expect(result).toMatchObject({
      error_message:
        "Procedure code 76499 (Medicine) is priced by report: no rate is published and payment is determined per claim.",
      is_default_selection: false,
    });
    expectNeitherList(result);
  });

  it("46: minutes ask for anesthesia, also by report", async () => {
    expect(await oneOutpatient({ npi: P1, billing_code: "76499", anesthesia_minutes: "60" })).toMatchObject(
      ANESTHESIA_OF_76499,
    );
  });

  it("47: a service type narrows the choice where it applies, before minutes do", async () => {
    const withMinutes = { npi: P1, billing_code: "76499", anesthesia_minutes: "60" };
    expect(await oneOutpatient({ ...withMinutes, service_type: "OTHER SURGERY" })).toMatchObject(ANESTHESIA_OF_76499);
    expect(await oneOutpatient({ ...withMinutes, service_type: "RADIOLOGY" })).toMatchObject(RADIOLOGY_OF_76499);
  });

  it("48: a podiatrist's service type that only Medicine has", async () => {
    const query = { npi: D1, billing_code: "99213", service_type: "MEDICINE EMERGENCY" };
    expect(await oneOutpatient(query)).toMatchObject({
      procedure_type_used: "Medicine",
      payment_rate: "32.06",
      emergency_room: true,
      is_default_selection: true,
      available_procedure_types: ["Podiatrist"],
      available_service_types: ["PRIMARY CARE II - ADULT", "PRIMARY CARE II - CHILD"],
    });
  });

  it("49: a service type that applies to no row", async () => {
    expect(await oneOutpatient({ npi: D1, billing_code: "99213", service_type: "GYN" })).toMatchObject({
      procedure_type_used: "Podiatrist",
      error_message:
        "Service type GYN does not apply to 99213 (Podiatrist) for provider type podiatrist; available service types: PODIATRY PRIMARY CARE I & II - ADULT.",
      available_procedure_types: ["Medicine"],
      available_service_types: ["PODIATRY PRIMARY CARE I & II - ADULT"],
    });
  });

  it("50: both lists stand whichever of the two types was left open, and neither when none was", async () => {
    const query = { npi: P1, billing_code: "99213", procedure_type: "Medicine" };
    expect(await oneOutpatient(query)).toMatchObject({
      payment_rate: "24.05",
      is_default_selection: true,
      available_procedure_types: ["Podiatrist"],
      available_service_types: ["PRIMARY CARE II - CHILD", "MEDICINE EMERGENCY"],
    });
    const chosen = await oneOutpatient({ ...query, service_type: "PRIMARY CARE II - ADULT" });
    expect(chosen).toMatchObject({ payment_rate: "24.05", is_default_selection: false });
    expectNeitherList(chosen);
  });

  it("51: a code is looked up upper-cased and echoed as it was sent", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: " e0110 " })).toMatchObject({
      billing_code: "e0110",
      payment_rate: "78.35",
      hopd_multiplier: null,
      billing_code_description: "Crutches, forearm, pair",
    });
    expect(await oneOutpatient({ npi: H1, billing_code: "nocode" })).toMatchObject({
      billing_code: "nocode",
      error_message: "Procedure code NOCODE is not in the Medi-Cal fee schedule.",
    });
  });
});

describe("inpatient examples of the page (ca 7)", () => {
  it("20: a delivery at the average stay", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "560-1" })).toMatchObject({
      payment_rate: "3787.54",
      payment_rate_type: "claim",
      length_of_stay_used: 2,
      total_charges_used: "17616.47",
      total_charges_source: "estimated",
      estimated_cost: "3787.54",
      policy_adjustor_used: "A",
      calculation_method:
        "DRG base rate ($7123.45) x payment relative weight (0.5317) x casemix adjustment factor (1) = $3787.54",
    });
  });

  it("21: a newborn at a designated public NICU hospital", async () => {
    const result = await oneInpatient({ npi: H2, billing_code: "588-3", child_patient: "true" });
    expect(result).toMatchObject({
      payment_rate: "50719.18",
      payment_relative_weight: 6.093675,
      policy_adjustor_used: "D",
      length_of_stay_used: 21,
      total_charges_used: "162561.47",
      advisories: [{ code: "DPH_REFERENCE_PRICING" }],
    });
  });

  it("22: a transfer after two days", async () => {
    const query = { npi: H1, billing_code: "720-2", transfer_claim: "true", length_of_stay: "2" };
    expect(await oneInpatient(query)).toMatchObject({
      drg_base_payment: "10158.04",
      transfer_adjusted_amount: "5191.50",
      transfer_adjustment_applied: true,
      total_charges_used: "24146.51",
      payment_rate: "5191.50",
    });
  });

  it("23: a transfer after nine days is paid in full", async () => {
    const query = {
      npi: H1,
      billing_code: "720-2",
      transfer_claim: "true",
      length_of_stay: "9",
      total_charges: "45000",
    };
    expect(await oneInpatient(query)).toMatchObject({
      transfer_adjusted_amount: "10158.04",
      transfer_adjustment_applied: false,
      estimated_cost: "9675.00",
      payment_rate: "10158.04",
      calculation_method:
        "DRG base rate ($7123.45) x payment relative weight (1.426) x casemix adjustment factor (1) = $10158.04; $10158.04 x (length of stay (9) + 1) / national average LOS (5.87) = $17305.01; lesser of $17305.01 and $10158.04 = $10158.04",
    });
  });

  it("24: a cost outlier", async () => {
    const query = { npi: H1, billing_code: "720-2", length_of_stay: "31", total_charges: "812400" };
    expect(await oneInpatient(query)).toMatchObject({
      estimated_cost: "174666.00",
      outlier_adjustment_applied: true,
      outlier_adjustment_amount: "34719.22",
      payment_rate: "44877.26",
      outlier_threshold: 99000,
      marginal_cost_percentage: 0.53,
    });
  });

  it("25: the charge cap", async () => {
    const query = { npi: H1, billing_code: "720-2", length_of_stay: "3", total_charges: "9800" };
    expect(await oneInpatient(query)).toMatchObject({
      payment_rate: "9800.00",
      charge_cap_applied: true,
      estimated_cost: "2107.00",
    });
  });

  it("26: a transfer with a cost outlier", async () => {
    const query = {
      npi: H2,
      billing_code: "588-3",
      transfer_claim: "true",
      length_of_stay: "4",
      total_charges: "480000",
    };
    expect(await oneInpatient(query)).toMatchObject({
      policy_adjustor_used: "B",
      drg_base_payment: "28982.39",
      transfer_adjusted_amount: "6752.65",
      estimated_cost: "149760.00",
      outlier_adjustment_amount: "23323.90",
      payment_rate: "30076.55",
    });
  });

  it("27: an interim claim is paid by the day", async () => {
    const query = {
      npi: H2,
      billing_code: "588-3",
      child_patient: "true",
      interim_claim: "true",
      length_of_stay: "30",
      total_charges: "250000",
    };
    expect(await oneInpatient(query)).toMatchObject({
      payment_rate: "18000.00",
      payment_rate_type: "per_diem",
      drg_base_payment: "50719.18",
      interim_per_diem_amount: 600,
      is_interim_claim: true,
    });
  });

  it("28: an interim claim is capped at charges", async () => {
    const query = {
      npi: H1,
      billing_code: "720-2",
      interim_claim: "true",
      length_of_stay: "30",
      total_charges: "15000",
    };
    expect(await oneInpatient(query)).toMatchObject({ payment_rate: "15000.00", charge_cap_applied: true });
  });

  it("29: a provider that is not a hospital", async () => {
    expect(await oneInpatient({ npi: P1, billing_code: "560-1" })).toMatchObject({
      error_message: "P1 is not a hospital; APR-DRG rates exist for hospitals only.",
    });
  });

  it("30: an APR-DRG without a weight", async () => {
    expect(await oneInpatient({ npi: H1, billing_code: "999-1" })).toMatchObject({
      error_message: "APR-DRG 999-1 is not in the Medi-Cal weight table.",
      drg_base_rate: "7123.45",
      apr_drg: "999",
      soi: 1,
    });
  });

  it("31: a code without severity is refused", () => {
    expect(service.faults("inpatient", { npi: H1, billing_code: "560" })).toMatchObject([
      { field: "billing_code", code: "invalid_parameter" },
    ]);
  });

  it("36: a transfer has no effect on an interim claim", async () => {
    const query = {
      npi: H1,
      billing_code: "720-2",
      transfer_claim: "true",
      interim_claim: "true",
      length_of_stay: "30",
      total_charges: "15000",
    };
    expect(await oneInpatient(query)).toMatchObject({
      payment_rate: "15000.00",
      payment_rate_type: "per_diem",
      transfer_adjustment_applied: false,
      transfer_adjusted_amount: null,
      calculation_method:
        "interim per diem ($600.00) x length of stay (30) = $18000.00; charge cap: lesser of $18000.00 and total charges ($15000.00) = $15000.00; transfer_claim has no effect on an interim claim",
    });
  });

  it("40: of an NPI's two rows only the hospital has inpatient rates", async () => {
    expect(await oneInpatient({ npi: H2, billing_code: "560-1" })).toMatchObject({
      provider_name: "H2",
      payment_rate: "4425.47",
    });
  });

  it("41: a name of one letter finds both hospitals", async () => {
    expect(await inpatient({ provider_name: "h", billing_code: "560-1" })).toMatchObject([
      { provider_name: "H1", payment_rate: "3787.54", provider_matches_total: 2 },
      { provider_name: "H2", payment_rate: "4425.47", provider_matches_total: 2 },
    ]);
  });
});

describe("lookups by name and dates of the page (ca 7)", () => {
  it("54: a code by report qualifies no provider, and the first says that it is", async () => {
    expect(await outpatient({ provider_name: "d1", billing_code: "99499" })).toMatchObject([
      { provider_name: "D1", is_manually_priced: true, provider_matches_total: 0 },
    ]);
    expect(await outpatient({ provider_name: "d1", billing_code: "99498" })).toMatchObject([
      { provider_name: null, provider_matches_total: 0 },
    ]);
  });

  it("55: a figure of the program bounds the prices that it enters, and no others", async () => {
    const visit = { npi: H1, billing_code: "99213" };
    const later = { date_of_service: "2026-02-01" };
    expect(await oneOutpatient(visit, changingMultiplier)).toMatchObject({
      payment_rate: "27.60",
      effective_start_date: "2025-07-01",
      effective_end_date: "2025-12-31",
    });
    expect(await oneOutpatient({ ...visit, ...later }, changingMultiplier)).toMatchObject({
      payment_rate: "27.90",
      effective_start_date: "2026-01-01",
      effective_end_date: null,
    });
    expect(await oneOutpatient({ ...visit, npi: P1 }, changingMultiplier)).toMatchObject({
      effective_start_date: "2025-07-01",
      effective_end_date: null,
    });
  });
});

describe("provider search examples of the page (ca 7)", () => {
  const faults = (query: Record<string, string>) => {
    const { state } = service.source;
    const reading = state.search.reader.fromQuery(query, { today: DAY as Day });
    return reading.ok ? [] : reading.faults;
  };

  it("43: ZIP codes match by five digits or by all nine", async () => {
    const found = async (zip: string) =>
      (await service.search({ zip_code: zip })).providers.map((p) => p.provider_name);
    expect(await found("90033")).toEqual(["H1", "H2"]);
    expect(await found("90033-1234")).toEqual(["H1"]);
    expect(await found("900331234")).toEqual(["H1"]);
    for (const zip of ["90033-1235", "9003", "90033 1234"]) expect(await found(zip)).toEqual([]);
  });

  it("52: a limit is cut at 1000, and refused when it is no whole number from 1", async () => {
    const two = await service.search({ limit: "2" });
    expect(two).toMatchObject({ limit_applied: 2, total_results: 7 });
    expect(two.providers).toHaveLength(2);
    for (const limit of ["1000", "1001", "99999999999999999999"]) {
      expect(await service.search({ limit })).toMatchObject({ limit_applied: 1000 });
    }
    for (const limit of ["0", "-1", "1.5", "x"]) {
      expect(faults({ limit })).toMatchObject([{ field: "limit", code: "invalid_parameter" }]);
    }
  });

  it("53: a reference_id is accepted and has no place in the answer", async () => {
    expect(await service.search({ reference_id: "abc" })).toEqual(await service.search({}));
    expect(faults({ reference_id: "x".repeat(128) })).toEqual([]);
    expect(faults({ reference_id: "x".repeat(129) })).toMatchObject([
      { field: "reference_id", code: "invalid_parameter" },
    ]);
  });
});
