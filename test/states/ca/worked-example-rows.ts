import type { DatasetFiles } from "../../support/release.ts";

/*
 * The rows of the page's worked examples (ca 7). Identifiers of the page: H1 1000000001 with
 * alternate 1000000002, H2 1000000003, and the ones below for those that it leaves open.
 */
export const P1 = "1000000011";
export const N1 = "1000000012";
export const S1 = "1000000013";
export const D1 = "1000000014";
export const H1 = "1000000001";
export const H1_ALTERNATE = "1000000002";
export const H2 = "1000000003";

const START = "2025-07-01";

function csv(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join("\n")}\n`;
}

function dated(header: string, rows: readonly string[]): string {
  return csv(
    `${header},effective_start_date`,
    rows.map((row) => `${row},${START}`),
  );
}

export const workedExampleRows: DatasetFiles = {
  "ca/providers.csv": csv("npi,state_provider_id,alternate_npis,provider_name,primary_taxonomy,zip_code", [
    `${H1},106190001,${H1_ALTERNATE},H1,282N00000X,90033-1234`,
    `${H2},106380002,,H2,282N00000X,90033`,
    `${P1},,,P1,207Q00000X,`,
    `${N1},,,N1,367500000X,`,
    `${S1},,,S1,261QA1903X,`,
    `${D1},,,D1,213E00000X,`,
    `${H2},00D00002,,D2,213E00000X,`,
  ]),
  "ca/outpatient_rates.csv": dated(
    "procedure_code,procedure_type,unit_value,conversion_indicator,cutback_ind,professional_fraction,family_planning_eligible,hopd_addon_eligible,published_basic_rate",
    [
      "99213,Medicine,4.38,2,1,,true,,",
      "99213,Podiatrist,4.38,2,0,,,,",
      "11042,Primary Surgeon,1.85,7,1,,,,",
      "77280,Radiology,16.073,5,0,,,,",
      "93306,Medicine,21.5,1,0,0.40,,,",
      "00840,Anesthesia,6,A,0,,,,",
      "E0110,Medicine,78.35,F,0,,,false,",
      "99499,Medicine,,,,,,,",
      "71045,Radiology,4.62,5,0,,,,28.57",
      "76499,Medicine,,,,,,,",
      "76499,Radiology,10.5,5,0,,,,",
      "76499,Anesthesia,,,,,,,",
    ],
  ),
  "ca/conversion_factors.csv": dated(
    "procedure_type,conversion_indicator,service_type,emergency,provider_type,age_group,conversion_factor,selection_rank",
    [
      "Medicine,2,PRIMARY CARE II - ADULT,false,,adult,5.49,1",
      "Medicine,2,PRIMARY CARE II - CHILD,false,,child,6.20,2",
      "Medicine,2,MEDICINE EMERGENCY,true,,any,7.32,3",
      "Medicine,1,MEDICINE,false,,any,5.49,1",
      "Medicine,F,FIXED PRICE,false,,any,1,1",
      "Podiatrist,2,PODIATRY PRIMARY CARE I & II - ADULT,false,podiatrist,adult,5.12,1",
      "Primary Surgeon,7,OTHER SURGERY,false,,any,42.17,1",
      "Radiology,5,RADIOLOGY,false,,any,6.18,1",
      "Anesthesia,A,ANESTHESIOLOGY,false,,any,15.19,1",
    ],
  ),
  "ca/hospital_rates.csv": dated(
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,casemix_adjustment_factor,designated_nicu,designated_public_hospital",
    ["106190001,7123.45,0.2150,1,false,false", "106380002,8450.00,0.3120,0.9850,true,true"],
  ),
  "ca/drg_weights.csv": dated(
    "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d",
    [
      "560,1,0.5317,2.21,1.00,1.00,1.00,1.00",
      "720,2,1.4260,5.87,1.00,1.00,1.00,1.00",
      "588,3,3.4821,21.46,1.00,1.00,1.25,1.75",
    ],
  ),
  "common/hcpcs.csv": csv("code,description", ['E0110,"Crutches, forearm, pair"']),
};

/** `use_professional_fraction` is switched on by the file (example 8). */
/** A figure of the program that changes with the year (example 55). */
export const withChangingMultiplier: DatasetFiles = {
  ...workedExampleRows,
  "ca/parameters.csv": csv("name,value,effective_start_date,effective_end_date", [
    "hopd_multiplier,1.4344,2020-01-01,2025-12-31",
    "hopd_multiplier,1.45,2026-01-01,",
  ]),
};

export const withProfessionalFraction: DatasetFiles = {
  ...workedExampleRows,
  "ca/parameters.csv": dated("name,value", ["use_professional_fraction,1"]),
};
