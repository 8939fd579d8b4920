import { PLACE_OF_SERVICE_WORDS } from "../../pricing/place-of-service.ts";
import { PAYMENT_RATE_TYPE_WORDS } from "../../pricing/result-fields.ts";
import type { Notation } from "../../pricing/worksheet/line.ts";

/** The values that Georgia's contract enumerates, in the contract's order. */

export const PROVIDER_TYPES = ["HOSPITAL", "PHYSICIAN", "ASC", "CLINICAL_LABORATORY"] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const PROVIDER_TYPE_LABELS: Readonly<Record<ProviderType, string>> = {
  HOSPITAL: "Hospital",
  PHYSICIAN: "Physician",
  ASC: "Ambulatory Surgical Center",
  CLINICAL_LABORATORY: "Clinical Laboratory",
};

/** The schedules that price a code, as results name them. */
export const SERVICE_CATEGORIES = [
  "physician_fs",
  "site_of_service",
  "enhanced_rate",
  "anesthesia",
  "anesthesia_flat",
  "clinical_lab",
  "padl_drug",
  "vaccine_admin",
  "asc",
  "hospital_interim",
] as const;

export type ServiceCategory = (typeof SERVICE_CATEGORIES)[number];

export const SERVICE_CATEGORY_WORDS: Readonly<Record<ServiceCategory, string>> = {
  physician_fs: "physician fee schedule",
  site_of_service: "site of service",
  enhanced_rate: "enhanced rate",
  anesthesia: "anesthesia",
  anesthesia_flat: "flat anesthesia fee",
  clinical_lab: "clinical laboratory",
  padl_drug: "provider administered drug",
  vaccine_admin: "vaccine administration",
  asc: "ambulatory surgical center",
  hospital_interim: "hospital interim rate",
};

/** What every path of an outpatient lookup finds. */
export interface PathFound {
  /** The path; on failures only if the page shows it (ga 4.8). */
  serviceCategory?: ServiceCategory;
}

/** Those of them that `fee_schedule.csv` holds (ga 2.3). */
export const FEE_CATEGORIES = [
  "physician_fs",
  "site_of_service",
  "enhanced_rate",
  "anesthesia_flat",
  "padl_drug",
  "vaccine_admin",
] as const satisfies readonly ServiceCategory[];

export type FeeCategory = (typeof FEE_CATEGORIES)[number];

export const PHYSICAL_STATUSES = ["P1", "P2", "P3", "P4", "P5", "P6"] as const;

/** Severities of illness; text in Georgia's contract. */
export const SEVERITIES = ["1", "2", "3", "4"] as const;

export type Severity = (typeof SEVERITIES)[number];

export const STATE = "GA";

/** Georgia's page writes dollars with their sign everywhere (ga 4.2, 5.3). */
export const NOTATION: Notation = { dollarSignInParentheses: true };

/** Types by prefix of the primary taxonomy. */
const PREFIXES: Readonly<Record<ProviderType, string>> = {
  ASC: "261QA1903",
  HOSPITAL: "273 275 276 281 282 283 284 286 287",
  CLINICAL_LABORATORY: "291 293",
  PHYSICIAN: "101 103 104 106 111 122 124 126 133 152 156 163 164 176 193 20 211 213 22 23 261 363 364 367",
};

const TYPE_BY_PREFIX = new Map(
  PROVIDER_TYPES.flatMap((type) => PREFIXES[type].split(" ").map((prefix) => [prefix, type] as const)),
);

const LENGTHS_LONGEST_FIRST = [...new Set([...TYPE_BY_PREFIX.keys()].map((prefix) => prefix.length))].sort(
  (a, b) => b - a,
);

interface Typed {
  readonly providerType: ProviderType | null;
  readonly primaryTaxonomyCode: string | null;
}

/** The type of a provider row: its own cell, or its taxonomy, longest prefix first (ga 3.2). */
export function resolvedType({ providerType, primaryTaxonomyCode }: Typed): ProviderType | null {
  if (providerType !== null || primaryTaxonomyCode === null) return providerType;
  for (const length of LENGTHS_LONGEST_FIRST) {
    const type = TYPE_BY_PREFIX.get(primaryTaxonomyCode.slice(0, length));
    if (type !== undefined) return type;
  }
  return null;
}

/** The type of a dataset row; rows without a type are refused on reading. */
export function providerTypeOf(provider: Typed): ProviderType {
  return resolvedType(provider) as ProviderType;
}

export function isHospital(provider: Typed): boolean {
  return resolvedType(provider) === "HOSPITAL";
}

/** The values of parameters and results in words; a value that is not here is a word already. */
export const VALUE_WORDS: Readonly<Record<string, string>> = {
  ...PAYMENT_RATE_TYPE_WORDS,
  ...PLACE_OF_SERVICE_WORDS,
  ...PROVIDER_TYPE_LABELS,
  ...SERVICE_CATEGORY_WORDS,
};
