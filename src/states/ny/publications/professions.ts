import type { Legend } from "../../../imports/declaring/legends.ts";

/**
 * Which kind of provider a profession or service of the listing is. A mapping file may correct and extend it; what is not
 * here is decided by the provider's taxonomy (ny 3.5).
 */
export const PROFESSIONS: Legend = {
  Hospital: "HOSPITAL",
  "Diagnostic And Treatment Center": "OUTPATIENT_CLINIC_ASC",
  Clinic: "OUTPATIENT_CLINIC_ASC",
  "Free-Standing Clinic": "OUTPATIENT_CLINIC_ASC",
  "Ambulatory Surgery Center": "OUTPATIENT_CLINIC_ASC",
  Laboratory: "LABORATORY",
  "Clinical Laboratory": "LABORATORY",
  "Independent Laboratory": "LABORATORY",
  Physician: "PHYSICIAN",
  "Physician Group": "PHYSICIAN",
  "Physician Assistant": "PHYSICIAN",
  "Nurse Practitioner": "PHYSICIAN",
  Midwife: "PHYSICIAN",
  Podiatrist: "PHYSICIAN",
  Optometrist: "PHYSICIAN",
  Chiropractor: "PHYSICIAN",
  Dentist: "PHYSICIAN",
  "Clinical Psychologist": "PHYSICIAN",
  "Clinical Social Worker": "PHYSICIAN",
  Audiologist: "PHYSICIAN",
  "Occupational Therapist": "PHYSICIAN",
  "Physical Therapist": "PHYSICIAN",
  "Speech Language Pathologist": "PHYSICIAN",
};
