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

interface GaOutpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS or CPT procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. At least one of npi, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's records of this type; all its types when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** 26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor. */
  readonly modifier?: string | null | undefined;
  /** Physician codes only: facility asks for the site-of-service rate. When absent: non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned. For example: 1874.35. */
  readonly billed_charges?: string | number | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** ASA physical status of the patient; P3, P4 and P5 add anesthesia units. */
  readonly physical_status?: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
}

/** Georgia outpatient lookup. */
export type GaOutpatientRequest = AtLeastOne<GaOutpatientRequestFields, "npi" | "provider_name">;

interface GaOutpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS or CPT procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's records of this type; all its types when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** 26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor. */
  readonly modifier?: string | null | undefined;
  /** Physician codes only: facility asks for the site-of-service rate. When absent: non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned. For example: 1874.35. */
  readonly billed_charges?: string | number | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** ASA physical status of the patient; P3, P4 and P5 add anesthesia units. */
  readonly physical_status?: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

/** Georgia outpatient lookup, in every period. */
export type GaOutpatientHistoryRequest = AtLeastOne<GaOutpatientHistoryRequestFields, "npi">;

/** Georgia outpatient lookup, compared. */
export interface GaOutpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS or CPT procedure code. For example: 99213. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's records of this type; all its types when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** 26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor. */
  readonly modifier?: string | null | undefined;
  /** Physician codes only: facility asks for the site-of-service rate. When absent: non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned. For example: 1874.35. */
  readonly billed_charges?: string | number | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** ASA physical status of the patient; P3, P4 and P5 add anesthesia units. */
  readonly physical_status?: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null | undefined;
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
  /** Part of the taxonomy's display name. */
  readonly taxonomy?: string | null | undefined;
  /** Hospitals only: those that are Critical Access Hospitals, or those that are not. */
  readonly critical_access_hospital?: boolean | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

interface GaOutpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS or CPT procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's records of this type; all its types when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** 26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor. */
  readonly modifier?: string | null | undefined;
  /** Physician codes only: facility asks for the site-of-service rate. When absent: non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned. For example: 1874.35. */
  readonly billed_charges?: string | number | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** ASA physical status of the patient; P3, P4 and P5 add anesthesia units. */
  readonly physical_status?: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
}

/** Georgia outpatient lookup, what else could be sent. */
export type GaOutpatientOptionsRequest = AtLeastOne<GaOutpatientOptionsRequestFields, "npi">;

interface GaOutpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS or CPT procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's records of this type; all its types when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** 26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor. */
  readonly modifier?: string | null | undefined;
  /** Physician codes only: facility asks for the site-of-service rate. When absent: non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned. For example: 1874.35. */
  readonly billed_charges?: string | number | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** ASA physical status of the patient; P3, P4 and P5 add anesthesia units. */
  readonly physical_status?: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** Georgia outpatient lookup, with other figures. */
export type GaOutpatientWhatIfRequest = AtLeastOne<GaOutpatientWhatIfRequestFields, "npi">;

interface GaOutpatientBenchmarkRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS or CPT procedure code. For example: 99213. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. At least one of npi, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's records of this type; all its types when absent. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** 26, TC, EP or any other published modifier, matched exactly to a rate row; AA, QK, QY, QX and QZ select the anesthesia conversion factor. */
  readonly modifier?: string | null | undefined;
  /** Physician codes only: facility asks for the site-of-service rate. When absent: non_facility. */
  readonly place_of_service?: "facility" | "non_facility" | null | undefined;
  /** Covered charges in dollars for hospital percent-of-charges codes; without it the percentage is returned. For example: 1874.35. */
  readonly billed_charges?: string | number | null | undefined;
  /** Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit. */
  readonly anesthesia_minutes?: number | null | undefined;
  /** ASA physical status of the patient; P3, P4 and P5 add anesthesia units. */
  readonly physical_status?: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null | undefined;
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

/** Georgia outpatient lookup, beside Medicare's. */
export type GaOutpatientBenchmarkRequest = AtLeastOne<GaOutpatientBenchmarkRequestFields, "npi" | "provider_name">;

