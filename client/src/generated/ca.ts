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

interface CaOutpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS, CPT or Medi-Cal local procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Prices as this type of provider; the provider's own type when absent. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any. */
  readonly procedure_type?:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null
    | undefined;
  /** One of the service types published for the procedure type; chosen by rank when absent. */
  readonly service_type?:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null
    | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits. When absent: false. */
  readonly family_planning_primary_dx?: boolean | null | undefined;
  /** Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback. When absent: false. */
  readonly emergency_room?: boolean | null | undefined;
  /** 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
}

/** California outpatient lookup. */
export type CaOutpatientRequest = AtLeastOne<CaOutpatientRequestFields, "npi" | "state_provider_id" | "provider_name">;

interface CaOutpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS, CPT or Medi-Cal local procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Prices as this type of provider; the provider's own type when absent. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any. */
  readonly procedure_type?:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null
    | undefined;
  /** One of the service types published for the procedure type; chosen by rank when absent. */
  readonly service_type?:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null
    | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits. When absent: false. */
  readonly family_planning_primary_dx?: boolean | null | undefined;
  /** Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback. When absent: false. */
  readonly emergency_room?: boolean | null | undefined;
  /** 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

/** California outpatient lookup, in every period. */
export type CaOutpatientHistoryRequest = AtLeastOne<CaOutpatientHistoryRequestFields, "npi" | "state_provider_id">;

/** California outpatient lookup, compared. */
export interface CaOutpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS, CPT or Medi-Cal local procedure code. For example: 99213. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Prices as this type of provider; the provider's own type when absent. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any. */
  readonly procedure_type?:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null
    | undefined;
  /** One of the service types published for the procedure type; chosen by rank when absent. */
  readonly service_type?:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null
    | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits. When absent: false. */
  readonly family_planning_primary_dx?: boolean | null | undefined;
  /** Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback. When absent: false. */
  readonly emergency_room?: boolean | null | undefined;
  /** 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

interface CaOutpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS, CPT or Medi-Cal local procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Prices as this type of provider; the provider's own type when absent. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any. */
  readonly procedure_type?:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null
    | undefined;
  /** One of the service types published for the procedure type; chosen by rank when absent. */
  readonly service_type?:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null
    | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits. When absent: false. */
  readonly family_planning_primary_dx?: boolean | null | undefined;
  /** Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback. When absent: false. */
  readonly emergency_room?: boolean | null | undefined;
  /** 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
}

/** California outpatient lookup, what else could be sent. */
export type CaOutpatientOptionsRequest = AtLeastOne<CaOutpatientOptionsRequestFields, "npi" | "state_provider_id">;

interface CaOutpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS, CPT or Medi-Cal local procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Prices as this type of provider; the provider's own type when absent. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any. */
  readonly procedure_type?:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null
    | undefined;
  /** One of the service types published for the procedure type; chosen by rank when absent. */
  readonly service_type?:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null
    | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits. When absent: false. */
  readonly family_planning_primary_dx?: boolean | null | undefined;
  /** Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback. When absent: false. */
  readonly emergency_room?: boolean | null | undefined;
  /** 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** California outpatient lookup, with other figures. */
export type CaOutpatientWhatIfRequest = AtLeastOne<CaOutpatientWhatIfRequestFields, "npi" | "state_provider_id">;

interface CaOutpatientBenchmarkRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS, CPT or Medi-Cal local procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Prices as this type of provider; the provider's own type when absent. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any. */
  readonly procedure_type?:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null
    | undefined;
  /** One of the service types published for the procedure type; chosen by rank when absent. */
  readonly service_type?:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null
    | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits. When absent: false. */
  readonly family_planning_primary_dx?: boolean | null | undefined;
  /** Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback. When absent: false. */
  readonly emergency_room?: boolean | null | undefined;
  /** 26: professional component. TC: technical component. */
  readonly modifier?: "26" | "TC" | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
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

/** California outpatient lookup, beside Medicare's. */
export type CaOutpatientBenchmarkRequest = AtLeastOne<
  CaOutpatientBenchmarkRequestFields,
  "npi" | "state_provider_id" | "provider_name"
>;

