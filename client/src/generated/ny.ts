/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

import type { AtLeastOne } from "../at-least-one.ts";
import type {
  AssumptionsField,
  BillingCodeDescriptionField,
  BillingCodeTypeField,
  ChangesField,
  DateField,
  DifferenceField,
  EffectiveEndDateField,
  EffectiveStartDateField,
  EmptyTablesField,
  ErrorMessageField,
  ExplainedNoRate,
  FiguresField,
  IdentifiersField,
  InputsField,
  MedicaidIncludesFacilityField,
  MedicareField,
  MedicareField2,
  MedicarePrice,
  NextToField,
  NoRateField,
  NpiField,
  PaymentRateField,
  PaymentRateTypeField,
  PricePeriod,
  ProviderMatchesTotalField,
  RateUnits,
  RatioField,
  ReferenceIdField,
  Release,
  RowsField,
  SetField,
  StaleField,
  StandingsField,
  StatisticsField,
  StepsField,
  StepsField2,
  TotalResultsField,
  UnderstoodRequest,
  WhatIfNoRate,
} from "./shared.ts";

interface NyOutpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or APG number of 1 to 4 digits. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Only rows of this type of provider; rates of every type that matches when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group. */
  readonly rate_code?: string | null | undefined;
  /** Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply. */
  readonly service_region?: "Downstate" | "Upstate" | null | undefined;
  /** Physicians. 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Physicians; the row that the state prints first when absent, mostly non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
}

/** New York outpatient lookup. */
export type NyOutpatientRequest = AtLeastOne<
  NyOutpatientRequestFields,
  "npi" | "state_provider_id" | "opcert" | "provider_name"
>;

interface NyOutpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or APG number of 1 to 4 digits. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only rows of this type of provider; rates of every type that matches when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group. */
  readonly rate_code?: string | null | undefined;
  /** Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply. */
  readonly service_region?: "Downstate" | "Upstate" | null | undefined;
  /** Physicians. 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Physicians; the row that the state prints first when absent, mostly non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

/** New York outpatient lookup, in every period. */
export type NyOutpatientHistoryRequest = AtLeastOne<
  NyOutpatientHistoryRequestFields,
  "npi" | "state_provider_id" | "opcert"
>;

/** New York outpatient lookup, compared. */
export interface NyOutpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or APG number of 1 to 4 digits. For example: 99213. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only rows of this type of provider; rates of every type that matches when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group. */
  readonly rate_code?: string | null | undefined;
  /** Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply. */
  readonly service_region?: "Downstate" | "Upstate" | null | undefined;
  /** Physicians. 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Physicians; the row that the state prints first when absent, mostly non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

interface NyOutpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or APG number of 1 to 4 digits. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only rows of this type of provider; rates of every type that matches when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group. */
  readonly rate_code?: string | null | undefined;
  /** Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply. */
  readonly service_region?: "Downstate" | "Upstate" | null | undefined;
  /** Physicians. 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Physicians; the row that the state prints first when absent, mostly non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
}

/** New York outpatient lookup, what else could be sent. */
export type NyOutpatientOptionsRequest = AtLeastOne<
  NyOutpatientOptionsRequestFields,
  "npi" | "state_provider_id" | "opcert"
>;

interface NyOutpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or APG number of 1 to 4 digits. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only rows of this type of provider; rates of every type that matches when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group. */
  readonly rate_code?: string | null | undefined;
  /** Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply. */
  readonly service_region?: "Downstate" | "Upstate" | null | undefined;
  /** Physicians. 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Physicians; the row that the state prints first when absent, mostly non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** New York outpatient lookup, with other figures. */
export type NyOutpatientWhatIfRequest = AtLeastOne<
  NyOutpatientWhatIfRequestFields,
  "npi" | "state_provider_id" | "opcert"
>;

interface NyOutpatientBenchmarkRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or APG number of 1 to 4 digits. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Only rows of this type of provider; rates of every type that matches when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** Value code 24. Hospitals: 1400 OPD visit (when absent), 1402 emergency department, 1432 OPD episode. Clinics and ASCs: 1407 or 1422 clinic, 1408 ambulatory surgery; when absent, clinic where the provider is in that peer group. */
  readonly rate_code?: string | null | undefined;
  /** Clinics and ASCs in both regions or in an unknown one; Downstate when absent and both apply. */
  readonly service_region?: "Downstate" | "Upstate" | null | undefined;
  /** Physicians. 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Physicians; the row that the state prints first when absent, mostly non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** ZIP code for Medicare's price; the provider's when absent. For example: 94110. */
  readonly medicare_zip?: string | null | undefined;
  /** Medicare contractor and locality, such as 01112-05, in place of the ZIP code. For example: 01112-05. */
  readonly medicare_locality?: string | null | undefined;
  /** County for Medicare's price, in the state; for a ZIP code that lies in several localities. For example: San Francisco. */
  readonly medicare_county?: string | null | undefined;
  /** Place of service for Medicare's price; the lookup's when absent, else non_facility. */
  readonly medicare_place_of_service?: "facility" | "non_facility" | null | undefined;
}

