import type { DatasetFiles } from "../../support/release.ts";

/*
 * The rows of the page's worked examples (ga 7). Its NPIs are 1111111 and the three digits that it
 * calls a provider by.
 */
export const PEACHTREE = "1111111101";
export const EARLY_COUNTY = "1111111102";
export const MAGNOLIA = "1111111103";
export const ADAMS = "1111111104";
export const BAKER = "1111111105";
export const OCMULGEE = "1111111106";
export const CHATTAHOOCHEE = "1111111107";
export const SAVANNAH = "1111111108";
export const OKEFENOKEE = "1111111109";

/** Rows with their dates as the page writes them, `start..end`; an open end means active. */
function dated(header: string, rows: readonly string[]): string {
  const lines = rows.map((row) => row.replace("..", ","));
  return `${[`${header},effective_start_date,effective_end_date`, ...lines].join("\n")}\n`;
}

const PROVIDER_HEADER = "npi,provider_name,campus_name,provider_type,county,zip_code,critical_access_hospital";
const PROVIDERS = [
  `${PEACHTREE},PEACHTREE REGIONAL HOSPITAL,,HOSPITAL,,,false`,
  `${EARLY_COUNTY},EARLY COUNTY CAH,,HOSPITAL,,,true`,
  `${MAGNOLIA},MAGNOLIA HEALTH SYSTEM,Downtown,HOSPITAL,,,`,
  `${MAGNOLIA},MAGNOLIA HEALTH SYSTEM,Northside,HOSPITAL,,,`,
  `${ADAMS},ADAMS JANE MD,,PHYSICIAN,,,`,
  `${BAKER},BAKER TOM MD,,PHYSICIAN,,,`,
  `${OCMULGEE},OCMULGEE CLINIC AND LAB,,PHYSICIAN,,31201,`,
  `${OCMULGEE},OCMULGEE CLINIC AND LAB,,CLINICAL_LABORATORY,,31201,`,
  `${CHATTAHOOCHEE},CHATTAHOOCHEE SURGERY CENTER,,ASC,Fulton,30303-1234,`,
  `${SAVANNAH},SAVANNAH DIAGNOSTIC LABS,,CLINICAL_LABORATORY,,,`,
  `${OKEFENOKEE},OKEFENOKEE SURGERY CENTER,,ASC,Ware,,`,
];

function providers(rows: readonly string[]): string {
  return `${[PROVIDER_HEADER, ...rows].join("\n")}\n`;
}