interface GaInpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG with its severity of illness, joined by a hyphen; without it all four severities. For example: 139-2. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the hospital's name. At least one of npi, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Covered days; fewer than 2 are priced as a short stay. Without it no short stay is evaluated. */
  readonly length_of_stay?: number | null | undefined;
  /** Total covered charges in dollars, needed for the cost outlier and the short stay. For example: 21500.00. */
  readonly total_charges?: string | number | null | undefined;
}

/** Georgia inpatient lookup. */
export type GaInpatientRequest = AtLeastOne<GaInpatientRequestFields, "npi" | "provider_name">;

interface GaInpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG with its severity of illness, joined by a hyphen; without it all four severities. For example: 139-2. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** Covered days; fewer than 2 are priced as a short stay. Without it no short stay is evaluated. */
  readonly length_of_stay?: number | null | undefined;
  /** Total covered charges in dollars, needed for the cost outlier and the short stay. For example: 21500.00. */
  readonly total_charges?: string | number | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
}

/** Georgia inpatient lookup, in every period. */
export type GaInpatientHistoryRequest = AtLeastOne<GaInpatientHistoryRequestFields, "npi">;

/** Georgia inpatient lookup, compared. */
export interface GaInpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG with its severity of illness, joined by a hyphen; without it all four severities. For example: 139-2. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Covered days; fewer than 2 are priced as a short stay. Without it no short stay is evaluated. */
  readonly length_of_stay?: number | null | undefined;
  /** Total covered charges in dollars, needed for the cost outlier and the short stay. For example: 21500.00. */
  readonly total_charges?: string | number | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** Part of the taxonomy's display name. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** Hospitals only: those that are Critical Access Hospitals, or those that are not. */
  readonly critical_access_hospital?: boolean | null | undefined;
}

interface GaInpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG with its severity of illness, joined by a hyphen; without it all four severities. For example: 139-2. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Covered days; fewer than 2 are priced as a short stay. Without it no short stay is evaluated. */
  readonly length_of_stay?: number | null | undefined;
  /** Total covered charges in dollars, needed for the cost outlier and the short stay. For example: 21500.00. */
  readonly total_charges?: string | number | null | undefined;
}

/** Georgia inpatient lookup, what else could be sent. */
export type GaInpatientOptionsRequest = AtLeastOne<GaInpatientOptionsRequestFields, "npi">;

interface GaInpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG with its severity of illness, joined by a hyphen; without it all four severities. For example: 139-2. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The admission day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly admit_date?: string | null | undefined;
  /** Covered days; fewer than 2 are priced as a short stay. Without it no short stay is evaluated. */
  readonly length_of_stay?: number | null | undefined;
  /** Total covered charges in dollars, needed for the cost outlier and the short stay. For example: 21500.00. */
  readonly total_charges?: string | number | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** Georgia inpatient lookup, with other figures. */
export type GaInpatientWhatIfRequest = AtLeastOne<GaInpatientWhatIfRequestFields, "npi">;

/** Georgia provider search. */
export interface GaSearchRequest {
  /** Your own correlation ID, as in lookups; the answer has no place for it. Never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** Five digits, or nine with or without a hyphen. */
  readonly zip_code?: string | null | undefined;
  /** Part of the taxonomy's display name. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null | undefined;
  /** Hospitals only: those that are Critical Access Hospitals, or those that are not. */
  readonly critical_access_hospital?: boolean | null | undefined;
  /** At most this many providers; 100 when absent, and more than 1000 are cut to 1000. When absent: 100. */
  readonly limit?: number | null | undefined;
}