/** New York outpatient lookup, beside Medicare's. */
export type NyOutpatientBenchmarkRequest = AtLeastOne<
  NyOutpatientBenchmarkRequestFields,
  "npi" | "state_provider_id" | "opcert" | "provider_name"
>;

interface NyInpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG as <drg> or <drg>-<soi>; required for acute and psychiatric stays, not used by the others. For example: 139-2. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the hospital's name. At least one of npi, state_provider_id, opcert, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** How the stay is priced. When absent it follows from the rate code, the APR-DRG or the only service that the hospital is certified for; else acute. */
  readonly service_type?:
    | "acute"
    | "psychiatric"
    | "specialty_acute"
    | "cah"
    | "med_rehab"
    | "chem_dep_rehab"
    | "dual_diag_adult"
    | "dual_diag_child"
    | null
    | undefined;
  /** Value code 24, another way to give the service type: 2946 or 2960 acute, 2852 psychiatric, 2853 med_rehab, 2999 cah, 4608 dual_diag_adult, 4607 dual_diag_child. */
  readonly rate_code?: string | null | undefined;
  /** FFS: fee-for-service. MMC: managed Medicaid, with its add-ons. When absent: FFS. */
  readonly payer_class?: "FFS" | "MMC" | null | undefined;
  /** The day of discharge, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Days; required for all but acute stays, of which only transfers need it. */
  readonly length_of_stay?: number | null | undefined;
  /** Days at an alternate level of care, part of length_of_stay, so never more, and paid at the ALC per diem; not for dual diagnosis. When absent: 0. */
  readonly alc_days?: number | null | undefined;
  /** Acute: billed charges in dollars, needed to evaluate a cost outlier. For example: 412650.00. */
  readonly gross_charges?: string | number | null | undefined;
  /** Acute: transferred to another hospital, paid by the day up to the full payment. When absent: false. */
  readonly transfer_out?: boolean | null | undefined;
  /** Psychiatric: CHILD is 17 or under. When absent: ADULT. */
  readonly age_group?: "ADULT" | "CHILD" | null | undefined;
  /** Psychiatric: an intellectual disability was declared. When absent: false. */
  readonly has_intellectual_disability?: boolean | null | undefined;
  /** Psychiatric: the comorbidity with the highest factor. */
  readonly comorbidity_category?:
    | "acute_coronary_syndrome"
    | "arrhythmia"
    | "cancers"
    | "cardio_respiratory_failure"
    | "cellulitis"
    | "chronic_kidney_disease"
    | "chronic_obstructive_lung_disease"
    | "diabetes"
    | "gi_hemorrhage"
    | "heart_failure"
    | "liver_disease"
    | "metabolic_disturbance"
    | "neurological_disease"
    | "opportunistic_infection"
    | "pancreas_disease"
    | "pneumonia"
    | "sepsis"
    | "severe_hematologic_disorder"
    | null
    | undefined;
  /** Psychiatric: electroconvulsive therapy (ECT) treatments during the stay. When absent: 0. */
  readonly ect_treatments?: number | null | undefined;
  /** Psychiatric: discharged from a psychiatric unit in New York within the prior 30 days. When absent: false. */
  readonly prior_admission_within_30d?: boolean | null | undefined;
}

/** New York inpatient lookup. */
export type NyInpatientRequest = AtLeastOne<
  NyInpatientRequestFields,
  "npi" | "state_provider_id" | "opcert" | "provider_name"
>;

