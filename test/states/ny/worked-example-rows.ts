import type { DatasetFiles } from "../../support/release.ts";

/** The providers of the page's worked examples (ny 7), by its names for them. */
export const H1 = "1100000001";
export const H2 = "1100000002";
export const C1 = "1100000003";
export const P1 = "1100000004";
export const L1 = "1100000005";
export const C2 = "1100000006";
export const C3 = "1100000007";
export const G1 = "1100000008";

const START = "2025-01-01";

function csv(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join("\n")}\n`;
}

function dated(header: string, rows: readonly string[], start = START): string {
  return csv(
    `${header},effective_start_date`,
    rows.map((row) => `${row},${start}`),
  );
}

export const workedExampleRows: DatasetFiles = {
  "ny/providers.csv": csv(
    "npi,state_provider_id,opcert,provider_name,provider_type,county,zip_code,peer_groups,service_regions",
    [
      `${H1},00100001,7000101H,EXAMPLE GENERAL HOSPITAL,HOSPITAL,,10001-1234,,`,
      `${H2},,5900201H,EXAMPLE REHABILITATION HOSPITAL,HOSPITAL,,,,`,
      `${C1},,,EXAMPLE HEALTH CENTER,OUTPATIENT_CLINIC_ASC,,,clinic|ambsurg,Downstate|Upstate`,
      `${P1},,,EXAMPLE PHYSICIAN,PHYSICIAN,,,,`,
      `${L1},,,EXAMPLE LABORATORY,LABORATORY,,,,`,
      `${C2},,,EXAMPLE LAKE CLINIC,OUTPATIENT_CLINIC_ASC,Erie,,clinic,`,
      `${C3},,,EXAMPLE MOBILE CLINIC,OUTPATIENT_CLINIC_ASC,,,clinic,`,
      `${G1},00100008,,EXAMPLE GROUP PRACTICE,PHYSICIAN,,,,`,
      `${G1},00100008,,EXAMPLE GROUP PRACTICE,LABORATORY,,,,`,
    ],
  ),
  "ny/apg_weights.csv": dated("apg,apg_weight,no_capital_addon", ["271,0.7658,", "63,8.1542,", "414,0.1041,true"]),
  "ny/apg_procedures.csv": dated("code,apg,px_based_weight,units_limit", ["97110,271,0.1375,4", "90656,414,,"]),
  "ny/apg_fees.csv": csv("code,amount,max_units,effective_start_date,effective_end_date", [
    `90656,25.5,1,${START},2025-06-30`,
    `J0696,0.6175,,${START},`,
  ]),
  "ny/hospital_apg_rates.csv": dated("opcert,apg_base_rate_opd_visit,apg_base_rate_ed,apg_base_rate_opd_episode", [
    "7000101H,268.56,232.15,251.40",
  ]),
  "ny/dtc_base_rates.csv": dated(
    "peer_group,region,base_rate",
    ["clinic,Downstate,170.71", "clinic,Upstate,143.06", "ambsurg,Downstate,117.40", "ambsurg,Upstate,102.18"],
    "2022-04-01",
  ),
  "ny/dtc_capital.csv": dated("npi,peer_group,capital_addon", [`${C1},clinic,27.35`, `${C1},ambsurg,412.00`]),
  "ny/fee_schedule.csv": dated(
    "schedule,code,modifier,place_of_service,fee,modifier_adjustment,anesthesia_base_units,units_limit,by_report",
    [
      "physician,99213,,non_facility,68.97,,,,",
      "physician,99213,,facility,47.12,,,,",
      "physician,71046,,,25.05,,,,",
      "physician,71046,26,,10.02,0.40,,,",
      "physician,17999,,,,,,,true",
      "physician,00840,,,,,6,,",
      "physician,36415,,,2.80,,,,",
      "laboratory,80053,,,8.43,,,1,",
      "laboratory,36415,,,3.00,,,,",
    ],
  ),
  "ny/drg_weights.csv": dated("service_type,drg,soi,siw,alos,cost_outlier_threshold", [
    "acute,139,2,0.7412,4.37,33120.00",
    "acute,139,4,1.9846,9.02,58214.00",
    "acute,560,1,0.3105,1,",
    "acute,580,3,0.4421,1,",
    "psychiatric,750,2,1.0243,,",
    "psychiatric,753,3,1.1087,,",
  ]),
  "ny/inpatient_acute_rates.csv": dated(
    "opcert,payer_class,discharge_rate,dme,capital_per_disch,capital_per_diem,addon_ambulance,addon_teaching_election,addon_school_nursing,addon_min_wage,safety_net_sdp_per_disch,hh_acr_per_disch,alc_per_diem,isaf,high_cost_cc",
    [
      "7000101H,FFS,8123.45,1201.33,612.40,118.75,,,,,,,231.18,1.1873,0.284613",
      "7000101H,MMC,7014.88,,655.10,127.02,14.25,0,31.07,52.60,1842.00,2315.75,231.18,,",
    ],
  ),
  "ny/inpatient_psych_rates.csv": dated(
    "opcert,payer_class,age_group,base_per_diem,non_op_per_diem,ect_per_treatment,alc_per_diem,sdp_per_diem,hh_acr_per_diem,dme_per_diem",
    ["7000101H,FFS,,742.19,96.41,,,,,", "7000101H,MMC,CHILD,768.02,61.15,318.44,231.18,210.00,185.50,22.36"],
  ),
  "ny/inpatient_per_diem_rates.csv": dated("opcert,payer_class,service_type,per_diem,alc_per_diem", [
    "5900201H,FFS,med_rehab,1388.27,",
    "7000101H,FFS,cah,2101.94,204.66",
    "7000101H,FFS,dual_diag_adult,1011.00,",
  ]),
  "ny/parameters.csv": dated("name,value", ["psych_comorbidity_heart_failure,1.0720"]),
};
