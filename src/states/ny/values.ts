import { PLACE_OF_SERVICE_WORDS } from "../../pricing/place-of-service.ts";
import { PAYMENT_RATE_TYPE_WORDS } from "../../pricing/result-fields.ts";
import type { Notation } from "../../pricing/worksheet/line.ts";

/** The values that New York's contract enumerates, in the contract's order. */

export const PROVIDER_TYPES = ["HOSPITAL", "PHYSICIAN", "OUTPATIENT_CLINIC_ASC", "LABORATORY"] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const PROVIDER_TYPE_LABELS: Readonly<Record<ProviderType, string>> = {
  HOSPITAL: "Hospital",
  PHYSICIAN: "Physician",
  OUTPATIENT_CLINIC_ASC: "Outpatient Clinic / ASC",
  LABORATORY: "Laboratory",
};

/** APG peer groups of clinics and ambulatory surgery centers. */
export const PEER_GROUPS = ["clinic", "ambsurg"] as const;

export type PeerGroup = (typeof PEER_GROUPS)[number];

export const REGIONS = ["Downstate", "Upstate"] as const;

export type Region = (typeof REGIONS)[number];

export const HOSPITAL_APG_COLUMNS = [
  "apg_base_rate_opd_visit",
  "apg_base_rate_ed",
  "apg_base_rate_opd_episode",
] as const;

export type HospitalApgColumn = (typeof HOSPITAL_APG_COLUMNS)[number];

export const HOSPITAL_APG_COLUMN_WORDS: Readonly<Record<HospitalApgColumn, string>> = {
  apg_base_rate_opd_visit: "APG base rate, outpatient visit",
  apg_base_rate_ed: "APG base rate, emergency department",
  apg_base_rate_opd_episode: "APG base rate, outpatient episode",
};

export const CLINIC_APG_COLUMNS = [
  "apg_base_rate_dtc_clinic_upstate",
  "apg_base_rate_dtc_clinic_downstate",
  "apg_base_rate_dtc_ambsurg_upstate",
  "apg_base_rate_dtc_ambsurg_downstate",
] as const;

export type ClinicApgColumn = (typeof CLINIC_APG_COLUMNS)[number];

const CLINIC_APG_COLUMN_WORDS: Readonly<Record<ClinicApgColumn, string>> = {
  apg_base_rate_dtc_clinic_upstate: "APG base rate, upstate clinics",
  apg_base_rate_dtc_clinic_downstate: "APG base rate, downstate clinics",
  apg_base_rate_dtc_ambsurg_upstate: "APG base rate, upstate ambulatory surgery",
  apg_base_rate_dtc_ambsurg_downstate: "APG base rate, downstate ambulatory surgery",
};

export const FEE_SCHEDULES = ["physician", "laboratory"] as const;

/** The modifiers that rows of the physician fee schedule have. */
export const FEE_SCHEDULE_MODIFIERS = ["26", "TC"] as const;

export const SERVICE_TYPES = [
  "acute",
  "psychiatric",
  "specialty_acute",
  "cah",
  "med_rehab",
  "chem_dep_rehab",
  "dual_diag_adult",
  "dual_diag_child",
] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];

export const SERVICE_TYPE_WORDS: Readonly<Record<ServiceType, string>> = {
  acute: "acute",
  psychiatric: "psychiatric",
  specialty_acute: "specialty acute",
  cah: "critical access hospital",
  med_rehab: "medical rehabilitation",
  chem_dep_rehab: "chemical dependency rehabilitation",
  dual_diag_adult: "dual diagnosis, adult",
  dual_diag_child: "dual diagnosis, child",
};

/** The service types that are priced by APR-DRG. */
export const DRG_SERVICE_TYPES = ["acute", "psychiatric"] as const satisfies readonly ServiceType[];

export type DrgServiceType = (typeof DRG_SERVICE_TYPES)[number];

/** The service types that are priced by the day alone. */
export const PER_DIEM_SERVICE_TYPES = [
  "specialty_acute",
  "cah",
  "med_rehab",
  "chem_dep_rehab",
  "dual_diag_adult",
  "dual_diag_child",
] as const satisfies readonly ServiceType[];

export type PerDiemServiceType = (typeof PER_DIEM_SERVICE_TYPES)[number];

export const SERVICE_TYPE_SOURCES = [
  "explicit",
  "inferred_from_rate_code",
  "inferred_from_drg",
  "sole_provider_certification",
  "default_acute",
] as const;

export type ServiceTypeSource = (typeof SERVICE_TYPE_SOURCES)[number];

const SERVICE_TYPE_SOURCE_WORDS: Readonly<Record<ServiceTypeSource, string>> = {
  explicit: "as entered",
  inferred_from_rate_code: "from the rate code",
  inferred_from_drg: "from the DRG",
  sole_provider_certification: "the only certification of the provider",
  default_acute: "acute, the default",
};