interface NyInpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG as <drg> or <drg>-<soi>; required for acute and psychiatric stays, not used by the others. For example: 139-2. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** How the stay is priced. When absent it follows from the rate code, the APR-DRG or the only service that the hospital is certified for; else acute. */
  readonly service_type?:
    | "acute"
    | "psychiatric"
    | "specialty_acute"
    | "cah"
    | "med_rehab"
    | "chem_dep_rehab"
    | "dual_diag_adult"
    | "dual_diag_child"
    | null
    | undefined;
  /** Value code 24, another way to give the service type: 2946 or 2960 acute, 2852 psychiatric, 2853 med_rehab, 2999 cah, 4608 dual_diag_adult, 4607 dual_diag_child. */
  readonly rate_code?: string | null | undefined;
  /** FFS: fee-for-service. MMC: managed Medicaid, with its add-ons. When absent: FFS. */
  readonly payer_class?: "FFS" | "MMC" | null | undefined;
  /** Days; required for all but acute stays, of which only transfers need it. */
  readonly length_of_stay?: number | null | undefined;
  /** Days at an alternate level of care, part of length_of_stay, so never more, and paid at the ALC per diem; not for dual diagnosis. When absent: 0. */
  readonly alc_days?: number | null | undefined;
  /** Acute: billed charges in dollars, needed to evaluate a cost outlier. For example: 412650.00. */
  readonly gross_charges?: string | number | null | undefined;
  /** Acute: transferred to another hospital, paid by the day up to the full payment. When absent: false. */
  readonly transfer_out?: boolean | null | undefined;
  /** Psychiatric: CHILD is 17 or under. When absent: ADULT. */
  readonly age_group?: "ADULT" | "CHILD" | null | undefined;
  /** Psychiatric: an intellectual disability was declared. When absent: false. */
  readonly has_intellectual_disability?: boolean | null | undefined;
  /** Psychiatric: the comorbidity with the highest factor. */
  readonly comorbidity_category?:
    | "acute_coronary_syndrome"
    | "arrhythmia"
    | "cancers"
    | "cardio_respiratory_failure"
    | "cellulitis"
    | "chronic_kidney_disease"
    | "chronic_obstructive_lung_disease"
    | "diabetes"
    | "gi_hemorrhage"
    | "heart_failure"
    | "liver_disease"
    | "metabolic_disturbance"
    | "neurological_disease"
    | "opportunistic_infection"
    | "pancreas_disease"
    | "pneumonia"
    | "sepsis"
    | "severe_hematologic_disorder"
    | null
    | undefined;
  /** Psychiatric: electroconvulsive therapy (ECT) treatments during the stay. When absent: 0. */
  readonly ect_treatments?: number | null | undefined;
  /** Psychiatric: discharged from a psychiatric unit in New York within the prior 30 days. When absent: false. */
  readonly prior_admission_within_30d?: boolean | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
}

/** New York inpatient lookup, in every period. */
export type NyInpatientHistoryRequest = AtLeastOne<
  NyInpatientHistoryRequestFields,
  "npi" | "state_provider_id" | "opcert"
>;

/** New York inpatient lookup, compared. */
export interface NyInpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG as <drg> or <drg>-<soi>; required for acute and psychiatric stays, not used by the others. For example: 139-2. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. */
  readonly opcert?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** How the stay is priced. When absent it follows from the rate code, the APR-DRG or the only service that the hospital is certified for; else acute. */
  readonly service_type?:
    | "acute"
    | "psychiatric"
    | "specialty_acute"
    | "cah"
    | "med_rehab"
    | "chem_dep_rehab"
    | "dual_diag_adult"
    | "dual_diag_child"
    | null
    | undefined;
  /** Value code 24, another way to give the service type: 2946 or 2960 acute, 2852 psychiatric, 2853 med_rehab, 2999 cah, 4608 dual_diag_adult, 4607 dual_diag_child. */
  readonly rate_code?: string | null | undefined;
  /** FFS: fee-for-service. MMC: managed Medicaid, with its add-ons. When absent: FFS. */
  readonly payer_class?: "FFS" | "MMC" | null | undefined;
  /** The day of discharge, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Days; required for all but acute stays, of which only transfers need it. */
  readonly length_of_stay?: number | null | undefined;
  /** Days at an alternate level of care, part of length_of_stay, so never more, and paid at the ALC per diem; not for dual diagnosis. When absent: 0. */
  readonly alc_days?: number | null | undefined;
  /** Acute: billed charges in dollars, needed to evaluate a cost outlier. For example: 412650.00. */
  readonly gross_charges?: string | number | null | undefined;
  /** Acute: transferred to another hospital, paid by the day up to the full payment. When absent: false. */
  readonly transfer_out?: boolean | null | undefined;
  /** Psychiatric: CHILD is 17 or under. When absent: ADULT. */
  readonly age_group?: "ADULT" | "CHILD" | null | undefined;
  /** Psychiatric: an intellectual disability was declared. When absent: false. */
  readonly has_intellectual_disability?: boolean | null | undefined;
  /** Psychiatric: the comorbidity with the highest factor. */
  readonly comorbidity_category?:
    | "acute_coronary_syndrome"
    | "arrhythmia"
    | "cancers"
    | "cardio_respiratory_failure"
    | "cellulitis"
    | "chronic_kidney_disease"
    | "chronic_obstructive_lung_disease"
    | "diabetes"
    | "gi_hemorrhage"
    | "heart_failure"
    | "liver_disease"
    | "metabolic_disturbance"
    | "neurological_disease"
    | "opportunistic_infection"
    | "pancreas_disease"
    | "pneumonia"
    | "sepsis"
    | "severe_hematologic_disorder"
    | null
    | undefined;
  /** Psychiatric: electroconvulsive therapy (ECT) treatments during the stay. When absent: 0. */
  readonly ect_treatments?: number | null | undefined;
  /** Psychiatric: discharged from a psychiatric unit in New York within the prior 30 days. When absent: false. */
  readonly prior_admission_within_30d?: boolean | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
}

