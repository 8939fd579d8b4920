import { ONE } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import {
  decimal,
  FRACTION,
  flag,
  inDollars,
  integer,
  list,
  money,
  NPI,
  oneOf,
  otherwise,
  pattern,
  procedureCode,
  required,
  text,
} from "../../dataset/column.ts";
import { ENTITY_TYPES, hasAnIdentifier, type ProgramParameters } from "../../dataset/common-tables.ts";
import type { RowOf } from "../../dataset/table.ts";
import { programOf } from "../../pricing/program.ts";
import { StateTables } from "../../pricing/state/state-tables.ts";
import { AGE_GROUPS, isHospital, PROCEDURE_TYPES, PROVIDER_TYPES, SERVICE_TYPES } from "./values.ts";

export const tables = new StateTables("ca");
const ABOVE_ZERO = { aboveZero: true } as const;

export const providers = tables.undated({
  name: "providers",
  called: "providers",
  words: {
    alternate_npis: "alternate NPIs",
    cbsa_code: "CBSA",
    cbsa_description: "name of the CBSA",
  },
  section: "ca 2.1",
  columns: {
    npi: NPI,
    stateProviderId: text(),
    alternateNpis: list(NPI),
    providerName: required(text()),
    providerType: oneOf(PROVIDER_TYPES),
    entityType: oneOf(ENTITY_TYPES),
    primaryTaxonomy: pattern(/^.{10}$/u, "a NUCC code of ten characters"),
    streetAddress: text(),
    city: text(),
    state: text(),
    zipCode: text(),
    county: text(),
    cbsaCode: text(),
    cbsaDescription: text(),
  },
  key: ["npi", "stateProviderId"],
  rules: [
    hasAnIdentifier,
    (row) =>
      row.alternateNpis.length > 0 && !isHospital(row)
        ? { column: "alternate_npis", reason: "only hospitals have alternate NPIs; leave it empty" }
        : null,
  ],
});

export type Provider = RowOf<typeof providers>;

export const outpatientRates = tables.dated({
  prices: ["outpatient"],
  name: "outpatient_rates",
  called: "outpatient rates",
  words: {
    cutback_ind: "cutback indicator",
    hopd_addon_eligible: "hospital outpatient add-on",
  },
  section: "ca 2.2",
  columns: {
    procedureCode: required(procedureCode(/^[^a-z]+$/, "an upper-case procedure code")),
    procedureType: required(oneOf(PROCEDURE_TYPES)),
    unitValue: decimal(ABOVE_ZERO),
    conversionIndicator: text(),
    cutbackInd: otherwise(integer(0, 1), 0),
    professionalFraction: decimal(FRACTION),
    familyPlanningEligible: otherwise(flag(), false),
    hopdAddonEligible: otherwise(flag(), true),
    publishedBasicRate: inDollars(decimal({ ...ABOVE_ZERO, decimalsMax: 2 })),
  },
  key: ["procedureCode", "procedureType"],
  readBy: ["procedureCode"],
  rules: [
    ({ unitValue, conversionIndicator }) =>
      unitValue !== null && conversionIndicator === null
        ? { column: "conversion_indicator", reason: "required where unit_value is given" }
        : null,
    ({ procedureType, publishedBasicRate }) =>
      procedureType === "Anesthesia" && publishedBasicRate !== null
        ? { column: "published_basic_rate", reason: "leave it empty on Anesthesia rows" }
        : null,
  ],
});

export type FeeRow = RowOf<typeof outpatientRates>;

export interface PricedFeeRow extends FeeRow {
  readonly unitValue: Factor;
  readonly conversionIndicator: string;
}

/** Rows with a unit value have an indicator: the table demands it (ca 2.2). */
export function hasPrice(row: FeeRow): row is PricedFeeRow {
  return row.unitValue !== null;
}

