import { HOSPITAL, PRACTITIONER, type StatePlan } from "../plan.ts";

const KINDS: Readonly<Record<string, string>> = {
  HOSPITAL,
  ASC: "surgical center",
  INDEPENDENT_LAB: "laboratory",
  PRACTITIONER,
};

const FEES = { table: "fee_schedule", column: "code" } as const;

export const florida: StatePlan = {
  code: "fl",
  firstNpi: 1_400_000_000,
  providers: 450_000,
  facilities: [
    { kind: HOSPITAL, count: 230 },
    { kind: "surgical center", count: 450 },
    { kind: "laboratory", count: 400 },
  ],
  kindOf: (row) => KINDS[row.provider_type ?? ""] ?? null,
  identifiers: { state_provider_id: (unique) => String(500_000_000 + unique) },
  ownRates: [
    { table: "eapg_rates", column: "state_provider_id", varies: ["base_rate"] },
    { table: "drg_rates", column: "state_provider_id", varies: ["cost_to_charge_ratio"] },
  ],
  codeSets: [
    { system: "procedure", tables: [{ ...FEES, varies: ["fsi", "facility", "pci", "tci"] }] },
    { system: "group", tables: [{ table: "eapg_weights", column: "eapg", varies: ["weight"] }] },
  ],
  drgWeights: { table: "drg_weights", column: "drg", varies: ["relative_weight"] },
  claims: [
    {
      ...FEES,
      kind: PRACTITIONER,
      where: ({ schedule, modifier }) => modifier === "" && schedule !== "INDEPENDENT_LAB" && schedule !== "ASC",
      share: 0.6,
    },
    { kind: HOSPITAL, table: "eapg_weights", column: "eapg", share: 0.25 },
    { ...FEES, kind: "laboratory", where: ({ schedule }) => schedule === "INDEPENDENT_LAB", share: 0.1 },
    { kind: "surgical center", table: "eapg_weights", column: "eapg", share: 0.05 },
  ],
  stayDay: "discharge_date",
};