export const PAYER_CLASSES = ["FFS", "MMC"] as const;

export type PayerClass = (typeof PAYER_CLASSES)[number];

export const PAYER_CLASS_LABELS: Readonly<Record<PayerClass, string>> = {
  FFS: "Fee-for-Service",
  MMC: "Managed Medicaid",
};

export const AGE_GROUPS = ["ADULT", "CHILD"] as const;

export type AgeGroup = (typeof AGE_GROUPS)[number];

const AGE_GROUP_WORDS: Readonly<Record<AgeGroup, string>> = {
  ADULT: "adult",
  CHILD: "child",
};

export const COMORBIDITY_CATEGORIES = [
  "acute_coronary_syndrome",
  "arrhythmia",
  "cancers",
  "cardio_respiratory_failure",
  "cellulitis",
  "chronic_kidney_disease",
  "chronic_obstructive_lung_disease",
  "diabetes",
  "gi_hemorrhage",
  "heart_failure",
  "liver_disease",
  "metabolic_disturbance",
  "neurological_disease",
  "opportunistic_infection",
  "pancreas_disease",
  "pneumonia",
  "sepsis",
  "severe_hematologic_disorder",
] as const;

export type ComorbidityCategory = (typeof COMORBIDITY_CATEGORIES)[number];

const COMORBIDITY_WORDS: Readonly<Record<ComorbidityCategory, string>> = {
  acute_coronary_syndrome: "acute coronary syndrome",
  arrhythmia: "arrhythmia",
  cancers: "cancers",
  cardio_respiratory_failure: "cardiorespiratory failure",
  cellulitis: "cellulitis",
  chronic_kidney_disease: "chronic kidney disease",
  chronic_obstructive_lung_disease: "chronic obstructive lung disease",
  diabetes: "diabetes",
  gi_hemorrhage: "gastrointestinal hemorrhage",
  heart_failure: "heart failure",
  liver_disease: "liver disease",
  metabolic_disturbance: "metabolic disturbance",
  neurological_disease: "neurological disease",
  opportunistic_infection: "opportunistic infection",
  pancreas_disease: "pancreas disease",
  pneumonia: "pneumonia",
  sepsis: "sepsis",
  severe_hematologic_disorder: "severe hematologic disorder",
};

/** New York's page writes dollars without their sign in parentheses (ny 4, 5). */
export const NOTATION: Notation = { dollarSignInParentheses: false };

/** No prefix begins another, so the order in which they are tried does not matter. */
const TYPE_BY_TAXONOMY: readonly (readonly [type: ProviderType, prefixes: readonly string[]])[] = [
  ["HOSPITAL", ["273", "275", "281", "282", "283", "284", "286"]],
  ["OUTPATIENT_CLINIC_ASC", ["261Q"]],
  ["LABORATORY", ["291", "292", "293"]],
  ["PHYSICIAN", ["10", "111", "122", "133", "152", "163", "17", "193", "20", "213", "22", "23", "363", "364", "367"]],
];

interface Typed {
  readonly providerType: ProviderType | null;
  readonly primaryTaxonomyCode: string | null;
}

/** The type that a taxonomy code stands for (ny 3.5); null when none does. */
export function typeOfTaxonomy(code: string | null): ProviderType | null {
  if (code === null) return null;
  return TYPE_BY_TAXONOMY.find(([, prefixes]) => prefixes.some((prefix) => code.startsWith(prefix)))?.[0] ?? null;
}

/** The type of a provider row: its own cell, or its taxonomy (ny 3.5). Rows with neither are refused. */
export function providerTypeOf({ providerType, primaryTaxonomyCode }: Typed): ProviderType {
  return providerType ?? (typeOfTaxonomy(primaryTaxonomyCode) as ProviderType);
}

export function isHospital(provider: Typed): boolean {
  return providerTypeOf(provider) === "HOSPITAL";
}

/** The values of parameters and results in words; a value that is not here is a word already. */
export const VALUE_WORDS: Readonly<Record<string, string>> = {
  ...PAYMENT_RATE_TYPE_WORDS,
  ...PLACE_OF_SERVICE_WORDS,
  ...PROVIDER_TYPE_LABELS,
  ...HOSPITAL_APG_COLUMN_WORDS,
  ...CLINIC_APG_COLUMN_WORDS,
  ...SERVICE_TYPE_WORDS,
  ...SERVICE_TYPE_SOURCE_WORDS,
  ...PAYER_CLASS_LABELS,
  ...AGE_GROUP_WORDS,
  ...COMORBIDITY_WORDS,
};
