import { wordsAmong } from "../../core/text/labels.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import {
  decimal,
  flag,
  inDollars,
  integer,
  keptAs,
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
import { ENTITY_TYPES, type ProgramParameter, type ProgramParameters } from "../../dataset/common-tables.ts";
import type { RowFault, RowOf } from "../../dataset/table.ts";
import { PLACES_OF_SERVICE } from "../../pricing/place-of-service.ts";
import { programOf } from "../../pricing/program.ts";
import { StateTables } from "../../pricing/state/state-tables.ts";
import { certificateDigits, OPERATING_CERTIFICATE, OPERATING_CERTIFICATE_FORM } from "./identifiers.ts";
import {
  AGE_GROUPS,
  COMORBIDITY_CATEGORIES,
  type ComorbidityCategory,
  DRG_SERVICE_TYPES,
  FEE_SCHEDULE_MODIFIERS,
  FEE_SCHEDULES,
  HOSPITAL_APG_COLUMN_WORDS,
  PAYER_CLASSES,
  PEER_GROUPS,
  PER_DIEM_SERVICE_TYPES,
  PROVIDER_TYPES,
  REGIONS,
  SERVICE_TYPE_WORDS,
  typeOfTaxonomy,
} from "./values.ts";

export const tables = new StateTables("ny");
const HCPCS = procedureCode(
  /^(?:[0-9]{4}[0-9A-Z]|[A-Z][0-9]{4})$/,
  "an HCPCS code: five characters, four digits and a digit or letter, or a letter and four digits",
);
const CERTIFICATE = pattern(OPERATING_CERTIFICATE, OPERATING_CERTIFICATE_FORM);
/** Rates belong to the digits of a certificate, so that is how they are kept and found. */
const RATED_CERTIFICATE = required(keptAs(CERTIFICATE, certificateDigits));
const APG = integer(1, 9999);
const ABOVE_ZERO = { aboveZero: true } as const;

export const providers = tables.undated({
  name: "providers",
  called: "providers",
  words: {
    opcert: "operating certificate",
  },
  section: "ny 2",
  columns: {
    npi: required(NPI),
    stateProviderId: pattern(/^[0-9]{8}$/, "8 digits"),
    opcert: CERTIFICATE,
    providerName: required(text()),
    providerType: oneOf(PROVIDER_TYPES),
    entityType: oneOf(ENTITY_TYPES),
    nyProfessionOrService: text(),
    nyProviderSpecialty: text(),
    primaryTaxonomyCode: text(),
    streetAddress: text(),
    city: text(),
    county: text(),
    state: text(),
    zipCode: text(),
    peerGroups: list(oneOf(PEER_GROUPS)),
    serviceRegions: list(oneOf(REGIONS)),
  },
  // The type that belongs to the key may be derived from the taxonomy; `uniqueness` of the state compares it.
  key: ["npi", "stateProviderId", "providerType", "primaryTaxonomyCode"],
  rules: [
    ({ providerType, primaryTaxonomyCode }) =>
      providerType === null && typeOfTaxonomy(primaryTaxonomyCode) === null
        ? { column: "provider_type", reason: "required where primary_taxonomy_code does not tell the type" }
        : null,
  ],
});

export type Provider = RowOf<typeof providers>;

const PHYSICIAN_COLUMNS = ["modifier", "placeOfService", "anesthesiaBaseUnits"] as const;

