import { type ProviderType, resolvedType } from "../../../src/states/ga/values.ts";
import { HOSPITAL, PRACTITIONER, type StatePlan } from "../plan.ts";

const KINDS: Readonly<Record<ProviderType, string>> = {
  HOSPITAL,
  ASC: "surgical center",
  CLINICAL_LABORATORY: "laboratory",
  PHYSICIAN: PRACTITIONER,
};

const PHYSICIAN_SCHEDULES = ["physician_fs", "padl_drug", "vaccine_admin"];
const FEES = {
  table: "fee_schedule",
  column: "code",
  where: ({ service_category = "", modifier }: Readonly<Record<string, string>>) =>
    modifier === "" && PHYSICIAN_SCHEDULES.includes(service_category),
} as const;

export const georgia: StatePlan = {
  code: "ga",
  firstNpi: 1_600_000_000,
  providers: 250_000,
  facilities: [
    { kind: HOSPITAL, count: 150 },
    { kind: "surgical center", count: 350 },
    { kind: "laboratory", count: 300 },
  ],
  kindOf: (row) => {
    const type = resolvedType({
      providerType: (row.provider_type || null) as ProviderType | null,
      primaryTaxonomyCode: row.primary_taxonomy_code || null,
    });
    return type === null ? null : KINDS[type];
  },
  identifiers: {},
  ownRates: [
    { table: "enhanced_enrollments", column: "npi", varies: [] },
    { table: "hospital_outpatient_rates", column: "npi", varies: ["outpatient_interim_rate"] },
    { table: "hospital_inpatient_rates", column: "npi", varies: ["ip_base_rate"] },
  ],
  codeSets: [
    {
      system: "procedure",
      tables: [
        { table: "fee_schedule", column: "code", varies: ["rate"] },
        { table: "anesthesia_base_units", column: "code", varies: [] },
        { table: "lab_rates", column: "code", varies: ["rate"] },
        { table: "medicare_clfs", column: "code", varies: ["rate"] },
        { table: "asc_procedures", column: "code", varies: [] },
      ],
    },
  ],
  drgWeights: { table: "drg_weights", column: "drg", varies: ["relative_weight"] },
  claims: [
    { ...FEES, kind: PRACTITIONER, share: 0.6 },
    { ...FEES, kind: HOSPITAL, share: 0.2 },
    { kind: "laboratory", table: "lab_rates", column: "code", where: ({ modifier }) => modifier === "", share: 0.1 },
    { kind: "surgical center", table: "asc_procedures", column: "code", share: 0.1 },
  ],
  stayDay: "admit_date",
};
