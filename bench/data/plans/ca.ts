import { isHospital, type ProviderType } from "../../../src/states/ca/values.ts";
import { HOSPITAL, PRACTITIONER, type StatePlan } from "../plan.ts";

export const california: StatePlan = {
  code: "ca",
  firstNpi: 1_300_000_000,
  providers: 400_000,
  facilities: [{ kind: HOSPITAL, count: 400 }],
  kindOf: (row) =>
    isHospital({
      providerType: (row.provider_type || null) as ProviderType | null,
      primaryTaxonomy: row.primary_taxonomy || null,
    })
      ? HOSPITAL
      : PRACTITIONER,
  identifiers: { state_provider_id: (unique) => String(500_000_000 + unique) },
  ownRates: [
    { table: "hospital_rates", column: "state_provider_id", varies: ["drg_base_rate", "cost_to_charge_ratio"] },
  ],
  codeSets: [
    {
      system: "procedure",
      tables: [{ table: "outpatient_rates", column: "procedure_code", varies: ["unit_value", "published_basic_rate"] }],
    },
  ],
  drgWeights: { table: "drg_weights", column: "drg", varies: ["casemix_weight"] },
  claims: [
    { kind: PRACTITIONER, table: "outpatient_rates", column: "procedure_code", share: 0.8 },
    { kind: HOSPITAL, table: "outpatient_rates", column: "procedure_code", share: 0.2 },
  ],
  stayDay: "admit_date",
};