export const feeSchedule = tables.dated({
  prices: ["outpatient"],
  name: "fee_schedule",
  called: "fee schedules",
  words: {
    prior_auth_required: "prior authorization",
    is_source_default: "printed first",
  },
  section: "ny 2",
  columns: {
    schedule: required(oneOf(FEE_SCHEDULES)),
    code: required(HCPCS),
    modifier: oneOf(FEE_SCHEDULE_MODIFIERS),
    placeOfService: oneOf(PLACES_OF_SERVICE),
    fee: money(),
    modifierAdjustment: decimal(ABOVE_ZERO),
    anesthesiaBaseUnits: decimal(),
    unitsLimit: decimal(),
    byReport: otherwise(flag(), false),
    priorAuthRequired: otherwise(flag(), false),
    isSourceDefault: otherwise(flag(), false),
  },
  key: ["schedule", "code", "modifier", "placeOfService"],
  readBy: ["schedule", "code"],
  rules: [
    ({ fee, byReport, anesthesiaBaseUnits }) => {
      const ways = Number(fee !== null) + Number(byReport) + Number(anesthesiaBaseUnits !== null);
      return ways === 1
        ? null
        : { column: "fee", reason: "a row needs exactly one of fee, by_report = true and anesthesia_base_units" };
    },
    (row) => emptyUnless(row.schedule === "physician", row, PHYSICIAN_COLUMNS, "leave it empty on laboratory rows"),
  ],
});

export type FeeRow = RowOf<typeof feeSchedule>;

export const apgWeights = tables.dated({
  prices: ["outpatient"],
  name: "apg_weights",
  called: "APG weights",
  words: {
    no_capital_addon: "no capital add-on",
  },
  section: "ny 2",
  columns: {
    apg: required(APG),
    apgWeight: required(decimal()),
    noCapitalAddon: otherwise(flag(), false),
  },
  key: ["apg"],
});

export type ApgWeight = RowOf<typeof apgWeights>;

export const apgProcedures = tables.dated({
  prices: ["outpatient"],
  name: "apg_procedures",
  called: "APGs of procedures",
  words: {
    px_based_weight: "procedure-based weight",
  },
  section: "ny 2",
  columns: {
    code: required(HCPCS),
    apg: APG,
    pxBasedWeight: decimal(ABOVE_ZERO),
    unitsLimit: decimal(),
  },
  key: ["code"],
  rules: [
    ({ apg, pxBasedWeight }) =>
      apg === null && pxBasedWeight === null
        ? { column: "apg", reason: "required where px_based_weight is empty" }
        : null,
  ],
});

export const apgFees = tables.dated({
  prices: ["outpatient"],
  name: "apg_fees",
  called: "flat APG fees",
  section: "ny 2",
  columns: {
    code: required(HCPCS),
    // A rate per unit: more decimals than cents, kept digit for digit.
    amount: inDollars(required(decimal({ decimalsMax: 6 }))),
    maxUnits: decimal(),
  },
  key: ["code"],
});

export type ApgFeeRow = RowOf<typeof apgFees>;

export const hospitalApgRates = tables.dated({
  prices: ["outpatient"],
  name: "hospital_apg_rates",
  called: "hospital APG base rates",
  words: {
    opcert: "operating certificate",
    ...HOSPITAL_APG_COLUMN_WORDS,
  },
  section: "ny 2",
  columns: {
    opcert: RATED_CERTIFICATE,
    apgBaseRateOpdVisit: money(),
    apgBaseRateEd: money(),
    apgBaseRateOpdEpisode: money(),
  },
  key: ["opcert"],
});

export type HospitalApgRate = RowOf<typeof hospitalApgRates>;

export const dtcBaseRates = tables.dated({
  prices: ["outpatient"],
  name: "dtc_base_rates",
  called: "clinic base rates",
  words: {
    ambsurg: "ambulatory surgery",
  },
  section: "ny 2",
  columns: {
    peerGroup: required(oneOf(PEER_GROUPS)),
    region: required(oneOf(REGIONS)),
    baseRate: required(money()),
  },
  key: ["peerGroup", "region"],
});

export const dtcCapital = tables.dated({
  prices: ["outpatient"],
  name: "dtc_capital",
  called: "capital add-ons of clinics",
  words: {
    capital_addon: "capital add-on",
    ambsurg: "ambulatory surgery",
  },
  section: "ny 2",
  columns: {
    npi: required(NPI),
    peerGroup: required(oneOf(PEER_GROUPS)),
    capitalAddon: required(money()),
  },
  key: ["npi", "peerGroup"],
});