/** Georgia outpatient result */
export interface GaOutpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  readonly npi: NpiField;
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
  /** Campus of a hospital system that is rated per campus under one NPI. */
  readonly campus_name: string | null;
  /** Type of provider. */
  readonly provider_type: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null;
  /** The provider type in words. */
  readonly provider_type_label: "Hospital" | "Physician" | "Ambulatory Surgical Center" | "Clinical Laboratory" | null;
  /** Hospitals only: Critical Access Hospitals are exempt from the Hospital Rate Add-On, and their laboratory is paid by cost settlement. */
  readonly critical_access_hospital: boolean | null;
  /** NUCC taxonomy code. */
  readonly primary_taxonomy_code: string | null;
  /** The taxonomy in words. */
  readonly primary_taxonomy_display_name: string | null;
  /** Street address. */
  readonly street_address: string | null;
  /** City. */
  readonly city: string | null;
  /** County. */
  readonly county: string | null;
  /** ZIP code. */
  readonly zip_code: string | null;
  /** Always GA. */
  readonly state: string;
  /** Modifier of the rate row that matched, not of the request. */
  readonly modifier: string | null;
  /** Rate of a 26 or TC row as a share of the unmodified rate. */
  readonly modifier_adjustment: string | null;
  /** The unmodified rate that modifier_adjustment derives from, as published: with two decimals at least. */
  readonly base_rate: string | null;
  /** Place of service of the rate row that matched. */
  readonly place_of_service: "facility" | "non_facility" | null;
  /** The schedule that priced the code. */
  readonly service_category:
    | "physician_fs"
    | "site_of_service"
    | "enhanced_rate"
    | "anesthesia"
    | "anesthesia_flat"
    | "clinical_lab"
    | "padl_drug"
    | "vaccine_admin"
    | "asc"
    | "hospital_interim"
    | null;
  /** Age restriction of the rate row; ADULT on vaccine administration fees. */
  readonly age_group: string | null;
  /** True for an enhanced rate, paid because the provider is enrolled in its program. */
  readonly enhanced: boolean | null;
  /** Payment locality of an ambulatory surgical center, from its county. */
  readonly asc_locality: string | null;
  /** Payment group of the code at ambulatory surgical centers. */
  readonly payment_group: string | null;
  /** Anesthesia base units. */
  readonly base_units: string | null;
  /** Dollars per anesthesia unit, chosen by the direction modifier. */
  readonly anesthesia_conversion_factor: string | null;
  /** Time units, each begun quarter of an hour counting as one. */
  readonly time_units_used: number | null;
  /** Anesthesia units for the physical status; 0 when none was sent. */
  readonly physical_status_units_used: number | null;
  /** The state's laboratory rate, one side of the lesser-of. */
  readonly ga_schedule_rate: string | null;
  /** Medicare's laboratory rate, the other side; null when none is published. */
  readonly medicare_clfs_rate: string | null;
  /** The hospital's own share of charges. */
  readonly outpatient_interim_rate: string | null;
  /** Hospital Rate Add-On; 1.0 for Critical Access Hospitals. */
  readonly addon_multiplier: string | null;
  /** Interim rate x add-on multiplier. */
  readonly effective_percent_of_charges: string | null;
  /** True when no amount is published and payment is determined per claim. */
  readonly is_manually_priced: boolean;
  /** The covered charges sent, where they are used. */
  readonly billed_charges_used: string | null;
  /** The minutes sent, on anesthesia. */
  readonly anesthesia_minutes_used: number | null;
  /** The physical status sent, on anesthesia. */
  readonly physical_status_used: "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | null;
}

/** Georgia outpatient explanation */
export interface GaOutpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: GaOutpatientResult;
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

