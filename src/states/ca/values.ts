/** The values that California's contract enumerates, in the contract's order. */

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

export const MODIFIERS = ["26", "TC"] as const;

export type Modifier = (typeof MODIFIERS)[number];

export const AGE_GROUPS = ["any", "adult", "child"] as const;

export const ENTITY_TYPES = ["Individual", "Organization"] as const;