const ACUTE_COLUMNS = ["alos", "costOutlierThreshold"] as const;

export const drgWeights = tables.dated({
  prices: ["inpatient"],
  name: "drg_weights",
  called: "DRG weights",
  words: {
    soi: "severity of illness",
    siw: "service intensity weight",
    alos: "average length of stay",
  },
  section: "ny 2",
  columns: {
    serviceType: required(oneOf(DRG_SERVICE_TYPES)),
    drg: required(pattern(/^[0-9]{3}$/, "three digits")),
    soi: required(integer(1, 4)),
    siw: required(decimal(ABOVE_ZERO)),
    alos: decimal(ABOVE_ZERO),
    costOutlierThreshold: money(),
  },
  key: ["serviceType", "drg", "soi"],
  rules: [(row) => emptyUnless(row.serviceType === "acute", row, ACUTE_COLUMNS, "leave it empty on psychiatric rows")],
});

export type DrgWeight = RowOf<typeof drgWeights>;

const ACUTE_MMC_COLUMNS = [
  "addonAmbulance",
  "addonTeachingElection",
  "addonSchoolNursing",
  "addonMinWage",
  "safetyNetSdpPerDisch",
  "hhAcrPerDisch",
] as const;

export const acuteRates = tables.dated({
  prices: ["inpatient"],
  name: "inpatient_acute_rates",
  called: "acute inpatient rates",
  words: {
    opcert: "operating certificate",
    dme: "direct medical education",
    capital_per_disch: "capital per discharge",
    addon_ambulance: "ambulance add-on",
    addon_teaching_election: "teaching election add-on",
    addon_school_nursing: "school of nursing add-on",
    addon_min_wage: "minimum wage add-on",
    safety_net_sdp_per_disch: "safety net add-on per discharge",
    hh_acr_per_disch: "average commercial rate add-on per discharge",
    high_cost_cc: "high cost charge converter",
  },
  section: "ny 2",
  columns: {
    opcert: RATED_CERTIFICATE,
    payerClass: required(oneOf(PAYER_CLASSES)),
    dischargeRate: required(money()),
    dme: money(),
    capitalPerDisch: money(),
    capitalPerDiem: money(),
    addonAmbulance: money(),
    addonTeachingElection: money(),
    addonSchoolNursing: money(),
    addonMinWage: money(),
    safetyNetSdpPerDisch: money(),
    hhAcrPerDisch: money(),
    alcPerDiem: money(),
    isaf: decimal(ABOVE_ZERO),
    highCostCc: decimal(ABOVE_ZERO),
  },
  key: ["opcert", "payerClass"],
  rules: [
    (row) => emptyUnless(row.payerClass === "FFS", row, ["dme"], "leave it empty on MMC rows"),
    (row) => emptyUnless(row.payerClass === "MMC", row, ACUTE_MMC_COLUMNS, "leave it empty on FFS rows"),
  ],
});

export type AcuteRate = RowOf<typeof acuteRates>;

const PSYCHIATRIC_MMC_COLUMNS = ["sdpPerDiem", "hhAcrPerDiem", "dmePerDiem"] as const;

export const psychiatricRates = tables.dated({
  prices: ["inpatient"],
  name: "inpatient_psych_rates",
  called: "psychiatric inpatient rates",
  words: {
    opcert: "operating certificate",
    non_op_per_diem: "non-operating per diem",
    sdp_per_diem: "safety net add-on per day",
    hh_acr_per_diem: "average commercial rate add-on per day",
    dme_per_diem: "direct medical education per day",
  },
  section: "ny 2",
  columns: {
    opcert: RATED_CERTIFICATE,
    payerClass: required(oneOf(PAYER_CLASSES)),
    ageGroup: oneOf(AGE_GROUPS),
    basePerDiem: required(money()),
    nonOpPerDiem: money(),
    ectPerTreatment: money(),
    alcPerDiem: money(),
    sdpPerDiem: money(),
    hhAcrPerDiem: money(),
    dmePerDiem: money(),
  },
  key: ["opcert", "payerClass", "ageGroup"],
  readBy: ["opcert", "payerClass"],
  rules: [(row) => emptyUnless(row.payerClass === "MMC", row, PSYCHIATRIC_MMC_COLUMNS, "leave it empty on FFS rows")],
});