interface CaInpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG and severity of illness, joined by a hyphen. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Discharge status 02, 05, 63, 65, 66, 82, 85, 91, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** Discharge status 30: priced per day. When absent: false. */
  readonly interim_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the national average of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; estimated when absent, which never creates an outlier or a cap. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
}

/** California inpatient lookup. */
export type CaInpatientRequest = AtLeastOne<CaInpatientRequestFields, "npi" | "state_provider_id" | "provider_name">;

interface CaInpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG and severity of illness, joined by a hyphen. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** Discharge status 02, 05, 63, 65, 66, 82, 85, 91, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** Discharge status 30: priced per day. When absent: false. */
  readonly interim_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the national average of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; estimated when absent, which never creates an outlier or a cap. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
}

/** California inpatient lookup, in every period. */
export type CaInpatientHistoryRequest = AtLeastOne<CaInpatientHistoryRequestFields, "npi" | "state_provider_id">;

/** California inpatient lookup, compared. */
export interface CaInpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG and severity of illness, joined by a hyphen. For example: 560-1. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Discharge status 02, 05, 63, 65, 66, 82, 85, 91, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** Discharge status 30: priced per day. When absent: false. */
  readonly interim_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the national average of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; estimated when absent, which never creates an outlier or a cap. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
}

interface CaInpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG and severity of illness, joined by a hyphen. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Discharge status 02, 05, 63, 65, 66, 82, 85, 91, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** Discharge status 30: priced per day. When absent: false. */
  readonly interim_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the national average of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; estimated when absent, which never creates an outlier or a cap. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
}

/** California inpatient lookup, what else could be sent. */
export type CaInpatientOptionsRequest = AtLeastOne<CaInpatientOptionsRequestFields, "npi" | "state_provider_id">;

interface CaInpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG and severity of illness, joined by a hyphen. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Discharge status 02, 05, 63, 65, 66, 82, 85, 91, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** Discharge status 30: priced per day. When absent: false. */
  readonly interim_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the national average of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; estimated when absent, which never creates an outlier or a cap. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** California inpatient lookup, with other figures. */
export type CaInpatientWhatIfRequest = AtLeastOne<CaInpatientWhatIfRequestFields, "npi" | "state_provider_id">;

/** California provider search. */
export interface CaSearchRequest {
  /** Your own correlation ID, as in lookups; the answer has no place for it. Never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** OSHPD ID or Medi-Cal provider number. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null
    | undefined;
  /** At most this many providers; 100 when absent, and more than 1000 are cut to 1000. When absent: 100. */
  readonly limit?: number | null | undefined;
}