interface NyInpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG as <drg> or <drg>-<soi>; required for acute and psychiatric stays, not used by the others. For example: 139-2. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** How the stay is priced. When absent it follows from the rate code, the APR-DRG or the only service that the hospital is certified for; else acute. */
  readonly service_type?:
    | "acute"
    | "psychiatric"
    | "specialty_acute"
    | "cah"
    | "med_rehab"
    | "chem_dep_rehab"
    | "dual_diag_adult"
    | "dual_diag_child"
    | null
    | undefined;
  /** Value code 24, another way to give the service type: 2946 or 2960 acute, 2852 psychiatric, 2853 med_rehab, 2999 cah, 4608 dual_diag_adult, 4607 dual_diag_child. */
  readonly rate_code?: string | null | undefined;
  /** FFS: fee-for-service. MMC: managed Medicaid, with its add-ons. When absent: FFS. */
  readonly payer_class?: "FFS" | "MMC" | null | undefined;
  /** The day of discharge, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Days; required for all but acute stays, of which only transfers need it. */
  readonly length_of_stay?: number | null | undefined;
  /** Days at an alternate level of care, part of length_of_stay, so never more, and paid at the ALC per diem; not for dual diagnosis. When absent: 0. */
  readonly alc_days?: number | null | undefined;
  /** Acute: billed charges in dollars, needed to evaluate a cost outlier. For example: 412650.00. */
  readonly gross_charges?: string | number | null | undefined;
  /** Acute: transferred to another hospital, paid by the day up to the full payment. When absent: false. */
  readonly transfer_out?: boolean | null | undefined;
  /** Psychiatric: CHILD is 17 or under. When absent: ADULT. */
  readonly age_group?: "ADULT" | "CHILD" | null | undefined;
  /** Psychiatric: an intellectual disability was declared. When absent: false. */
  readonly has_intellectual_disability?: boolean | null | undefined;
  /** Psychiatric: the comorbidity with the highest factor. */
  readonly comorbidity_category?:
    | "acute_coronary_syndrome"
    | "arrhythmia"
    | "cancers"
    | "cardio_respiratory_failure"
    | "cellulitis"
    | "chronic_kidney_disease"
    | "chronic_obstructive_lung_disease"
    | "diabetes"
    | "gi_hemorrhage"
    | "heart_failure"
    | "liver_disease"
    | "metabolic_disturbance"
    | "neurological_disease"
    | "opportunistic_infection"
    | "pancreas_disease"
    | "pneumonia"
    | "sepsis"
    | "severe_hematologic_disorder"
    | null
    | undefined;
  /** Psychiatric: electroconvulsive therapy (ECT) treatments during the stay. When absent: 0. */
  readonly ect_treatments?: number | null | undefined;
  /** Psychiatric: discharged from a psychiatric unit in New York within the prior 30 days. When absent: false. */
  readonly prior_admission_within_30d?: boolean | null | undefined;
}

/** New York inpatient lookup, what else could be sent. */
export type NyInpatientOptionsRequest = AtLeastOne<
  NyInpatientOptionsRequestFields,
  "npi" | "state_provider_id" | "opcert"
>;

