import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outpatient } from "../../../../src/states/ca/outpatient/lookup.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { serviceOf, type TestService } from "../../../support/release.ts";
import { exampleLookups } from "../../../support/worked-examples.ts";
import { D1, H1, P1, workedExampleRows } from "../worked-example-rows.ts";

const PARAMETERS_OF_2026 = "hopd_multiplier,1.5,2026-01-01\nanesthesia_minutes_per_unit,15,2026-01-01\n";

let service: TestService;
/** Its parameters have no value on the day that is asked about. */
let laterService: TestService;
beforeAll(async () => {
  service = await serviceOf("ca", workedExampleRows);
  laterService = await serviceOf("ca", {
    ...workedExampleRows,
    "ca/parameters.csv": `name,value,effective_start_date\n${PARAMETERS_OF_2026}`,
  });
});
afterAll(() => {
  service.close();
  laterService.close();
});

const DAY = { date_of_service: "2025-10-01" };

const { oneOutpatient } = exampleLookups(() => service, { outpatient: DAY, inpatient: {} });

const UNPRICED = {
  rate_found: false,
  payment_rate: null,
  payment_rate_type: null,
  calculation_method: null,
  effective_start_date: null,
  effective_end_date: null,
  modifier: null,
  modifier_adjustment: null,
  hopd_multiplier: null,
  family_planning_multiplier: null,
};

const NO_FACTOR = { conversion_factor: null, cutback_ind: null, emergency_room: null, service_type_used: null };

const LISTS = ["available_procedure_types", "available_service_types"];

it("a priced line has every field", async () => {
  const query = { npi: H1, billing_code: "99213", family_planning_primary_dx: "true", reference_id: " r " };
  expect(await oneOutpatient({ ...query, modifier: "26" })).toEqual({
    ...blankResult(outpatient, service.request("outpatient", { ...query, ...DAY })),
    reference_id: " r ",
    rate_found: true,
    error_message: null,
    provider_matches_total: null,
    npi: H1,
    state_provider_id: "106190001",
    provider_name: "H1",
    billing_code: "99213",
    billing_code_type: "HCPCS",
    billing_code_description: null,
    payment_rate: "15.28", // 24.05 x 0.29 = 6.97; x 0.8 = 5.58; x 1.909 = 10.65; x 1.4344 = 15.28
    payment_rate_type: "fee_schedule",
    calculation_method:
      "unit value (4.38) x conversion factor (5.49) = $24.05; $24.05 x modifier 26 (0.29) = $6.97; $6.97 x cutback (0.8) = $5.58; $5.58 x family planning add-on (1.909) = $10.65; $10.65 x HOPD add-on (1.4344) = $15.28",
    effective_start_date: "2025-07-01",
    effective_end_date: null,
    matched_npi: null,
    provider_type: "hospital",
    provider_type_label: "Hospital",
    cbsa_code: null,
    cbsa_description: null,
    basic_rate: "4.38",
    conversion_factor: "5.49",
    modifier: "26",
    modifier_adjustment: "0.29",
    cutback_ind: 1,
    hopd_multiplier: 1.4344,
    family_planning_multiplier: 1.909,
    anesthesia_base_units: null,
    time_units_used: null,
    anesthesia_minutes_used: null,
    emergency_room: false,
    procedure_type_used: "Medicine",
    service_type_used: "PRIMARY CARE II - ADULT",
    is_default_selection: true,
    available_procedure_types: ["Podiatrist"],
    available_service_types: ["PRIMARY CARE II - CHILD", "MEDICINE EMERGENCY"],
    is_manually_priced: false,
    child_patient_used: null,
  });
});

it("minutes have no effect on a line that is not anesthesia", async () => {
  expect(await oneOutpatient({ npi: P1, billing_code: "77280", anesthesia_minutes: "60" })).toMatchObject({
    payment_rate: "99.33",
    time_units_used: null,
    anesthesia_minutes_used: null,
  });
});

it("anesthesia has base units in place of a basic rate, and neither modifier nor family planning", async () => {
  const query = { npi: P1, billing_code: "00840", anesthesia_minutes: "0", family_planning_primary_dx: "true" };
  expect(await oneOutpatient(query)).toMatchObject({
    rate_found: true,
    payment_rate: "91.14", // 6 x 15.19
    payment_rate_type: "fee_schedule",
    basic_rate: null,
    conversion_factor: "15.19",
    anesthesia_base_units: "6",
    time_units_used: 0,
    anesthesia_minutes_used: 0,
    modifier: null,
    family_planning_multiplier: null,
    cutback_ind: 0,
  });
});

