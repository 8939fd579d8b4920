import { PAYMENT_RATE_TYPE_WORDS } from "../../pricing/result-fields.ts";
import type { Notation } from "../../pricing/worksheet/line.ts";

/* The values that California's contract enumerates, in the contract's order, and the types of providers. */

export const PROVIDER_TYPES = [
  "hospital",
  "physician_office",
  "surgical_clinic",
  "free_clinic",
  "podiatrist",
  "nurse_anesthetist",
  "other_clinic",
] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const PROVIDER_TYPE_LABELS: Readonly<Record<ProviderType, string>> = {
  hospital: "Hospital",
  physician_office: "Physician Office",
  surgical_clinic: "Surgical Clinic",
  free_clinic: "Free Clinic",
  podiatrist: "Podiatrist",
  nurse_anesthetist: "Nurse Anesthetist",
  other_clinic: "Other Clinic",
};

export const PROCEDURE_TYPES = [
  "Allied Health and other programs",
  "Anesthesia",
  "Assistant Surgeon",
  "Diagnostic and Treatment (EPSDT)",
  "Early and Periodic Screening",
  "Expanded Access to Primary Care (EAPC)",
  "Injection",
  "Justice Involved",
  "Local Educational Agency",
  "Medi-Cal Waiver",
  "Medicine",
  "Multipurpose Senior Services Program (MSSP)",
  "Palliative Care",
  "Pathology and Clinical Laboratory",
  "Podiatrist",
  "Primary Surgeon",
  "Psychology Services for Mental Health Expansion",
  "Radiology",
  "Targeted Rate Increase",
  "Vision Care",
] as const;

export type ProcedureType = (typeof PROCEDURE_TYPES)[number];

export const SERVICE_TYPES = [
  "ABORTION",
  "ANESTHESIOLOGY",
  "ANESTHESIOLOGY (OB)",
  "Family Planning Services",
  "FIXED PRICE",
  "GYN",
  "INJECTIONS",
  "MEDICINE",
  "MEDICINE EMERGENCY",
  "OB (C-SECTION)",
  "OB (VAGINAL DELIVERY)",
  "OTHER OB",
  "OTHER SURGERY",
  "PATHOLOGY",
  "PODIATRY MEDICINE",
  "PODIATRY PRIMARY CARE I & II - ADULT",
  "PODIATRY PRIMARY CARE I & II - CHILD",
  "PODIATRY RADIOLOGY",
  "PODIATRY SURGERY",
  "PRIMARY CARE I",
  "PRIMARY CARE II - ADULT",
  "PRIMARY CARE II - CHILD",
  "RADIOLOGY",
  "SURGERY FIXED PRICE",
  "SURGERY (LAPAROSCOPY GYN)",
  "TUBAL STERILIZATIONS",
  "WELL CHILD EXAMS",
] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];

export const AGE_GROUPS = ["any", "adult", "child"] as const;

/** The first matching prefix of the primary taxonomy decides. */
const TYPE_BY_TAXONOMY: readonly (readonly [prefix: string, type: ProviderType])[] = [
  ["261QA1903", "surgical_clinic"],
  ["261QC1500", "free_clinic"],
  ["261QF0400", "free_clinic"],
  ["261QR1300", "free_clinic"],
  ["261Q", "other_clinic"],
  ["27", "hospital"],
  ["28", "hospital"],
  ["213E", "podiatrist"],
  ["3675", "nurse_anesthetist"],
];

interface Typed {
  readonly providerType: ProviderType | null;
  readonly primaryTaxonomy: string | null;
}

/** The type of a provider row: its own cell, or its taxonomy, or a physician office (ca 3.2). */
export function providerTypeOf({ providerType, primaryTaxonomy }: Typed): ProviderType {
  if (providerType !== null) return providerType;
  const taxonomy = primaryTaxonomy?.toUpperCase() ?? "";
  return TYPE_BY_TAXONOMY.find(([prefix]) => taxonomy.startsWith(prefix))?.[1] ?? "physician_office";
}

export function isHospital(provider: Typed): boolean {
  return providerTypeOf(provider) === "hospital";
}

/** California's page writes dollars with their sign everywhere (ca 4.7, 5.7). */
export const NOTATION: Notation = { dollarSignInParentheses: true };

/** The values of parameters and results in words; a value that is not here is a word already. */
export const VALUE_WORDS: Readonly<Record<string, string>> = {
  ...PAYMENT_RATE_TYPE_WORDS,
  ...PROVIDER_TYPE_LABELS,
};