interface NyInpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG as <drg> or <drg>-<soi>; required for acute and psychiatric stays, not used by the others. For example: 139-2. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. At least one of npi, state_provider_id, opcert is required, and all that are sent must match. */
  readonly opcert?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** How the stay is priced. When absent it follows from the rate code, the APR-DRG or the only service that the hospital is certified for; else acute. */
  readonly service_type?:
    | "acute"
    | "psychiatric"
    | "specialty_acute"
    | "cah"
    | "med_rehab"
    | "chem_dep_rehab"
    | "dual_diag_adult"
    | "dual_diag_child"
    | null
    | undefined;
  /** Value code 24, another way to give the service type: 2946 or 2960 acute, 2852 psychiatric, 2853 med_rehab, 2999 cah, 4608 dual_diag_adult, 4607 dual_diag_child. */
  readonly rate_code?: string | null | undefined;
  /** FFS: fee-for-service. MMC: managed Medicaid, with its add-ons. When absent: FFS. */
  readonly payer_class?: "FFS" | "MMC" | null | undefined;
  /** The day of discharge, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Days; required for all but acute stays, of which only transfers need it. */
  readonly length_of_stay?: number | null | undefined;
  /** Days at an alternate level of care, part of length_of_stay, so never more, and paid at the ALC per diem; not for dual diagnosis. When absent: 0. */
  readonly alc_days?: number | null | undefined;
  /** Acute: billed charges in dollars, needed to evaluate a cost outlier. For example: 412650.00. */
  readonly gross_charges?: string | number | null | undefined;
  /** Acute: transferred to another hospital, paid by the day up to the full payment. When absent: false. */
  readonly transfer_out?: boolean | null | undefined;
  /** Psychiatric: CHILD is 17 or under. When absent: ADULT. */
  readonly age_group?: "ADULT" | "CHILD" | null | undefined;
  /** Psychiatric: an intellectual disability was declared. When absent: false. */
  readonly has_intellectual_disability?: boolean | null | undefined;
  /** Psychiatric: the comorbidity with the highest factor. */
  readonly comorbidity_category?:
    | "acute_coronary_syndrome"
    | "arrhythmia"
    | "cancers"
    | "cardio_respiratory_failure"
    | "cellulitis"
    | "chronic_kidney_disease"
    | "chronic_obstructive_lung_disease"
    | "diabetes"
    | "gi_hemorrhage"
    | "heart_failure"
    | "liver_disease"
    | "metabolic_disturbance"
    | "neurological_disease"
    | "opportunistic_infection"
    | "pancreas_disease"
    | "pneumonia"
    | "sepsis"
    | "severe_hematologic_disorder"
    | null
    | undefined;
  /** Psychiatric: electroconvulsive therapy (ECT) treatments during the stay. When absent: 0. */
  readonly ect_treatments?: number | null | undefined;
  /** Psychiatric: discharged from a psychiatric unit in New York within the prior 30 days. When absent: false. */
  readonly prior_admission_within_30d?: boolean | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** New York inpatient lookup, with other figures. */
export type NyInpatientWhatIfRequest = AtLeastOne<
  NyInpatientWhatIfRequestFields,
  "npi" | "state_provider_id" | "opcert"
>;

/** New York provider search. */
export interface NySearchRequest {
  /** Your own correlation ID, as in lookups; the answer has no place for it. Never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** New York Medicaid provider ID (MMIS), 8 digits. */
  readonly state_provider_id?: string | null | undefined;
  /** Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored. */
  readonly opcert?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null | undefined;
  /** At most this many providers; 100 when absent, and more than 1000 are cut to 1000. When absent: 100. */
  readonly limit?: number | null | undefined;
}

/** New York outpatient result */
export interface NyOutpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  readonly npi: NpiField;
  /** New York Medicaid provider ID (MMIS), 8 digits. */
  readonly state_provider_id: string | null;
  /** The provider's name. */
  readonly provider_name: string | null;
  /** The billing code that was sent. */
  readonly billing_code: string | null;
  readonly billing_code_type: BillingCodeTypeField;
  readonly billing_code_description: BillingCodeDescriptionField;
  readonly payment_rate: PaymentRateField;
  readonly payment_rate_type: PaymentRateTypeField;
  /** The formula in one line, with the actual values. */
  readonly calculation_method: string | null;
  readonly effective_start_date: EffectiveStartDateField;
  readonly effective_end_date: EffectiveEndDateField;
  /** The day the rate was priced against. */
  readonly date_of_service_used: string;
  /** Operating certificate number; null for all but hospitals. */
  readonly opcert: string | null;
  /** The provider type used for pricing. */
  readonly provider_type: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null;
  /** The provider type in words. */
  readonly provider_type_label: "Hospital" | "Physician" | "Outpatient Clinic / ASC" | "Laboratory" | null;
  /** Profession or service, as the state publishes it. */
  readonly ny_profession_or_service: string | null;
  /** Specialty, as the state publishes it. */
  readonly ny_provider_specialty: string | null;
  /** Primary NUCC taxonomy code. */
  readonly primary_taxonomy_code: string | null;
  /** What the taxonomy code stands for. */
  readonly primary_taxonomy_display_name: string | null;
  /** Street address. */
  readonly street_address: string | null;
  /** City. */
  readonly city: string | null;
  /** County. */
  readonly county: string | null;
  /** ZIP code. */
  readonly zip_code: string | null;
  /** State. */
  readonly state: string | null;
  /** The rate code that was sent. */
  readonly rate_code: string | null;
  /** The modifier of the physician fee. */
  readonly modifier: "26" | "TC" | null;
  /** The multiplier inside the fee of a 26 or TC row. */
  readonly modifier_adjustment: string | null;
  /** The place of service of the physician fee. */
  readonly place_of_service: "facility" | "non_facility" | null;
  /** Relative weight of the APG; null where the code is paid a flat fee. */
  readonly apg_weight: string | null;
  /** The procedure's own weight, which is paid in place of its APG's. */
  readonly px_based_weight: string | null;
  /** APG base rate of the hospital, or of peer group and region. */
  readonly apg_base_rate_used: string | null;
  /** Which base rate was used. */
  readonly apg_base_rate_source_column:
    | "apg_base_rate_opd_visit"
    | "apg_base_rate_ed"
    | "apg_base_rate_opd_episode"
    | "apg_base_rate_dtc_clinic_upstate"
    | "apg_base_rate_dtc_clinic_downstate"
    | "apg_base_rate_dtc_ambsurg_upstate"
    | "apg_base_rate_dtc_ambsurg_downstate"
    | null;
  /** Weight x base rate; null where the code is paid a flat fee. */
  readonly payment_operating: string | null;
  /** Capital add-on per visit; clinics and ASCs only. */
  readonly payment_capital: string | null;
  /** The published capital add-on is outside the expected range. */
  readonly capital_anomaly: boolean | null;
  /** Units per claim, where published. */
  readonly units_limit: string | null;
  /** Base units of an anesthesia code; no conversion factor is published, so no rate is computed. */
  readonly anesthesia_base_units: string | null;
  /** True for By Report codes, whose payment is set case by case. */
  readonly is_manually_priced: boolean;
  /** The code requires prior authorization. */
  readonly prior_auth_required: boolean | null;
  /** The region that was priced; clinics and ASCs only. */
  readonly service_region_used: "Downstate" | "Upstate" | null;
}