export const workedExampleRows: DatasetFiles = {
  "ga/providers.csv": providers(PROVIDERS),
  "ga/enhanced_enrollments.csv": dated("npi,program", [`${ADAMS},primary_care,2023-07-01..`]),
  "ga/fee_schedule.csv": dated(
    "service_category,code,modifier,place_of_service,program,age_group,rate,manually_priced",
    [
      "physician_fs,99213,,non_facility,,,76.15,,2022-07-01..",
      "site_of_service,99213,,facility,,,58.42,,2022-07-01..",
      "enhanced_rate,99213,,,primary_care,,92.47,,2023-07-01..",
      "physician_fs,71046,,,,,27.10,,2024-01-01..",
      "physician_fs,71046,26,,,,8.06,,2024-01-01..",
      "physician_fs,71046,TC,,,,19.04,,2024-01-01..",
      "physician_fs,99392,EP,,,,85.37,,2024-01-01..",
      "padl_drug,J0696,,,,,0.6175,,2025-07-01..2025-09-30",
      "padl_drug,J2405,,,,,0.0842,,2025-07-01..2025-09-30",
      "padl_drug,J1642,,,,,0.0042,,2025-07-01..2025-09-30",
      "padl_drug,J7050,,,,,0.5,,2025-07-01..2025-09-30",
      "vaccine_admin,90471,,,,ADULT,21.93,,2024-01-01..",
      "anesthesia_flat,01967,AA,,,,350.00,,2024-01-01..",
      "anesthesia_flat,01967,QZ,,,,280.00,,2024-01-01..",
      "physician_fs,99199,,,,,,true,2024-01-01..",
    ],
  ),
  "ga/anesthesia_base_units.csv": dated("code,base_units", ["00840,6,2024-01-01.."]),
  "ga/anesthesia_conversion_factors.csv": dated("modifier,conversion_factor", [
    "AA,18.20,2024-01-01..",
    "QK,9.10,2024-01-01..",
    "QX,9.10,2024-01-01..",
    "QY,9.10,2024-01-01..",
    "QZ,16.385,2024-01-01..",
  ]),
  "ga/lab_rates.csv": dated("code,rate", [
    "80053,10.25,2023-01-01..",
    "85025,8.10,2023-01-01..",
    "87999,14.00,2023-01-01..",
  ]),
  "ga/medicare_clfs.csv": dated("code,rate", [
    "80053,10.56,2025-07-01..2025-09-30",
    "85025,7.77,2025-07-01..2025-09-30",
  ]),
  "ga/asc_procedures.csv": dated("code,payment_group", ["66984,08,2024-01-01.."]),
  "ga/asc_rates.csv": dated("payment_group,locality,rate", ["08,01,973.00,2024-01-01.."]),
  "ga/asc_localities.csv": dated("county,locality", ["Fulton,01,2024-01-01.."]),
  "ga/hospital_outpatient_rates.csv": dated("npi,campus_name,outpatient_interim_rate", [
    `${PEACHTREE},,0.3127,2024-07-01..2025-06-30`,
    `${PEACHTREE},,0.3042,2025-07-01..`,
    `${EARLY_COUNTY},,0.6512,2025-07-01..`,
    `${MAGNOLIA},Downtown,0.2875,2025-07-01..`,
    `${MAGNOLIA},Northside,0.3310,2025-07-01..`,
  ]),
  "ga/hospital_inpatient_rates.csv": dated("npi,campus_name,ip_base_rate,ip_ccr", [
    `${PEACHTREE},,6345.78,0.2481,2025-07-01..2026-06-30`,
    `${EARLY_COUNTY},,5020.00,0.4475,2025-07-01..2026-06-30`,
    `${MAGNOLIA},Downtown,7120.55,0.2210,2025-07-01..2026-06-30`,
    `${MAGNOLIA},Northside,6890.10,0.2342,2025-07-01..2026-06-30`,
  ]),
  "ga/drg_weights.csv": dated("drg,soi,relative_weight,alos,cost_outlier_threshold,short_stay_exempt", [
    "139,1,0.4312,2.41,30000.00,false,2025-07-01..2026-06-30",
    "139,2,0.5987,3.12,30000.00,false,2025-07-01..2026-06-30",
    "139,3,0.8920,4.55,34215.50,false,2025-07-01..2026-06-30",
    "139,4,1.6743,7.80,52108.75,false,2025-07-01..2026-06-30",
    "560,1,0.3514,2.05,30000.00,true,2025-07-01..2026-06-30",
    "560,2,0.4102,2.38,30000.00,true,2025-07-01..2026-06-30",
    "560,3,0.6049,3.40,30000.00,true,2025-07-01..2026-06-30",
  ]),
};

/** Figures that `parameters.csv` gives from 2026 only (examples O19, I11 and I12). */
export const withLaterParameters: DatasetFiles = {
  ...workedExampleRows,
  "ga/parameters.csv": dated("name,value", [
    "physical_status_units_P3,1,2026-01-01..",
    "short_stay_days,2,2026-01-01..",
  ]),
};

/** Codes that are published with modifiers only (example O5a). */
export const withModifiersOnly: DatasetFiles = {
  ...workedExampleRows,
  "ga/fee_schedule.csv": dated(
    "service_category,code,modifier,place_of_service,program,age_group,rate,manually_priced",
    [
      "physician_fs,77001,TC,,,,40.00,,2024-01-01..",
      "physician_fs,77001,26,,,,12.50,,2024-01-01..",
      "physician_fs,77001,59,,,,,true,2024-01-01..",
      "physician_fs,77002,59,,,,,true,2024-01-01..",
      "physician_fs,77003,26,,,,12.50,,2024-01-01..",
    ],
  ),
  // From 2026 on one of the codes is a laboratory's, without a modifier.
  "ga/lab_rates.csv": dated("code,rate", ["77003,14.00,2026-01-01.."]),
};

/** A third campus without a rate row (examples P5 and P6). */
export const withAirportCampus: DatasetFiles = {
  ...workedExampleRows,
  "ga/providers.csv": providers([...PROVIDERS, `${MAGNOLIA},MAGNOLIA HEALTH SYSTEM,Airport,HOSPITAL,,,`]),
};
