import { type ProviderType, providerTypeOf } from "../../../src/states/ny/values.ts";
import { HOSPITAL, PRACTITIONER, type StatePlan } from "../plan.ts";

const KINDS: Readonly<Record<ProviderType, string>> = {
  HOSPITAL,
  OUTPATIENT_CLINIC_ASC: "clinic",
  LABORATORY: "laboratory",
  PHYSICIAN: PRACTITIONER,
};

const FEES = { table: "fee_schedule", column: "code" } as const;

export const newYork: StatePlan = {
  code: "ny",
  firstNpi: 1_500_000_000,
  providers: 700_000,
  facilities: [
    { kind: HOSPITAL, count: 230 },
    { kind: "clinic", count: 2_000 },
    { kind: "laboratory", count: 600 },
  ],
  kindOf: (row) =>
    KINDS[
      providerTypeOf({
        providerType: (row.provider_type || null) as ProviderType | null,
        primaryTaxonomyCode: row.primary_taxonomy_code || null,
      })
    ],
  identifiers: {
    state_provider_id: (unique) => String(10_000_000 + unique),
    opcert: (unique) => `${1_000_000 + unique}H`,
  },
  ownRates: [
    {
      table: "hospital_apg_rates",
      column: "opcert",
      varies: ["apg_base_rate_opd_visit", "apg_base_rate_ed", "apg_base_rate_opd_episode"],
    },
    { table: "dtc_capital", column: "npi", varies: ["capital_addon"] },
    { table: "inpatient_acute_rates", column: "opcert", varies: ["discharge_rate", "capital_per_disch"] },
    { table: "inpatient_psych_rates", column: "opcert", varies: ["base_per_diem"] },
    { table: "inpatient_per_diem_rates", column: "opcert", varies: ["per_diem"] },
  ],
  codeSets: [
    {
      system: "procedure",
      tables: [
        { ...FEES, varies: ["fee"] },
        { table: "apg_procedures", column: "code", varies: ["px_based_weight"] },
        { table: "apg_fees", column: "code", varies: ["amount"] },
      ],
    },
    { system: "group", tables: [{ table: "apg_weights", column: "apg", varies: ["apg_weight"] }] },
  ],
  drgWeights: { table: "drg_weights", column: "drg", varies: ["siw"] },
  claims: [
    {
      ...FEES,
      kind: PRACTITIONER,
      // No rate is computed for anesthesia: the state publishes no conversion factor.
      where: ({ schedule, modifier, anesthesia_base_units: baseUnits }) =>
        schedule === "physician" && modifier === "" && baseUnits === "",
      share: 0.6,
    },
    { kind: HOSPITAL, table: "apg_weights", column: "apg", share: 0.15 },
    { kind: "clinic", table: "apg_procedures", column: "code", share: 0.15 },
    { ...FEES, kind: "laboratory", where: ({ schedule }) => schedule === "laboratory", share: 0.1 },
  ],
  stayDay: "discharge_date",
};