/** New York outpatient explanation */
export interface NyOutpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: NyOutpatientResult;
    readonly units: RateUnits | null;
    readonly period: PricePeriod | null;
    /** The step or input whose value is the payment_rate. */
    readonly payment: string | null;
    readonly steps: StepsField;
    readonly inputs: InputsField;
    readonly rows: RowsField;
    /** How many unused rows are not listed. */
    readonly rows_left_out: number;
    readonly no_rate: ExplainedNoRate | null;
  }[];
}

/** New York outpatient history */
export interface NyOutpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly NyOutpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** New York outpatient comparison */
export interface NyOutpatientComparison {
  /** What differs between the members. */
  readonly compared: "providers" | "codes";
  readonly total_results: TotalResultsField;
  readonly statistics: StatisticsField;
  /** Providers in the order of the search, or codes in the order sent. */
  readonly members: readonly {
    /** The code, as sent. */
    readonly billing_code: string | null;
    readonly identifiers: IdentifiersField;
    /** What the lookup of that code by these identifiers answers. */
    readonly results: readonly NyOutpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** New York outpatient what-if */
export interface NyOutpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: NyOutpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: NyOutpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** New York outpatient benchmark */
export interface NyOutpatientBenchmark {
  readonly request: UnderstoodRequest;
  /** What the two prices are. */
  readonly meaning: string;
  /** One for each result of the lookup. */
  readonly results: readonly {
    readonly medicaid: NyOutpatientResult;
    /** Null where Medicare's schedules have no such codes at all. */
    readonly medicare: MedicarePrice | null;
    /** Medicaid's price less Medicare's; null where either is missing. */
    readonly difference: string | null;
    readonly ratio: RatioField;
    readonly medicaid_includes_facility: MedicaidIncludesFacilityField;
    /** Why there is no ratio; null where there is one. */
    readonly not_compared: string | null;
  }[];
}

/** New York inpatient result */
export interface NyInpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  readonly npi: NpiField;
  /** New York Medicaid provider ID (MMIS), 8 digits. */
  readonly state_provider_id: string | null;
  /** The provider's name. */
  readonly provider_name: string | null;
  /** The billing code as it was sent. */
  readonly billing_code: string | null;
  /** APR-DRG when the code has that shape. */
  readonly billing_code_type: "APR-DRG" | null;
  /** What a per-diem service type stands for; null on acute and psychiatric stays. */
  readonly billing_code_description: string | null;
  readonly payment_rate: PaymentRateField;
  readonly payment_rate_type: PaymentRateTypeField;
  /** The formula in one line, with the actual values. */
  readonly calculation_method: string | null;
  readonly effective_start_date: EffectiveStartDateField;
  readonly effective_end_date: EffectiveEndDateField;
  /** The day the rate was priced against. */
  readonly discharge_date_used: string;
  /** Operating certificate number. */
  readonly opcert: string | null;
  /** Always Hospital. */
  readonly provider_type_label: "Hospital" | null;
  /** Primary NUCC taxonomy code. */
  readonly primary_taxonomy_code: string | null;
  /** What the taxonomy code stands for. */
  readonly primary_taxonomy_display_name: string | null;
  /** Street address of the hospital. */
  readonly street_address: string | null;
  /** City of the hospital. */
  readonly city: string | null;
  /** County of the hospital. */
  readonly county: string | null;
  /** State of the hospital. */
  readonly state: string | null;
  /** ZIP code of the hospital. */
  readonly zip_code: string | null;
  /** False where a code was sent that a per-diem type does not use; null on acute and psychiatric stays. */
  readonly billing_code_used_in_calculation: boolean | null;
  /** The rate code that was sent. */
  readonly rate_code: string | null;
  /** How the stay was priced. */
  readonly service_type:
    | "acute"
    | "psychiatric"
    | "specialty_acute"
    | "cah"
    | "med_rehab"
    | "chem_dep_rehab"
    | "dual_diag_adult"
    | "dual_diag_child"
    | null;
  /** Where the service type comes from. */
  readonly service_type_source:
    | "explicit"
    | "inferred_from_rate_code"
    | "inferred_from_drg"
    | "sole_provider_certification"
    | "default_acute"
    | null;
  /** APR-DRG, three digits; acute and psychiatric stays only. */
  readonly apr_drg_code: string | null;
  /** Severity of illness, 1 to 4; acute and psychiatric stays only. */
  readonly soi: number | null;
  /** Fee-for-service or managed Medicaid. */
  readonly payer_class: "FFS" | "MMC" | null;
  /** The payer class in words. */
  readonly payer_class_label: "Fee-for-Service" | "Managed Medicaid" | null;
  /** Acute: service intensity weight of the APR-DRG. */
  readonly siw: string | null;
  /** Average length of stay of the APR-DRG; transfers only. */
  readonly alos: string | null;
  /** Statewide base price of the payer class; context, in no formula. */
  readonly statewide_base_price_used: string | null;
  /** The hospital's adjustment of the outlier threshold, where an outlier was evaluated. */
  readonly isaf_used: string | null;
  /** Acute: the hospital's discharge case payment rate. */
  readonly discharge_rate_used: string | null;
  /** Direct medical education; fee-for-service acute stays. */
  readonly dme_used: string | null;
  /** Capital per discharge; null on transfers. */
  readonly capital_per_disch_used: string | null;
  /** Ambulance add-on of managed Medicaid; null on transfers. */
  readonly capital_addon_ambulance_mmc: string | null;
  /** Teaching election amendment add-on of managed Medicaid; null on transfers. */
  readonly capital_addon_teaching_election_mmc: string | null;
  /** School of nursing add-on of managed Medicaid; null on transfers. */
  readonly capital_addon_school_nursing_mmc: string | null;
  /** Minimum wage add-on of managed Medicaid; null on transfers. */
  readonly capital_addon_min_wage_mmc: string | null;
  /** Capital per diem; transfers only. */
  readonly capital_per_diem_used: string | null;
  /** High cost charge converter, where an outlier was evaluated. */
  readonly high_cost_cc_used: string | null;
  /** Discharge rate x SIW, before add-ons. */
  readonly base_dr_payment: string | null;
  /** Whether the cost outlier fired; null where none was evaluated. */
  readonly is_outlier_case: boolean | null;
  /** Gross charges x high cost charge converter. */
  readonly cost_of_case: string | null;
  /** Threshold of the APR-DRG, where an outlier was evaluated. */
  readonly cost_outlier_threshold: string | null;
  /** Threshold x ISAF. */
  readonly outlier_threshold_adjusted: string | null;
  /** Cost above the adjusted threshold. */
  readonly outlier_eligible_cost: string | null;
  /** The share of the eligible cost that is paid, when the outlier fired. */
  readonly outlier_marginal_pct: string | null;
  /** Outlier payment. */
  readonly outlier_amount: string | null;
  /** True when priced as a transfer; null otherwise and for transfer-only APR-DRGs. */
  readonly is_transfer_case: boolean | null;
  /** Length of stay without ALC days. */
  readonly transfer_days_used: number | null;
  /** The factor on the daily rate of a transfer. */
  readonly transfer_adjustment_factor: string | null;
  /** Daily rate of a transfer, capital included. */
  readonly transfer_per_diem: string | null;
  /** Daily rate x days, at most the full payment. */
  readonly transfer_adjusted_amount: string | null;
  /** Per diem of ALC days on an acute stay. */
  readonly acute_alc_per_diem_used: string | null;
  /** Safety net add-on per discharge; managed Medicaid acute stays. */
  readonly safety_net_sdp_per_disch_mmc: string | null;
  /** Average commercial rate add-on per discharge of the New York City public hospitals; managed Medicaid acute stays. */
  readonly hh_acr_per_disch_mmc: string | null;
  /** Psychiatric: service intensity weight of the APR-DRG. */
  readonly psych_siw: string | null;
  /** Psychiatric base per diem of payer class and age group. */
  readonly psych_base_per_diem_used: string | null;
  /** Factor for patients of 17 or under. */
  readonly age_factor_used: string | null;
  /** Why the age factor applied. */
  readonly age_factor_reason: string | null;
  /** Factor for a declared intellectual disability. */
  readonly mr_factor_used: string | null;
  /** Why that factor applied. */
  readonly mr_factor_reason: string | null;
  /** Factor of the comorbidity category. */
  readonly comorbidity_factor_used: string | null;
  /** The comorbidity category in words. */
  readonly comorbidity_category_used: string | null;
  /** Psychiatric non-operating per diem. */
  readonly psych_non_op_per_diem_used: string | null;
  /** Rate per electroconvulsive treatment. */
  readonly psych_ect_per_treatment_used: string | null;
  /** Electroconvulsive treatments paid. */
  readonly ect_treatments_used: number | null;
  /** Per diem of ALC days on a psychiatric stay. */
  readonly psych_alc_per_diem_used: string | null;
  /** Safety net add-on per day; managed Medicaid psychiatric stays. */
  readonly psych_sdp_per_diem_mmc: string | null;
  /** Average commercial rate add-on per day of the New York City public hospitals; managed Medicaid psychiatric stays. */
  readonly psych_hh_acr_per_diem_mmc: string | null;
  /** Direct medical education per day; managed Medicaid psychiatric stays. */
  readonly psych_dme_mmc: string | null;
  /** Days at the high scale factor. */
  readonly los_scale_days_at_1_20: number | null;
  /** Days at the base scale factor. */
  readonly los_scale_days_at_1_00: number | null;
  /** Scaled days. */
  readonly los_scaled_total: string | null;
  /** True when the readmission rule applied. */
  readonly prior_admission_within_30d_applied: boolean | null;
}

/** New York inpatient explanation */
export interface NyInpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: NyInpatientResult;
    readonly units: RateUnits | null;
    readonly period: PricePeriod | null;
    /** The step or input whose value is the payment_rate. */
    readonly payment: string | null;
    readonly steps: StepsField;
    readonly inputs: InputsField;
    readonly rows: RowsField;
    /** How many unused rows are not listed. */
    readonly rows_left_out: number;
    readonly no_rate: ExplainedNoRate | null;
  }[];
}

