import { PLACE_OF_SERVICE_WORDS } from "../../pricing/place-of-service.ts";
import { PAYMENT_RATE_TYPE_WORDS } from "../../pricing/result-fields.ts";
import type { Notation } from "../../pricing/worksheet/line.ts";

/* The values that Florida's contract enumerates, in the contract's order, and the types of providers. */

/** Rows of one provider are ordered by type, in this order (fl 3 rule 3). */
export const PROVIDER_TYPES = ["PRACTITIONER", "HOSPITAL", "INDEPENDENT_LAB", "ASC"] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const PROVIDER_TYPE_LABELS: Readonly<Record<ProviderType, string>> = {
  PRACTITIONER: "Practitioner",
  HOSPITAL: "Hospital",
  INDEPENDENT_LAB: "Independent Laboratory",
  ASC: "Ambulatory Surgical Center",
};

export const CODE_TYPES = ["HCPCS", "EAPG"] as const;

export type CodeType = (typeof CODE_TYPES)[number];

/** The code systems that a type of provider is priced by (fl 4.2). */
const CODE_TYPES_OF: Readonly<Record<ProviderType, readonly CodeType[]>> = {
  PRACTITIONER: ["HCPCS"],
  HOSPITAL: ["EAPG"],
  INDEPENDENT_LAB: ["HCPCS"],
  ASC: ["HCPCS", "EAPG"],
};

/** Whether a type of provider is priced by a code system (fl 4.2 step 1). */
export function isPricedBy(providerType: ProviderType, system: CodeType): boolean {
  return CODE_TYPES_OF[providerType].includes(system);
}

/** Whether a type of provider has EAPG base rates of its own. */
export function isPricedByEapg(providerType: ProviderType): boolean {
  return isPricedBy(providerType, "EAPG");
}

export const SCHEDULES = ["PRACTITIONER", "RADIOLOGY", "LABORATORY", "INDEPENDENT_LAB", "ASC"] as const;

export type Schedule = (typeof SCHEDULES)[number];

export const SCHEDULE_WORDS: Readonly<Record<Schedule, string>> = {
  PRACTITIONER: "practitioner",
  RADIOLOGY: "radiology",
  LABORATORY: "laboratory",
  INDEPENDENT_LAB: "independent laboratory",
  ASC: "ambulatory surgical center",
};

/** The fee schedules that a type of provider is paid by, in the order they are looked through (fl 4.3). */
export const SCHEDULES_OF: Readonly<Record<ProviderType, readonly Schedule[]>> = {
  PRACTITIONER: ["PRACTITIONER", "RADIOLOGY", "LABORATORY"],
  HOSPITAL: [],
  INDEPENDENT_LAB: ["INDEPENDENT_LAB"],
  ASC: ["ASC"],
};

/** Facility fees and carve-out modifiers belong to these two schedules (fl 2.3, 4.3 step 3c). */
export function hasFacilityFees(schedule: Schedule): boolean {
  return schedule === "PRACTITIONER" || schedule === "RADIOLOGY";
}

export const MULTIPLIER_KINDS = ["provider_type", "age", "specialty"] as const;

export type MultiplierKind = (typeof MULTIPLIER_KINDS)[number];

export const CODE_KINDS = ["provider_type", "specialty"] as const;

export const HOSPITAL_CLASSES = ["All Other", "Rural", "LTAC", "Childrens", "Teaching"] as const;

export const TRAUMA_CLASSES = ["Level I", "Level II", "Pediatric"] as const;

export type TraumaClass = (typeof TRAUMA_CLASSES)[number];

/** The state's own types of providers that are priced here. */
const TYPE_BY_CODE: ReadonlyMap<string, ProviderType> = new Map([
  ["1", "HOSPITAL"],
  ["6", "ASC"],
  ["50", "INDEPENDENT_LAB"],
  ...["25", "26", "27", "28", "29", "30", "31", "34", "35", "62"].map((code) => [code, "PRACTITIONER"] as const),
]);

/** The first matching prefix of the taxonomy decides. */
const TYPE_BY_TAXONOMY: readonly (readonly [prefix: string, type: ProviderType])[] = [
  ["261QA1903X", "ASC"],
  ["291U", "INDEPENDENT_LAB"],
  ["28", "HOSPITAL"],
  ...["20", "111N", "152W", "213E", "363A", "363L", "364S", "367"].map((prefix) => [prefix, "PRACTITIONER"] as const),
];

/**
 * The type of a provider: by the state's type code, or by the NUCC taxonomy without one; null: not priced (fl 3 rule
 * 5).
 */
export function providerTypeOf(typeCode: string | null, taxonomy: string | null): ProviderType | null {
  if (typeCode !== null) return TYPE_BY_CODE.get(withoutLeadingZeros(typeCode)) ?? null;
  const code = taxonomy?.toUpperCase() ?? "";
  return TYPE_BY_TAXONOMY.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
}

const LEADING_ZEROS = /^0+(?=.)/;

/** The state pads its codes unevenly, so they are compared without leading zeros (fl 2.2, 2.4, 2.5). */
export function withoutLeadingZeros(code: string): string {
  return code.startsWith("0") ? code.replace(LEADING_ZEROS, "") : code;
}

/** Florida's page writes dollars in parentheses without their sign (fl 4.3, 4.4, 5.4). */
export const NOTATION: Notation = { dollarSignInParentheses: false };

/** The values of parameters and results in words; a value that is not here is a word already. */
export const VALUE_WORDS: Readonly<Record<string, string>> = {
  ...PAYMENT_RATE_TYPE_WORDS,
  ...PLACE_OF_SERVICE_WORDS,
  ...PROVIDER_TYPE_LABELS,
};