export type PsychiatricRate = RowOf<typeof psychiatricRates>;

export const perDiemRates = tables.dated({
  prices: ["inpatient"],
  name: "inpatient_per_diem_rates",
  called: "inpatient per diem rates",
  words: {
    opcert: "operating certificate",
    ...wordsAmong(PER_DIEM_SERVICE_TYPES, SERVICE_TYPE_WORDS),
  },
  section: "ny 2",
  columns: {
    opcert: RATED_CERTIFICATE,
    payerClass: required(oneOf(PAYER_CLASSES)),
    serviceType: required(oneOf(PER_DIEM_SERVICE_TYPES)),
    perDiem: required(money()),
    alcPerDiem: money(),
  },
  key: ["opcert", "payerClass", "serviceType"],
  readBy: ["opcert", "payerClass"],
  rules: [
    (row) =>
      emptyUnless(
        row.serviceType !== "dual_diag_adult" && row.serviceType !== "dual_diag_child",
        row,
        ["alcPerDiem"],
        "leave it empty on dual diagnosis rows",
      ),
  ],
});

export type PerDiemRate = RowOf<typeof perDiemRates>;

/** A fault when one of the columns is filled on a row that may not have it. */
function emptyUnless<Row>(
  mayHave: boolean,
  row: Row,
  columns: readonly (keyof Row & string)[],
  reason: string,
): RowFault | null {
  const filled = mayHave ? undefined : columns.find((column) => row[column] !== null);
  return filled === undefined ? null : { column: snakeCase(filled), reason };
}

const DOLLARS = { decimalsMax: 2 } as const;
const DAYS = { decimalsMax: 0 } as const;
const SCALE = { ...ABOVE_ZERO, decimalsMax: 2 } as const;

type ComorbidityParameter = `psych_comorbidity_${ComorbidityCategory}`;

function comorbidityParameters(): Readonly<Record<ComorbidityParameter, ProgramParameter>> {
  const entries = COMORBIDITY_CATEGORIES.map((category) => [
    `psych_comorbidity_${category}`,
    { builtIn: null, unpublished: `No comorbidity factor is published for ${category}.`, ...ABOVE_ZERO },
  ]);
  return Object.fromEntries(entries);
}

/** The figures of the program that change over time, with their built-in values (ny 2). */
const PARAMETERS = {
  outlier_marginal_pct: { builtIn: "0.60" },
  transfer_adjustment_factor: { builtIn: "1.20", ...ABOVE_ZERO },
  transfer_adjustment_factor_alos_one: { builtIn: "1.00", ...ABOVE_ZERO },
  psych_age_factor_child: { builtIn: "1.3597", ...ABOVE_ZERO },
  psych_intellectual_disability_factor: { builtIn: "1.0599", ...ABOVE_ZERO },
  psych_los_high_days: { builtIn: "4", ...DAYS },
  psych_los_high_days_readmission: { builtIn: "1", ...DAYS },
  psych_los_high_factor: { builtIn: "1.20", ...SCALE },
  psych_los_base_factor: { builtIn: "1.00", ...SCALE },
  ...comorbidityParameters(),
  dtc_capital_expected_min: { builtIn: "1.00", ...DOLLARS },
  dtc_capital_expected_max: { builtIn: "150.00", ...DOLLARS },
  statewide_base_price_ffs: { builtIn: null, ...DOLLARS },
  statewide_base_price_mmc: { builtIn: null, ...DOLLARS },
} as const satisfies ProgramParameters;

export const parameters = tables.parameters("ny 2", PARAMETERS);

/** The program-wide figures of New York Medicaid (ny 2). */
export const newYorkProgram = programOf(parameters, PARAMETERS);