/** California outpatient result */
export interface CaOutpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  readonly npi: NpiField;
  /** OSHPD ID (hospitals) or Medi-Cal provider number (others). */
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
  /** The NPI searched by, when it is one of the hospital's other NPIs. */
  readonly matched_npi: string | null;
  /** The provider type used for pricing. */
  readonly provider_type:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null;
  /** The provider type in words. */
  readonly provider_type_label:
    | "Hospital"
    | "Physician Office"
    | "Surgical Clinic"
    | "Free Clinic"
    | "Podiatrist"
    | "Nurse Anesthetist"
    | "Other Clinic"
    | null;
  /** Core Based Statistical Area code. */
  readonly cbsa_code: string | null;
  /** Core Based Statistical Area. */
  readonly cbsa_description: string | null;
  /** Unit value of the fee schedule, or the published Basic Rate in dollars. */
  readonly basic_rate: string | null;
  /** Dollars per unit. */
  readonly conversion_factor: string | null;
  /** The modifier applied. */
  readonly modifier: "26" | "TC" | null;
  /** The modifier's factor. */
  readonly modifier_adjustment: string | null;
  /** 1 when the 20% reduction of hospitals and surgical clinics was applied. */
  readonly cutback_ind: number | null;
  /** Hospital outpatient department add-on, when applied. */
  readonly hopd_multiplier: number | null;
  /** Family planning add-on, when applied. */
  readonly family_planning_multiplier: number | null;
  /** Published base units of an anesthesia code. */
  readonly anesthesia_base_units: string | null;
  /** Time units, each begun quarter of an hour counting as one. */
  readonly time_units_used: number | null;
  /** The minutes sent. */
  readonly anesthesia_minutes_used: number | null;
  /** True when the emergency room conversion factor was applied. */
  readonly emergency_room: boolean | null;
  /** The procedure type used for pricing. */
  readonly procedure_type_used:
    | "Allied Health and other programs"
    | "Anesthesia"
    | "Assistant Surgeon"
    | "Diagnostic and Treatment (EPSDT)"
    | "Early and Periodic Screening"
    | "Expanded Access to Primary Care (EAPC)"
    | "Injection"
    | "Justice Involved"
    | "Local Educational Agency"
    | "Medi-Cal Waiver"
    | "Medicine"
    | "Multipurpose Senior Services Program (MSSP)"
    | "Palliative Care"
    | "Pathology and Clinical Laboratory"
    | "Podiatrist"
    | "Primary Surgeon"
    | "Psychology Services for Mental Health Expansion"
    | "Radiology"
    | "Targeted Rate Increase"
    | "Vision Care"
    | null;
  /** The service type used for pricing. */
  readonly service_type_used:
    | "ABORTION"
    | "ANESTHESIOLOGY"
    | "ANESTHESIOLOGY (OB)"
    | "Family Planning Services"
    | "FIXED PRICE"
    | "GYN"
    | "INJECTIONS"
    | "MEDICINE"
    | "MEDICINE EMERGENCY"
    | "OB (C-SECTION)"
    | "OB (VAGINAL DELIVERY)"
    | "OTHER OB"
    | "OTHER SURGERY"
    | "PATHOLOGY"
    | "PODIATRY MEDICINE"
    | "PODIATRY PRIMARY CARE I & II - ADULT"
    | "PODIATRY PRIMARY CARE I & II - CHILD"
    | "PODIATRY RADIOLOGY"
    | "PODIATRY SURGERY"
    | "PRIMARY CARE I"
    | "PRIMARY CARE II - ADULT"
    | "PRIMARY CARE II - CHILD"
    | "RADIOLOGY"
    | "SURGERY FIXED PRICE"
    | "SURGERY (LAPAROSCOPY GYN)"
    | "TUBAL STERILIZATIONS"
    | "WELL CHILD EXAMS"
    | null;
  /** True when the procedure or service type was chosen by the service. */
  readonly is_default_selection: boolean | null;
  /** The code's other procedure types on the day; present whenever is_default_selection is true. */
  readonly available_procedure_types?: readonly string[];
  /** The other service types that apply; present whenever is_default_selection is true. */
  readonly available_service_types?: readonly string[];
  /** True when no rate is published and payment is determined per claim. */
  readonly is_manually_priced: boolean | null;
  /** True when child_patient was sent true. */
  readonly child_patient_used: boolean | null;
}

/** California outpatient explanation */
export interface CaOutpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: CaOutpatientResult;
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

