import { inCapitals } from "../../core/text/folding.ts";
import {
  decimal,
  flag,
  folded,
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
import {
  CODE_KINDS,
  HOSPITAL_CLASSES,
  hasFacilityFees,
  MULTIPLIER_KINDS,
  PROVIDER_TYPES,
  SCHEDULE_WORDS,
  SCHEDULES,
  TRAUMA_CLASSES,
  withoutLeadingZeros,
} from "./values.ts";

export const tables = new StateTables("fl");
const ABOVE_ZERO = { aboveZero: true } as const;

/** Requests are upper-cased, so a code in small letters would never be found. */
const HCPCS_CODE = folded(procedureCode(/^.{5}$/u, "5 characters"), inCapitals);

/** A provider type or specialty of the state's own lists, padded or not. */
const STATE_CODE = folded(text(), withoutLeadingZeros);

export const providers = tables.undated({
  name: "providers",
  called: "providers",
  words: {
    alternate_npis: "alternate NPIs",
    fl_provider_type_code: "provider type code",
    fl_specialty_code: "specialty code",
  },
  section: "fl 2.1",
  columns: {
    npi: NPI,
    stateProviderId: pattern(/^[0-9]+$/, "digits"),
    alternateNpis: list(NPI),
    providerName: required(text()),
    providerType: required(oneOf(PROVIDER_TYPES)),
    flProviderTypeCode: text(),
    flSpecialtyCode: text(),
    entityType: oneOf(ENTITY_TYPES),
    primaryTaxonomy: text(),
    providerCategory: text(),
    streetAddress: text(),
    city: text(),
    county: text(),
    zipCode: text(),
    state: otherwise(text(), "FL"),
  },
  key: ["npi", "stateProviderId", "providerType", "flProviderTypeCode", "flSpecialtyCode"],
  rules: [
    hasAnIdentifier,
    ({ stateProviderId, providerType }) =>
      stateProviderId === null && providerType === "HOSPITAL"
        ? { column: "state_provider_id", reason: "required for hospitals" }
        : null,
  ],
});

export type Provider = RowOf<typeof providers>;

export const codes = tables.undated({
  name: "codes",
  called: "names of provider types and specialties",
  section: "fl 2.2",
  columns: {
    kind: required(oneOf(CODE_KINDS)),
    code: required(STATE_CODE),
    description: required(text()),
  },
  key: ["kind", "code"],
});

export const feeSchedule = tables.dated({
  prices: ["outpatient"],
  name: "fee_schedule",
  called: "fee schedules",
  words: {
    fsi: "maximum fee",
    facility: "facility fee",
    pci: "professional component",
    tci: "technical component",
    prior_auth_required: "prior authorization",
    ...SCHEDULE_WORDS,
  },
  section: "fl 2.3",
  columns: {
    schedule: required(oneOf(SCHEDULES)),
    code: required(HCPCS_CODE),
    modifier: folded(pattern(/^.{2}$/u, "2 characters"), inCapitals),
    fsi: money(),
    facility: money(),
    pci: money(),
    tci: money(),
    byReport: otherwise(flag(), false),
    priorAuthRequired: otherwise(flag(), false),
  },
  key: ["schedule", "code", "modifier"],
  readBy: ["code"],
  rules: [
    ({ modifier }) =>
      modifier === "26" || modifier === "TC"
        ? { column: "modifier", reason: "put the amounts of 26 and TC into pci and tci of the base row" }
        : null,
    ({ schedule, facility }) =>
      facility !== null && !hasFacilityFees(schedule)
        ? { column: "facility", reason: "only PRACTITIONER and RADIOLOGY rows have a facility fee; leave it empty" }
        : null,
    ({ modifier, pci }) => (modifier === null || pci === null ? null : { column: "pci", reason: ONLY_ON_BASE_ROWS }),
    ({ modifier, tci }) => (modifier === null || tci === null ? null : { column: "tci", reason: ONLY_ON_BASE_ROWS }),
    ({ byReport, ...amounts }) => {
      const hasAmount = [amounts.fsi, amounts.facility, amounts.pci, amounts.tci].some((amount) => amount !== null);
      if (byReport === hasAmount) {
        return byReport
          ? { column: "by_report", reason: "a row by report has no amounts" }
          : { column: "fsi", reason: "give at least one of fsi, facility, pci and tci, or set by_report" };
      }
      return null;
    },
  ],
});

const ONLY_ON_BASE_ROWS = "only rows without a modifier have components; leave it empty";

export type FeeRow = RowOf<typeof feeSchedule>;

export const rateMultipliers = tables.dated({
  prices: ["outpatient"],
  name: "rate_multipliers",
  called: "rate multipliers",
  section: "fl 2.4",
  columns: {
    kind: required(oneOf(MULTIPLIER_KINDS)),
    multiplier: required(decimal()),
    providerTypeCodes: list(STATE_CODE),
    specialtyCodes: list(STATE_CODE),
    childPatientOnly: otherwise(flag(), false),
    codeStart: HCPCS_CODE,
    codeEnd: HCPCS_CODE,
    schedules: required(list(oneOf(SCHEDULES))),
  },
  key: ["kind", "providerTypeCodes", "specialtyCodes", "childPatientOnly", "codeStart", "codeEnd", "schedules"],
  readBy: ["kind"],
  rules: [
    ({ kind, childPatientOnly }) =>
      kind === "age" && !childPatientOnly
        ? { column: "child_patient_only", reason: "must be true for multipliers of kind age" }
        : null,
    ({ codeStart, codeEnd }) =>
      (codeStart === null) === (codeEnd === null)
        ? null
        : {
            column: codeStart === null ? "code_start" : "code_end",
            reason: "give both ends of the range of codes, or none",
          },
  ],
});

export type MultiplierRule = RowOf<typeof rateMultipliers>;

export const eapgWeights = tables.dated({
  prices: ["outpatient"],
  name: "eapg_weights",
  called: "EAPG weights",
  section: "fl 2.5",
  columns: {
    eapg: required(folded(pattern(/^[0-9]{1,5}$/, "1 to 5 digits"), withoutLeadingZeros)),
    weight: required(decimal()),
  },
  key: ["eapg"],
});

export type EapgWeight = RowOf<typeof eapgWeights>;

export const eapgRates = tables.dated({
  prices: ["outpatient"],
  name: "eapg_rates",
  called: "EAPG base rates",
  words: {
    childrens_addon: "children's add-on",
  },
  section: "fl 2.6",
  columns: {
    stateProviderId: required(text()),
    hospitalClass: oneOf(HOSPITAL_CLASSES),
    baseRate: required(money()),
    policyAdjustor: decimal(),
    childrensAddon: money(),
  },
  key: ["stateProviderId"],
});

export type EapgRate = RowOf<typeof eapgRates>;

export const drgWeights = tables.dated({
  prices: ["inpatient"],
  name: "drg_weights",
  called: "DRG weights",
  words: {
    soi: "severity of illness",
    mean_los: "mean length of stay",
  },
  section: "fl 2.7",
  columns: {
    drg: required(pattern(/^[0-9]{3}$/, "three digits")),
    soi: required(integer(1, 4)),
    relativeWeight: required(decimal()),
    meanLos: decimal(ABOVE_ZERO),
    ageAdjustor: decimal(),
    pediatricServiceLine: text(),
    adultServiceLine: text(),
    transferExempt: otherwise(flag(), false),
  },
  key: ["drg", "soi"],
});

export type DrgWeight = RowOf<typeof drgWeights>;

export const drgRates = tables.dated({
  prices: ["inpatient"],
  name: "drg_rates",
  called: "hospital DRG rates",
  words: {
    childrens_addon: "children's add-on",
  },
  section: "fl 2.8",
  columns: {
    stateProviderId: required(text()),
    hospitalClass: required(oneOf(HOSPITAL_CLASSES)),
    traumaClass: oneOf(TRAUMA_CLASSES),
    providerAdjustor: decimal(),
    costToChargeRatio: decimal(),
    casemix: decimal(ABOVE_ZERO),
    childrensAddon: money(),
  },
  key: ["stateProviderId"],
});

export type DrgRate = RowOf<typeof drgRates>;

const DOLLARS = { decimalsMax: 2 } as const;

/** fl 2.9: the figures of the program that change over time, with their built-in values. */
const PARAMETERS = {
  drg_base_rate: { builtIn: null, ...DOLLARS },
  service_adjustor_default: { builtIn: "1.0" },
  service_adjustor_neonatal: { builtIn: "1.3" },
  outlier_threshold: { builtIn: "60000", ...DOLLARS },
  marginal_cost_pct: { builtIn: "0.60" },
  marginal_cost_pct_high: { builtIn: "0.80" },
  trauma_level_i: { builtIn: "0.17" },
  trauma_level_ii: { builtIn: "0.11" },
  trauma_pediatric: { builtIn: "0.04" },
  modifier_50: { builtIn: "1.50" },
  modifier_52: { builtIn: "0.50" },
  modifier_53: { builtIn: "0.50" },
  modifier_54: { builtIn: "0.70" },
  modifier_55: { builtIn: "0.20" },
  modifier_56: { builtIn: "0.10" },
  modifier_62: { builtIn: "0.625" },
  modifier_80: { builtIn: "0.16" },
  paf_multiple_significant: { builtIn: "0.50" },
  paf_same_significant: { builtIn: "0" },
  paf_clinical_significant: { builtIn: "0" },
  paf_packaging: { builtIn: "0" },
  paf_repeat_ancillary: { builtIn: "0.50" },
  paf_bilateral: { builtIn: "1.50" },
  paf_terminated: { builtIn: "0.50" },
} as const satisfies ProgramParameters;

export type ParameterName = keyof typeof PARAMETERS;

type OfModifier<Name> = Name extends `modifier_${infer Modifier}` ? Modifier : never;

export type CarveOut = OfModifier<keyof typeof PARAMETERS>;

/** Modifiers that pay a share of the whole fee: each has a parameter of its name (fl 4.3 step 3c). */
export const CARVE_OUTS = Object.keys(PARAMETERS).flatMap((name) =>
  name.startsWith("modifier_") ? [name.slice("modifier_".length) as CarveOut] : [],
);

export const parameters = tables.parameters("fl 2.9", PARAMETERS);

/** The program-wide figures of Florida Medicaid (fl 2.9). */
export const floridaProgram = programOf(parameters, PARAMETERS);