/** Georgia outpatient history */
export interface GaOutpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly GaOutpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** Georgia outpatient comparison */
export interface GaOutpatientComparison {
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
    readonly results: readonly GaOutpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** Georgia outpatient what-if */
export interface GaOutpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: GaOutpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: GaOutpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** Georgia outpatient benchmark */
export interface GaOutpatientBenchmark {
  readonly request: UnderstoodRequest;
  /** What the two prices are. */
  readonly meaning: string;
  /** One for each result of the lookup. */
  readonly results: readonly {
    readonly medicaid: GaOutpatientResult;
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

/** Georgia inpatient result */
export interface GaInpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  readonly npi: NpiField;
  /** The provider's name. */
  readonly provider_name: string | null;
  /** The APR-DRG and severity priced, such as 139-2; without severity where none is priced. */
  readonly billing_code: string;
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
  /** Always HOSPITAL. */
  readonly provider_type: "HOSPITAL";
  /** The provider type in words: always Hospital. */
  readonly provider_type_label: "Hospital";
  /** Critical Access Hospitals are exempt from the Hospital Rate Add-On. */
  readonly critical_access_hospital: boolean | null;
  /** Street address of the hospital. */
  readonly street_address: string | null;
  /** City of the hospital. */
  readonly city: string | null;
  /** County of the hospital. */
  readonly county: string | null;
  /** Always GA. */
  readonly state: string;
  /** ZIP code of the hospital. */
  readonly zip_code: string | null;
  /** APR-DRG without the severity, three digits. */
  readonly apr_drg_code: string;
  /** Severity of illness, 1 to 4. */
  readonly soi: "1" | "2" | "3" | "4" | null;
  /** Relative weight of the DRG and severity. */
  readonly relative_weight: string | null;
  /** Average length of stay; context, not a payment input. */
  readonly alos: string | null;
  /** The cost that an outlier must exceed, in dollars. */
  readonly cost_outlier_threshold: string | null;
  /** True when the DRG is exempt from short-stay pricing. */
  readonly sst_eligible: boolean | null;
  /** The hospital's DRG base rate on the admission day. */
  readonly ip_base_rate: string | null;
  /** The hospital's cost-to-charge ratio. */
  readonly ip_ccr: string | null;
  /** Base rate x relative weight. */
  readonly base_payment: string | null;
  /** True when the short-stay lesser-of was evaluated; null otherwise. */
  readonly short_stay_applied: boolean | null;
  /** Charges x cost-to-charge ratio, the other side of the lesser-of. */
  readonly ccr_based_payment: string | null;
  /** Why the short-stay lesser-of was not evaluated. */
  readonly short_stay_note: string | null;
  /** True when a cost outlier was added; null otherwise. */
  readonly outlier_adjustment_applied: boolean | null;
  /** The cost outlier in the payment. */
  readonly outlier_amount: string | null;
  /** Share of the cost above the threshold that is paid. */
  readonly outlier_percentage: string | null;
  /** Total charges x cost-to-charge ratio. */
  readonly estimated_cost: string | null;
  /** Why the cost outlier was not evaluated. */
  readonly outlier_note: string | null;
  /** Hospital Rate Add-On; 1.0 for Critical Access Hospitals. */
  readonly addon_multiplier: string | null;
  /** Per-case payment and outlier before the add-on. */
  readonly pre_addon_subtotal: string | null;
  /** The covered days sent. */
  readonly length_of_stay_used: number | null;
  /** The charges sent. */
  readonly total_charges_used: string | null;
}

/** Georgia inpatient explanation */
export interface GaInpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: GaInpatientResult;
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

/** Georgia inpatient history */
export interface GaInpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly GaInpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** Georgia inpatient comparison */
export interface GaInpatientComparison {
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
    readonly results: readonly GaInpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** Georgia inpatient what-if */
export interface GaInpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: GaInpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: GaInpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** Georgia provider */
export interface GaProvider {
  /** National Provider Identifier. */
  readonly npi: string;
  /** The provider's name. */
  readonly provider_name: string;
  /** Campus of a hospital system that is rated per campus under one NPI. */
  readonly campus_name: string | null;
  /** Type of provider. */
  readonly provider_type: "HOSPITAL" | "PHYSICIAN" | "ASC" | "CLINICAL_LABORATORY" | null;
  /** The provider type in words. */
  readonly provider_type_label: string;
  /** A person or an organization. */
  readonly entity_type: "Individual" | "Organization" | null;
  /** NUCC taxonomy code. */
  readonly primary_taxonomy_code: string | null;
  /** The taxonomy in words. */
  readonly primary_taxonomy_display_name: string | null;
  /** Street address. */
  readonly street_address: string | null;
  /** City. */
  readonly city: string | null;
  /** County. */
  readonly county: string | null;
  /** ZIP code. */
  readonly zip_code: string | null;
  /** Always GA. */
  readonly state: string;
  /** Hospitals only: whether it is a Critical Access Hospital. */
  readonly critical_access_hospital: boolean | null;
  /** Ambulatory surgical centers only: the payment locality of the county today. */
  readonly asc_locality: string | null;
  /** Physicians only: the enhanced rate programs that the provider is enrolled in today. */
  readonly enhanced_programs: readonly string[] | null;
  /** Has outpatient rates. */
  readonly op_rates: boolean;
  /** Has inpatient rates. */
  readonly ip_rates: boolean;
}

/** Georgia providers */
export interface GaProviders {
  /** The first providers, as many as `limit` allows. */
  readonly providers: readonly GaProvider[];
  /** How many match, returned or not. */
  readonly total_results: number;
  /** The limit that was applied. */
  readonly limit_applied: number;
}