export const conversionFactors = tables.dated({
  prices: ["outpatient"],
  name: "conversion_factors",
  called: "conversion factors",
  section: "ca 2.3",
  columns: {
    procedureType: required(oneOf(PROCEDURE_TYPES)),
    conversionIndicator: required(text()),
    serviceType: required(oneOf(SERVICE_TYPES)),
    emergency: required(flag()),
    providerType: oneOf(PROVIDER_TYPES),
    ageGroup: required(oneOf(AGE_GROUPS)),
    conversionFactor: inDollars(required(decimal(ABOVE_ZERO))),
    selectionRank: required(integer(1)),
  },
  key: ["procedureType", "conversionIndicator", "serviceType", "emergency", "providerType", "ageGroup"],
  readBy: ["procedureType", "conversionIndicator"],
});

export type ConversionFactorRow = RowOf<typeof conversionFactors>;

export const hospitalRates = tables.dated({
  prices: ["inpatient"],
  name: "hospital_rates",
  called: "hospital base rates",
  words: {
    designated_nicu: "designated NICU",
  },
  section: "ca 2.4",
  columns: {
    stateProviderId: required(text()),
    drgBaseRate: required(money(ABOVE_ZERO)),
    costToChargeRatio: required(decimal(ABOVE_ZERO)),
    casemixAdjustmentFactor: otherwise(decimal(ABOVE_ZERO), ONE),
    designatedNicu: required(flag()),
    designatedPublicHospital: required(flag()),
  },
  key: ["stateProviderId"],
});

export type HospitalRate = RowOf<typeof hospitalRates>;

export const drgWeights = tables.dated({
  prices: ["inpatient"],
  name: "drg_weights",
  called: "DRG weights",
  words: {
    soi: "severity of illness",
    national_average_los: "national average length of stay",
  },
  section: "ca 2.5",
  columns: {
    drg: required(pattern(/^[0-9]{3}$/, "three digits")),
    soi: required(integer(1, 4)),
    casemixWeight: required(decimal(ABOVE_ZERO)),
    nationalAverageLos: required(decimal(ABOVE_ZERO)),
    policyAdjustorA: required(decimal(ABOVE_ZERO)),
    policyAdjustorB: required(decimal(ABOVE_ZERO)),
    policyAdjustorC: required(decimal(ABOVE_ZERO)),
    policyAdjustorD: required(decimal(ABOVE_ZERO)),
  },
  key: ["drg", "soi"],
});

export type DrgWeight = RowOf<typeof drgWeights>;

const DOLLARS = { decimalsMax: 2 } as const;
const WHOLE_FROM_ONE = { least: ONE, decimalsMax: 0 } as const;
const ZERO_OR_ONE = { most: ONE, decimalsMax: 0 } as const;

/** ca 2.6: the figures of the program that change over time, with their built-in values. */
export const PARAMETERS = {
  modifier_26_factor: { builtIn: "0.29", ...FRACTION },
  modifier_tc_factor: { builtIn: "0.71", ...FRACTION },
  use_professional_fraction: { builtIn: "0", ...ZERO_OR_ONE },
  cutback_reduction: { builtIn: "0.20", ...FRACTION },
  family_planning_multiplier: { builtIn: "1.909" },
  hopd_multiplier: { builtIn: "1.4344" },
  anesthesia_minutes_per_unit: { builtIn: "15", ...WHOLE_FROM_ONE },
  nurse_anesthetist_base_unit_reduction: { builtIn: "1" },
  outlier_threshold: { builtIn: "99000", ...DOLLARS },
  marginal_cost_percentage: { builtIn: "0.53" },
  interim_per_diem: { builtIn: "600", ...DOLLARS },
  low_side_outlier_threshold: { builtIn: null },
  low_side_marginal_cost_percentage: { builtIn: null },
} as const satisfies ProgramParameters;

export const parameters = tables.parameters("ca 2.6", PARAMETERS);

/** The program-wide figures of Medi-Cal (ca 2.6). */
export const mediCalProgram = programOf(parameters, PARAMETERS);