it("a code by report shows its period, and nothing of a price", async () => {
  const query = { npi: P1, billing_code: "76499", anesthesia_minutes: "60", child_patient: "true" };
  expect(await oneOutpatient(query)).toMatchObject({
    ...UNPRICED,
    ...NO_FACTOR,
    payment_rate_type: "manually_priced",
    calculation_method: "By report: no unit value is published; payment is determined per claim",
    effective_start_date: "2025-07-01",
    basic_rate: null,
    anesthesia_base_units: null,
    time_units_used: null,
    anesthesia_minutes_used: null,
    is_manually_priced: true,
    child_patient_used: true,
  });
});

describe("whether the selection is a default one", () => {
  const selection = async (query: Record<string, string>) => {
    const result = await oneOutpatient({ npi: P1, ...query });
    return [result.is_default_selection, ...LISTS.map((name) => name in result)];
  };
  const medicine = { procedure_type: "Medicine" };
  const gyn = { service_type: "GYN" };

  it("follows the types sent, on failed lines too", async () => {
    const adult = { service_type: "PRIMARY CARE II - ADULT" };
    expect(await selection({ billing_code: "99213" })).toEqual([true, true, true]);
    expect(await selection({ billing_code: "99213", ...medicine })).toEqual([true, true, true]);
    expect(await selection({ billing_code: "99213", ...adult })).toEqual([true, true, true]);
    expect(await selection({ billing_code: "99213", ...medicine, ...adult })).toEqual([false, false, false]);
    expect(await selection({ billing_code: "99213", ...gyn })).toEqual([true, true, true]);
    expect(await selection({ billing_code: "99213", ...medicine, ...gyn })).toEqual([false, false, false]);
  });

  it("is a matter of the procedure type alone where the code is by report", async () => {
    expect(await selection({ billing_code: "99499" })).toEqual([true, true, true]);
    expect(await selection({ billing_code: "99499", ...gyn })).toEqual([true, true, true]);
    expect(await selection({ billing_code: "99499", ...medicine })).toEqual([false, false, false]);
  });

  it("is unknown where no fee row was chosen", async () => {
    expect(await selection({ billing_code: "NOCODE" })).toEqual([null, false, false]);
    expect(await selection({ billing_code: "99213", date_of_service: "2020-01-01" })).toEqual([null, false, false]);
    expect(await selection({ billing_code: "99213", procedure_type: "Radiology" })).toEqual([null, false, false]);
  });
});

describe("a failed line keeps what was found", () => {
  it("nothing before a fee row is chosen", async () => {
    expect(await oneOutpatient({ npi: D1, billing_code: "NOCODE", anesthesia_minutes: "60" })).toMatchObject({
      ...UNPRICED,
      ...NO_FACTOR,
      basic_rate: null,
      procedure_type_used: null,
      anesthesia_minutes_used: null,
      is_manually_priced: null,
      provider_type: "podiatrist",
    });
  });

  it("the unit value and the other procedure types without a conversion factor", async () => {
    const result = await oneOutpatient({ npi: P1, billing_code: "99213", procedure_type: "Podiatrist" });
    expect(result).toMatchObject({
      ...UNPRICED,
      ...NO_FACTOR,
      error_message:
        "No conversion factor is published for conversion indicator 2 (Podiatrist) and provider type physician_office on 2025-10-01.",
      basic_rate: "4.38",
      procedure_type_used: "Podiatrist",
      is_manually_priced: false,
      available_procedure_types: ["Medicine"],
      available_service_types: [],
    });
  });

  it("base and time units of anesthesia, and every service type where the one sent does not apply", async () => {
    const query = { npi: P1, billing_code: "00840", anesthesia_minutes: "95", service_type: "GYN" };
    expect(await oneOutpatient(query)).toMatchObject({
      ...UNPRICED,
      ...NO_FACTOR,
      anesthesia_base_units: "6",
      time_units_used: 7,
      anesthesia_minutes_used: 95,
      basic_rate: null,
      available_procedure_types: [],
      available_service_types: ["ANESTHESIOLOGY"],
    });
  });

  it("the published basic rate where a parameter has no value", async () => {
    expect(await oneOutpatient({ npi: H1, billing_code: "71045", modifier: "26" }, laterService)).toMatchObject({
      ...UNPRICED,
      error_message:
        "Parameter hopd_multiplier has no value on 2025-10-01; the nearest published period is 2026-01-01 onward.",
      basic_rate: "28.57",
      conversion_factor: "1",
      cutback_ind: 0,
      emergency_room: false,
      service_type_used: "RADIOLOGY",
      is_default_selection: true,
    });
  });

  it("no time units where their length has no value", async () => {
    const query = { npi: P1, billing_code: "00840", anesthesia_minutes: "95" };
    expect(await oneOutpatient(query, laterService)).toMatchObject({
      ...UNPRICED,
      error_message:
        "Parameter anesthesia_minutes_per_unit has no value on 2025-10-01; the nearest published period is 2026-01-01 onward.",
      conversion_factor: "15.19",
      anesthesia_base_units: "6",
      time_units_used: null,
      anesthesia_minutes_used: 95,
      cutback_ind: 0,
    });
  });
});