/** California outpatient history */
export interface CaOutpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly CaOutpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** California outpatient comparison */
export interface CaOutpatientComparison {
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
    readonly results: readonly CaOutpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** California outpatient what-if */
export interface CaOutpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: CaOutpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: CaOutpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** California outpatient benchmark */
export interface CaOutpatientBenchmark {
  readonly request: UnderstoodRequest;
  /** What the two prices are. */
  readonly meaning: string;
  /** One for each result of the lookup. */
  readonly results: readonly {
    readonly medicaid: CaOutpatientResult;
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

/** California inpatient result */
export interface CaInpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  readonly npi: NpiField;
  /** OSHPD ID. */
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
  readonly admit_date_used: string;
  /** The NPI searched by, when it is one of the hospital's other NPIs. */
  readonly matched_npi: string | null;
  /** Street address of the hospital. */
  readonly street_address: string | null;
  /** City of the hospital. */
  readonly city: string | null;
  /** ZIP code of the hospital. */
  readonly zip_code: string | null;
  /** County of the hospital. */
  readonly county: string | null;
  /** Core Based Statistical Area code. */
  readonly cbsa_code: string | null;
  /** Core Based Statistical Area. */
  readonly cbsa_description: string | null;
  /** APR-DRG, three digits. */
  readonly apr_drg: string;
  /** Severity of illness, 1 to 4. */
  readonly soi: number;
  /** The hospital's wage-adjusted DRG base rate. */
  readonly drg_base_rate: string | null;
  /** Casemix weight x policy adjustor. */
  readonly payment_relative_weight: number | null;
  /** The hospital's casemix adjustment factor. */
  readonly casemix_adjustment_factor: number | null;
  /** By age and NICU designation. */
  readonly policy_adjustor_used: "A" | "B" | "C" | "D" | null;
  /** The policy adjustor. */
  readonly policy_adjustor_value: number | null;
  /** The hospital is a designated NICU facility. */
  readonly designated_nicu: boolean | null;
  /** Designated Public Hospitals are paid by certified public expenditures; the amount is a reference value. */
  readonly designated_public_hospital: boolean | null;
  /** Remarks on the result; left out when there are none. */
  readonly advisories?: readonly {
    /** Stable code of the advisory. */
    readonly code: string;
    /** The advisory in words. */
    readonly message: string;
  }[];
  /** Total charges x cost-to-charge ratio. */
  readonly estimated_cost: string | null;
  /** DRG payment before adjustments. */
  readonly drg_base_payment: string | null;
  /** The transfer adjustment lowered the payment. */
  readonly transfer_adjustment_applied: boolean | null;
  /** Payment after the transfer adjustment. */
  readonly transfer_adjusted_amount: string | null;
  /** A cost outlier adjustment was made. */
  readonly outlier_adjustment_applied: boolean | null;
  /** The outlier adjustment. */
  readonly outlier_adjustment_amount: string | null;
  /** The hospital's cost-to-charge ratio. */
  readonly cost_to_charge_ratio: number | null;
  /** Loss that an outlier must exceed, in dollars. */
  readonly outlier_threshold: number | null;
  /** Share of the loss beyond the threshold that is paid. */
  readonly marginal_cost_percentage: number | null;
  /** The payment was capped at total charges. */
  readonly charge_cap_applied: boolean | null;
  /** Priced as an interim claim. */
  readonly is_interim_claim: boolean;
  /** Per diem of interim claims, in dollars. */
  readonly interim_per_diem_amount: number | null;
  /** Days used. */
  readonly length_of_stay_used: number | null;
  /** National average length of stay of the APR-DRG. */
  readonly national_average_los: string | null;
  /** Total charges used. */
  readonly total_charges_used: string | null;
  /** Where the charges come from. */
  readonly total_charges_source: "actual" | "estimated" | null;
}

/** California inpatient explanation */
export interface CaInpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: CaInpatientResult;
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

/** California inpatient history */
export interface CaInpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly CaInpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** California inpatient comparison */
export interface CaInpatientComparison {
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
    readonly results: readonly CaInpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** California inpatient what-if */
export interface CaInpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: CaInpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: CaInpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** California provider */
export interface CaProvider {
  /** Primary National Provider Identifier. */
  readonly npi: string | null;
  /** OSHPD ID or Medi-Cal provider number. */
  readonly state_provider_id: string | null;
  /** The provider's name. */
  readonly provider_name: string;
  /** Type of provider. */
  readonly provider_type:
    | "hospital"
    | "physician_office"
    | "surgical_clinic"
    | "free_clinic"
    | "podiatrist"
    | "nurse_anesthetist"
    | "other_clinic"
    | null;
  /** The provider type in words. */
  readonly provider_type_label: string;
  /** A person or an organization. */
  readonly entity_type: "Individual" | "Organization" | null;
  /** NUCC taxonomy code. */
  readonly primary_taxonomy: string | null;
  /** City. */
  readonly city: string | null;
  /** State. */
  readonly state: string | null;
  /** ZIP code. */
  readonly zip_code: string | null;
  /** Street address. */
  readonly street_address: string | null;
  /** Core Based Statistical Area code. */
  readonly cbsa_code: string | null;
  /** Core Based Statistical Area. */
  readonly cbsa_description: string | null;
  /** Has outpatient rates. */
  readonly op_rates: boolean;
  /** Has inpatient rates. */
  readonly ip_rates: boolean;
  /** Hospitals only: the other NPIs it is enrolled under. */
  readonly alternate_npis: readonly string[] | null;
  /** The alternate NPI searched by. */
  readonly matched_npi: string | null;
}

/** California providers */
export interface CaProviders {
  /** The first providers, as many as `limit` allows. */
  readonly providers: readonly CaProvider[];
  /** How many match, returned or not. */
  readonly total_results: number;
  /** The limit that was applied. */
  readonly limit_applied: number;
}
