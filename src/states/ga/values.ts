/** The values that Georgia's contract enumerates, in the contract's order. */

export const PROVIDER_TYPES = ["HOSPITAL", "PHYSICIAN", "ASC", "CLINICAL_LABORATORY"] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const PROVIDER_TYPE_LABELS: Readonly<Record<ProviderType, string>> = {
  HOSPITAL: "Hospital",
  PHYSICIAN: "Physician",
  ASC: "Ambulatory Surgical Center",
  CLINICAL_LABORATORY: "Clinical Laboratory",
};

export const PLACES_OF_SERVICE = ["facility", "non_facility"] as const;

export type PlaceOfService = (typeof PLACES_OF_SERVICE)[number];

/** The modifiers that always ask for a price of their own: components, and who performed the anesthesia (ga 4.3, 4.4). */
export const PRICED_MODIFIERS = ["26", "TC", "AA", "QK", "QY", "QX", "QZ"] as const;

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

/** ASA physical status. */
export const PHYSICAL_STATUSES = ["P1", "P2", "P3", "P4", "P5", "P6"] as const;

/** Severities of illness; text in Georgia's contract. */
export const SEVERITIES = ["1", "2", "3", "4"] as const;

export type Severity = (typeof SEVERITIES)[number];

export const ENTITY_TYPES = ["Individual", "Organization"] as const;

/** What every Georgia result and record says. */
export const STATE = "GA";