/** New York inpatient history */
export interface NyInpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly NyInpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** New York inpatient comparison */
export interface NyInpatientComparison {
  /** What differs between the members. */
  readonly compared: "providers" | "codes";
  readonly total_results: TotalResultsField;
  readonly statistics: StatisticsField;
  /** Providers in the order of the search, or codes in the order sent. */
  readonly members: readonly {
    /** The code, as sent. */
    readonly billing_code: string | null;
    readonly identifiers: IdentifiersField;
    /** What the lookup of that code by these identifiers answers. */
    readonly results: readonly NyInpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** New York inpatient what-if */
export interface NyInpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: NyInpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: NyInpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** New York provider */
export interface NyProvider {
  /** National Provider Identifier. */
  readonly npi: string;
  /** New York Medicaid provider ID (MMIS), 8 digits. */
  readonly state_provider_id: string | null;
  /** Operating certificate number; hospitals only. */
  readonly opcert: string | null;
  /** The provider's name. */
  readonly provider_name: string;
  /** Type of provider. */
  readonly provider_type: "HOSPITAL" | "PHYSICIAN" | "OUTPATIENT_CLINIC_ASC" | "LABORATORY" | null;
  /** The provider type in words. */
  readonly provider_type_label: string;
  /** A person or an organization. */
  readonly entity_type: "Individual" | "Organization" | null;
  /** Profession or service, as the state publishes it. */
  readonly ny_profession_or_service: string | null;
  /** Specialty, as the state publishes it. */
  readonly ny_provider_specialty: string | null;
  /** Primary NUCC taxonomy code. */
  readonly primary_taxonomy_code: string | null;
  /** What the taxonomy code stands for. */
  readonly primary_taxonomy_display_name: string | null;
  /** Street address. */
  readonly street_address: string | null;
  /** City. */
  readonly city: string | null;
  /** County. */
  readonly county: string | null;
  /** State. */
  readonly state: string | null;
  /** ZIP code. */
  readonly zip_code: string | null;
  /** Clinics and ASCs: the APG regions, Downstate first. */
  readonly service_regions: readonly string[];
  /** Hospitals: the service types with inpatient rates. */
  readonly inpatient_service_types: readonly string[];
  /** Has outpatient rates. */
  readonly op_rates: boolean;
  /** Has inpatient rates. */
  readonly ip_rates: boolean;
}

/** New York providers */
export interface NyProviders {
  /** The first providers, as many as `limit` allows. */
  readonly providers: readonly NyProvider[];
  /** How many match, returned or not. */
  readonly total_results: number;
  /** The limit that was applied. */
  readonly limit_applied: number;
}
