import type { DatasetFiles } from "../../support/release.ts";
import { csv, dated } from "./csv.ts";

/** The rows of the page's worked examples (fl 7), with NPIs for the providers that it leaves without. */
export const P1 = "1000000011";
export const P2 = "1000000012";
export const P3 = "1000000013";
export const L1 = "1000000021";
export const A1 = "1000000031";
export const H1 = "1000000041";
export const H2 = "1000000042";
export const H3 = "1000000043";
export const H4 = "1000000044";
export const H4_ALTERNATE = "1000000045";

export const workedExampleRows: DatasetFiles = {
  "fl/providers.csv": csv(
    "npi,state_provider_id,alternate_npis,provider_name,provider_type,fl_provider_type_code,fl_specialty_code",
    [
      `${P1},,,Provider P1,PRACTITIONER,25,36`,
      `${P2},,,Provider P2,PRACTITIONER,35,1`,
      `${P3},,,Provider P3,PRACTITIONER,25,1`,
      `${P3},,,Provider P3,INDEPENDENT_LAB,,`,
      `${L1},,,Provider L1,INDEPENDENT_LAB,,`,
      `${A1},065500100,,Provider A1,ASC,,`,
      `${H1},010100100,,Provider H1,HOSPITAL,,`,
      `${H2},010200200,,Provider H2,HOSPITAL,,`,
      `${H3},010300300,,Provider H3,HOSPITAL,,`,
      `${H4},010400400,${H4_ALTERNATE},Provider H4,HOSPITAL,,`,
    ],
  ),
  "fl/fee_schedule.csv": csv(
    "schedule,code,modifier,fsi,facility,pci,tci,by_report,effective_start_date,effective_end_date",
    [
      "PRACTITIONER,99202,,58.45,32.18,,,,2026-01-01,",
      "PRACTITIONER,46924,,465.38,133.78,123.40,341.98,,2026-01-01,",
      "PRACTITIONER,27447,,901.66,,,,,2026-01-01,",
      "PRACTITIONER,64999,,,,,,true,2026-01-01,",
      "PRACTITIONER,59514,,,812.40,,,,2026-01-01,",
      "LABORATORY,80053,,6.34,,1.27,5.07,,2026-01-01,",
      "INDEPENDENT_LAB,80053,,5.71,,,,,2026-01-01,",
      "ASC,10060,,301.20,,,,,2010-01-01,2017-06-30",
    ],
  ),
  "fl/rate_multipliers.csv": csv(
    "kind,multiplier,provider_type_codes,specialty_codes,child_patient_only,code_start,code_end,schedules,effective_start_date",
    [
      "provider_type,0.80,35|62,,false,,,PRACTITIONER|RADIOLOGY,2000-01-01",
      "age,1.04,25|26|27|28|29|30|35|62,,true,,,PRACTITIONER|RADIOLOGY,2025-01-01",
      "age,1.21056,25|26,,true,,,PRACTITIONER|RADIOLOGY,2025-01-01",
      "specialty,1.24,,2|3|4|5|8|10|14|15|17|20|21|22|23|29|30|31|36|37|38|39|43|46|51|53|55|57|58|60|62,true,,,PRACTITIONER|RADIOLOGY,2025-01-01",
      "specialty,1.102,,1|19|23|35|36|37|38|39|43|49|59|101|102,true,99201,99496,PRACTITIONER,2025-01-01",
      "specialty,1.36648,,23|36|37|38|39|43,true,99201,99496,PRACTITIONER,2025-01-01",
    ],
  ),
  "fl/eapg_weights.csv": dated("eapg,weight", ["13,1.3864", "74,6.2417"]),
  "fl/eapg_rates.csv": dated("state_provider_id,hospital_class,base_rate,policy_adjustor,childrens_addon", [
    "010100100,All Other,263.05,1.0,",
    "010200200,Childrens,263.05,1.5550,41.87",
    "065500100,,271.33,,",
  ]),
  "fl/drg_weights.csv": dated(
    "drg,soi,relative_weight,mean_los,age_adjustor,pediatric_service_line,adult_service_line",
    [
      "139,1,0.4102,2.10,1.0,Pediatric,Adult",
      "139,2,0.5443,2.85,1.52,Pediatric,Adult",
      "139,3,0.8127,4.02,2.310,Pediatric,Adult",
      "139,4,1.6235,8.77,2.310,Pediatric,Adult",
      "174,3,1.8932,6.45,2.310,Pediatric,Adult",
      "593,4,7.4021,31.20,2.310,Neonatal,Neonatal",
      "614,1,0.7310,3.02,,Neonatal,Neonatal",
    ],
  ),
  "fl/drg_rates.csv": dated(
    "state_provider_id,hospital_class,trauma_class,provider_adjustor,cost_to_charge_ratio,casemix,childrens_addon",
    [
      "010100100,Teaching,Level I,,0.180450,1.1032,",
      "010200200,Childrens,,1.555,0.231876,1.4127,1180.42",
      "010300300,Rural,,2.387,0.215000,,",
      "010400400,All Other,,,0.180450,1.0210,",
    ],
  ),
  "common/hcpcs.csv": csv("code,description", ['J1100,"Injection, dexamethasone sodium phosphate, 1 mg"']),
  "fl/parameters.csv": dated("name,value", ["drg_base_rate,3551.33"]),
};
