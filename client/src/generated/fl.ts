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

interface FlOutpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or EAPG of a hospital or surgical center line. For example: 99213. */
  readonly billing_code: string;
  /** The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG. */
  readonly billing_code_type?: "HCPCS" | "EAPG" | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's enrolments of this type. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** 26: professional component. TC: technical component. Also 50, 52, 53, 54, 55, 56, 62, 80 and any modifier that the state publishes a fee for. For example: 26. */
  readonly modifier?: string | null | undefined;
  /** facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility. When absent: non_facility. For example: facility. */
  readonly place_of_service?: string | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** EAPG payment adjustor flag (PAF): one of several significant procedures. When absent: false. */
  readonly paf_multiple_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with the same significant procedure. When absent: false. */
  readonly paf_same_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with a clinically related significant procedure. When absent: false. */
  readonly paf_clinical_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): packaged into another line. When absent: false. */
  readonly paf_packaging?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a repeated ancillary service. When absent: false. */
  readonly paf_repeat_ancillary?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a bilateral procedure. When absent: false. */
  readonly paf_bilateral?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a terminated procedure. When absent: false. */
  readonly paf_terminated?: boolean | null | undefined;
}

/** Florida outpatient lookup. */
export type FlOutpatientRequest = AtLeastOne<FlOutpatientRequestFields, "npi" | "state_provider_id" | "provider_name">;

interface FlOutpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or EAPG of a hospital or surgical center line. For example: 99213. */
  readonly billing_code: string;
  /** The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG. */
  readonly billing_code_type?: "HCPCS" | "EAPG" | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's enrolments of this type. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** 26: professional component. TC: technical component. Also 50, 52, 53, 54, 55, 56, 62, 80 and any modifier that the state publishes a fee for. For example: 26. */
  readonly modifier?: string | null | undefined;
  /** facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility. When absent: non_facility. For example: facility. */
  readonly place_of_service?: string | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): one of several significant procedures. When absent: false. */
  readonly paf_multiple_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with the same significant procedure. When absent: false. */
  readonly paf_same_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with a clinically related significant procedure. When absent: false. */
  readonly paf_clinical_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): packaged into another line. When absent: false. */
  readonly paf_packaging?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a repeated ancillary service. When absent: false. */
  readonly paf_repeat_ancillary?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a bilateral procedure. When absent: false. */
  readonly paf_bilateral?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a terminated procedure. When absent: false. */
  readonly paf_terminated?: boolean | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

/** Florida outpatient lookup, in every period. */
export type FlOutpatientHistoryRequest = AtLeastOne<FlOutpatientHistoryRequestFields, "npi" | "state_provider_id">;

/** Florida outpatient lookup, compared. */
export interface FlOutpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or EAPG of a hospital or surgical center line. For example: 99213. */
  readonly billing_code?: string | null | undefined;
  /** The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG. */
  readonly billing_code_type?: "HCPCS" | "EAPG" | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's enrolments of this type. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** 26: professional component. TC: technical component. Also 50, 52, 53, 54, 55, 56, 62, 80 and any modifier that the state publishes a fee for. For example: 26. */
  readonly modifier?: string | null | undefined;
  /** facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility. When absent: non_facility. For example: facility. */
  readonly place_of_service?: string | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** EAPG payment adjustor flag (PAF): one of several significant procedures. When absent: false. */
  readonly paf_multiple_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with the same significant procedure. When absent: false. */
  readonly paf_same_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with a clinically related significant procedure. When absent: false. */
  readonly paf_clinical_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): packaged into another line. When absent: false. */
  readonly paf_packaging?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a repeated ancillary service. When absent: false. */
  readonly paf_repeat_ancillary?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a bilateral procedure. When absent: false. */
  readonly paf_bilateral?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a terminated procedure. When absent: false. */
  readonly paf_terminated?: boolean | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Adds what Medicare pays for the same at the provider, and the ratio. When absent: false. */
  readonly medicare?: boolean | null | undefined;
}

interface FlOutpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or EAPG of a hospital or surgical center line. For example: 99213. */
  readonly billing_code: string;
  /** The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG. */
  readonly billing_code_type?: "HCPCS" | "EAPG" | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's enrolments of this type. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** 26: professional component. TC: technical component. Also 50, 52, 53, 54, 55, 56, 62, 80 and any modifier that the state publishes a fee for. For example: 26. */
  readonly modifier?: string | null | undefined;
  /** facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility. When absent: non_facility. For example: facility. */
  readonly place_of_service?: string | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** EAPG payment adjustor flag (PAF): one of several significant procedures. When absent: false. */
  readonly paf_multiple_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with the same significant procedure. When absent: false. */
  readonly paf_same_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with a clinically related significant procedure. When absent: false. */
  readonly paf_clinical_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): packaged into another line. When absent: false. */
  readonly paf_packaging?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a repeated ancillary service. When absent: false. */
  readonly paf_repeat_ancillary?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a bilateral procedure. When absent: false. */
  readonly paf_bilateral?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a terminated procedure. When absent: false. */
  readonly paf_terminated?: boolean | null | undefined;
}

/** Florida outpatient lookup, what else could be sent. */
export type FlOutpatientOptionsRequest = AtLeastOne<FlOutpatientOptionsRequestFields, "npi" | "state_provider_id">;

interface FlOutpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or EAPG of a hospital or surgical center line. For example: 99213. */
  readonly billing_code: string;
  /** The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG. */
  readonly billing_code_type?: "HCPCS" | "EAPG" | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's enrolments of this type. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** 26: professional component. TC: technical component. Also 50, 52, 53, 54, 55, 56, 62, 80 and any modifier that the state publishes a fee for. For example: 26. */
  readonly modifier?: string | null | undefined;
  /** facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility. When absent: non_facility. For example: facility. */
  readonly place_of_service?: string | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** EAPG payment adjustor flag (PAF): one of several significant procedures. When absent: false. */
  readonly paf_multiple_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with the same significant procedure. When absent: false. */
  readonly paf_same_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with a clinically related significant procedure. When absent: false. */
  readonly paf_clinical_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): packaged into another line. When absent: false. */
  readonly paf_packaging?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a repeated ancillary service. When absent: false. */
  readonly paf_repeat_ancillary?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a bilateral procedure. When absent: false. */
  readonly paf_bilateral?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a terminated procedure. When absent: false. */
  readonly paf_terminated?: boolean | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** Florida outpatient lookup, with other figures. */
export type FlOutpatientWhatIfRequest = AtLeastOne<FlOutpatientWhatIfRequestFields, "npi" | "state_provider_id">;

interface FlOutpatientBenchmarkRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** HCPCS code, or EAPG of a hospital or surgical center line. For example: 99213. */
  readonly billing_code: string;
  /** The code system; when absent five characters are a HCPCS code and 1 to 4 digits an EAPG. */
  readonly billing_code_type?: "HCPCS" | "EAPG" | null | undefined;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** Only the provider's enrolments of this type. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** 26: professional component. TC: technical component. Also 50, 52, 53, 54, 55, 56, 62, 80 and any modifier that the state publishes a fee for. For example: 26. */
  readonly modifier?: string | null | undefined;
  /** facility or non_facility, or a place-of-service code: 19, 21, 22, 23 and 24 mean facility, every other non_facility. When absent: non_facility. For example: facility. */
  readonly place_of_service?: string | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** The day that selects the rates; today when absent. For example: 2026-10-01. */
  readonly date_of_service?: string | null | undefined;
  /** EAPG payment adjustor flag (PAF): one of several significant procedures. When absent: false. */
  readonly paf_multiple_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with the same significant procedure. When absent: false. */
  readonly paf_same_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): consolidated with a clinically related significant procedure. When absent: false. */
  readonly paf_clinical_significant?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): packaged into another line. When absent: false. */
  readonly paf_packaging?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a repeated ancillary service. When absent: false. */
  readonly paf_repeat_ancillary?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a bilateral procedure. When absent: false. */
  readonly paf_bilateral?: boolean | null | undefined;
  /** EAPG payment adjustor flag (PAF): a terminated procedure. When absent: false. */
  readonly paf_terminated?: boolean | null | undefined;
  /** ZIP code for Medicare's price; the provider's when absent. For example: 94110. */
  readonly medicare_zip?: string | null | undefined;
  /** Medicare contractor and locality, such as 01112-05, in place of the ZIP code. For example: 01112-05. */
  readonly medicare_locality?: string | null | undefined;
  /** County for Medicare's price, in the state; for a ZIP code that lies in several localities. For example: San Francisco. */
  readonly medicare_county?: string | null | undefined;
  /** Place of service for Medicare's price; the lookup's when absent, else non_facility. */
  readonly medicare_place_of_service?: "facility" | "non_facility" | null | undefined;
}

/** Florida outpatient lookup, beside Medicare's. */
export type FlOutpatientBenchmarkRequest = AtLeastOne<
  FlOutpatientBenchmarkRequestFields,
  "npi" | "state_provider_id" | "provider_name"
>;

interface FlInpatientRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG, with its severity of illness after a hyphen; every severity when it is left out. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. At least one of npi, state_provider_id, provider_name is required, and all that are sent must match. */
  readonly provider_name?: string | null | undefined;
  /** The discharge day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Transferred to another acute-care hospital: discharge status 02, 05, 65, 66, 82, 85, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the average stay of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; without them neither outlier nor charge cap is evaluated. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
}

/** Florida inpatient lookup. */
export type FlInpatientRequest = AtLeastOne<FlInpatientRequestFields, "npi" | "state_provider_id" | "provider_name">;

interface FlInpatientHistoryRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG, with its severity of illness after a hyphen; every severity when it is left out. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** Transferred to another acute-care hospital: discharge status 02, 05, 65, 66, 82, 85, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the average stay of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; without them neither outlier nor charge cap is evaluated. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
  /** The first day of the history; without it, it goes back to the beginning. */
  readonly from?: string | null | undefined;
  /** The last day of the history, or `next_to` of the page before; without it, it has no end. */
  readonly to?: string | null | undefined;
  /** At most this many periods. The call counts as so many lookups. When absent: 20. */
  readonly limit?: number | null | undefined;
}

/** Florida inpatient lookup, in every period. */
export type FlInpatientHistoryRequest = AtLeastOne<FlInpatientHistoryRequestFields, "npi" | "state_provider_id">;

/** Florida inpatient lookup, compared. */
export interface FlInpatientComparisonRequest {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG, with its severity of illness after a hyphen; every severity when it is left out. For example: 560-1. */
  readonly billing_code?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The discharge day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Transferred to another acute-care hospital: discharge status 02, 05, 65, 66, 82, 85, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the average stay of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; without them neither outlier nor charge cap is evaluated. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
  /** Up to 50 values of billing_code with commas between them, to compare them at one provider. */
  readonly billing_codes?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
}

interface FlInpatientOptionsRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG, with its severity of illness after a hyphen; every severity when it is left out. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The discharge day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Transferred to another acute-care hospital: discharge status 02, 05, 65, 66, 82, 85, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the average stay of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; without them neither outlier nor charge cap is evaluated. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
}

/** Florida inpatient lookup, what else could be sent. */
export type FlInpatientOptionsRequest = AtLeastOne<FlInpatientOptionsRequestFields, "npi" | "state_provider_id">;

interface FlInpatientWhatIfRequestFields {
  /** Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** APR-DRG, with its severity of illness after a hyphen; every severity when it is left out. For example: 560-1. */
  readonly billing_code: string;
  /** National Provider Identifier, 10 digits. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. At least one of npi, state_provider_id is required, and all that are sent must match. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the hospital's name. */
  readonly provider_name?: string | null | undefined;
  /** The discharge day, which selects the rates; today when absent. For example: 2026-10-01. */
  readonly discharge_date?: string | null | undefined;
  /** Transferred to another acute-care hospital: discharge status 02, 05, 65, 66, 82, 85, 93 or 94. When absent: false. */
  readonly transfer_claim?: boolean | null | undefined;
  /** The patient is under 21. When absent: false. */
  readonly child_patient?: boolean | null | undefined;
  /** Days; the average stay of the APR-DRG when absent. */
  readonly length_of_stay?: number | null | undefined;
  /** Total charges of the claim in dollars; without them neither outlier nor charge cap is evaluated. For example: 45000.00. */
  readonly total_charges?: string | number | null | undefined;
  /** Up to 20 figures with commas between them: `TABLE/NAME=VALUE` for a parameter of the program, `TABLE/KEY/COLUMN=VALUE` for another. A key is needed where the price reads several rows of the table. */
  readonly set?: string | null | undefined;
}

/** Florida inpatient lookup, with other figures. */
export type FlInpatientWhatIfRequest = AtLeastOne<FlInpatientWhatIfRequestFields, "npi" | "state_provider_id">;

/** Florida provider search. */
export interface FlSearchRequest {
  /** Your own correlation ID, as in lookups; the answer has no place for it. Never logged or stored. Must not contain PHI. For example: batch-7-line-12. */
  readonly reference_id?: string | null | undefined;
  /** National Provider Identifier, 10 digits. */
  readonly npi?: string | number | null | undefined;
  /** Florida Provider Base ID. */
  readonly state_provider_id?: string | null | undefined;
  /** Part of the provider's name. */
  readonly provider_name?: string | null | undefined;
  /** Part of the city's name. */
  readonly city?: string | null | undefined;
  /** Part of the county's name. */
  readonly county?: string | null | undefined;
  /** NUCC taxonomy code. */
  readonly taxonomy?: string | null | undefined;
  /** Type of provider. */
  readonly provider_type?: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null | undefined;
  /** At most this many providers; 100 when absent, and more than 1000 are cut to 1000. When absent: 100. */
  readonly limit?: number | null | undefined;
}

/** Florida outpatient result */
export interface FlOutpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  /** The NPI that was sent; the provider's primary one when none was. */
  readonly npi: string | null;
  /** Florida Provider Base ID. */
  readonly state_provider_id: string | null;
  /** The provider's name. */
  readonly provider_name: string | null;
  /** The billing code that was sent. */
  readonly billing_code: string | null;
  /** The code system of the billing code. */
  readonly billing_code_type: "HCPCS" | "EAPG" | null;
  readonly billing_code_description: BillingCodeDescriptionField;
  readonly payment_rate: PaymentRateField;
  readonly payment_rate_type: PaymentRateTypeField;
  /** The formula in one line, with the actual values. */
  readonly calculation_method: string | null;
  readonly effective_start_date: EffectiveStartDateField;
  readonly effective_end_date: EffectiveEndDateField;
  /** The day the rate was priced against. */
  readonly date_of_service_used: string;
  /** Type of provider. */
  readonly provider_type: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null;
  /** The provider type in words. */
  readonly provider_type_label:
    | "Practitioner"
    | "Hospital"
    | "Independent Laboratory"
    | "Ambulatory Surgical Center"
    | null;
  /** The state's provider type code. */
  readonly fl_provider_type_code: string | null;
  /** The state's description of the type code. */
  readonly fl_provider_type_code_description: string | null;
  /** The state's specialty code. */
  readonly fl_specialty_code: string | null;
  /** The state's description of the specialty code. */
  readonly fl_specialty_description: string | null;
  /** Hospital category; EAPG results of hospitals only. */
  readonly hospital_class: "All Other" | "Rural" | "LTAC" | "Childrens" | "Teaching" | null;
  /** Street address of the provider. */
  readonly street_address: string | null;
  /** City of the provider. */
  readonly city: string | null;
  /** County of the provider. */
  readonly county: string | null;
  /** ZIP code of the provider. */
  readonly zip_code: string | null;
  /** The modifier that was applied or that the matched row has, not the one sent; a base row by report has none. */
  readonly modifier: string | null;
  /** 26 and TC: the component as a share of the fee. 50, 52, 53, 54, 55, 56, 62, 80: the factor applied. */
  readonly modifier_adjustment: string | null;
  /** The place that the fee is for, where the state tells them apart. */
  readonly place_of_service: "facility" | "non_facility" | null;
  /** True when the code is covered By Report: payment is set case by case. */
  readonly is_manually_priced: boolean;
  /** Prior authorization is required. */
  readonly prior_auth_required: boolean | null;
  /** Multiplier of the provider's specialty, when applied. */
  readonly specialty_multiplier: number | null;
  /** Multiplier for patients under 21, when applied. */
  readonly age_multiplier_applied: string | null;
  /** Multiplier of the provider's type, when applied. */
  readonly provider_type_multiplier_applied: string | null;
  /** Relative weight of the EAPG. */
  readonly eapg_weight: string | null;
  /** The provider's own EAPG base rate. */
  readonly eapg_base_rate: string | null;
  /** The provider's policy adjustor. */
  readonly eapg_policy_adjustor: string | null;
  /** Children's hospital add-on per payable line, as published. */
  readonly eapg_childrens_addon: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_multiple_significant: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_same_significant: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_clinical_significant: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_packaging: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_repeat_ancillary: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_bilateral: string | null;
  /** Factor of the flag, when it was sent. */
  readonly paf_terminated: string | null;
  /** Product of the factors of the flags sent. */
  readonly paf_adjustment: string | null;
}

/** Florida outpatient explanation */
export interface FlOutpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: FlOutpatientResult;
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

/** Florida outpatient history */
export interface FlOutpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly FlOutpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** Florida outpatient comparison */
export interface FlOutpatientComparison {
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
    readonly results: readonly FlOutpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** Florida outpatient what-if */
export interface FlOutpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: FlOutpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: FlOutpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** Florida outpatient benchmark */
export interface FlOutpatientBenchmark {
  readonly request: UnderstoodRequest;
  /** What the two prices are. */
  readonly meaning: string;
  /** One for each result of the lookup. */
  readonly results: readonly {
    readonly medicaid: FlOutpatientResult;
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

/** Florida inpatient result */
export interface FlInpatientResult {
  readonly reference_id: ReferenceIdField;
  /** Whether a rate was found. */
  readonly rate_found: boolean;
  readonly error_message: ErrorMessageField;
  readonly provider_matches_total: ProviderMatchesTotalField;
  /** The NPI that was sent; the hospital's primary one when none was. */
  readonly npi: string | null;
  /** Florida Provider Base ID. */
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
  readonly discharge_date_used: string;
  /** Hospital category. */
  readonly hospital_class: "All Other" | "Rural" | "LTAC" | "Childrens" | "Teaching" | null;
  /** Null if the hospital is not a trauma center. */
  readonly trauma_class: "Level I" | "Level II" | "Pediatric" | null;
  /** Street address of the hospital. */
  readonly street_address: string | null;
  /** City of the hospital. */
  readonly city: string | null;
  /** County of the hospital. */
  readonly county: string | null;
  /** ZIP code of the hospital. */
  readonly zip_code: string | null;
  /** APR-DRG, three digits. */
  readonly apr_drg_code: string;
  /** Severity of illness, 1 to 4. */
  readonly soi: number | null;
  /** The state's weight of the APR-DRG. */
  readonly fl_relative_weight: string | null;
  /** Average length of stay of the APR-DRG. */
  readonly mean_los: string | null;
  /** Service adjustor: the neonatal one, or the default. */
  readonly service_adjustor: string | null;
  /** Adjustor for patients under 21, when child_patient was sent. */
  readonly age_adjustor: string | null;
  /** Service line of children. */
  readonly pediatric_service_line: string | null;
  /** Service line of adults. */
  readonly adult_service_line: string | null;
  /** Adjustor of the hospital's category. */
  readonly provider_adjustor: string | null;
  /** The largest of the service, age and provider adjustors. */
  readonly max_adjustor_used: string | null;
  /** Statewide base rate. */
  readonly statewide_base_rate: string | null;
  /** Base rate x weight x largest adjustor. */
  readonly base_payment: string | null;
  /** Trauma enhancement. */
  readonly trauma_enhancement_amount: string | null;
  /** The hospital's average children's add-on per discharge, as published. */
  readonly childrens_addon: string | null;
  /** The children's add-on of this case. */
  readonly childrens_addon_amount: string | null;
  /** The transfer adjustment lowered the payment. */
  readonly transfer_adjustment_applied: boolean | null;
  /** Payment after the transfer adjustment. */
  readonly transfer_adjusted_amount: string | null;
  /** A cost outlier was paid. */
  readonly outlier_adjustment_applied: boolean | null;
  /** The cost outlier. */
  readonly outlier_amount: string | null;
  /** Loss that an outlier must exceed, in dollars. */
  readonly outlier_threshold: number | null;
  /** Share of the loss beyond the threshold that is paid. */
  readonly marginal_cost_pct: number | null;
  /** The payment was capped at total charges. */
  readonly charge_cap_applied: boolean | null;
  /** The hospital's cost-to-charge ratio. */
  readonly cost_to_charge_ratio: string | null;
  /** The hospital's casemix index. */
  readonly casemix: string | null;
  /** Days used. */
  readonly length_of_stay_used: number | null;
  /** Total charges sent. */
  readonly total_charges_used: string | null;
}

/** Florida inpatient explanation */
export interface FlInpatientExplanation {
  readonly release: Release;
  /** The version of Ratebook. */
  readonly engine_version: string;
  readonly request: UnderstoodRequest;
  readonly assumptions: AssumptionsField;
  readonly stale: StaleField;
  readonly empty_tables: EmptyTablesField;
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly {
    readonly result: FlInpatientResult;
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

/** Florida inpatient history */
export interface FlInpatientHistory {
  /** The newest first, without a day between two. */
  readonly periods: readonly {
    /** First day; null: from the beginning. */
    readonly start_date: string | null;
    /** Last day; null: without an end. */
    readonly end_date: string | null;
    readonly date: DateField;
    /** What the lookup answers on `date`. */
    readonly results: readonly FlInpatientResult[];
    readonly no_rate: NoRateField;
    readonly changes: ChangesField;
    readonly medicare?: MedicareField;
  }[];
  readonly next_to: NextToField;
}

/** Florida inpatient comparison */
export interface FlInpatientComparison {
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
    readonly results: readonly FlInpatientResult[];
    readonly standings: StandingsField;
    readonly medicare?: MedicareField2;
  }[];
}

/** Florida inpatient what-if */
export interface FlInpatientWhatIf {
  readonly request: UnderstoodRequest;
  readonly set: SetField;
  /** One for each result of the lookup. */
  readonly results: readonly {
    /** With the published figures; null where the lookup has no such result. */
    readonly published: FlInpatientResult | null;
    /** With your figures; null where the lookup has no such result with them. */
    readonly what_if: FlInpatientResult | null;
    readonly difference: DifferenceField;
    readonly no_rate: WhatIfNoRate;
    readonly steps: StepsField2;
  }[];
  readonly figures: FiguresField;
}

/** Florida provider */
export interface FlProvider {
  /** The NPI that was sent, also when it is an alternate one; the provider's primary one when none was. */
  readonly npi: string | null;
  /** Florida Provider Base ID. */
  readonly state_provider_id: string | null;
  /** The provider's name. */
  readonly provider_name: string;
  /** Type of provider. */
  readonly provider_type: "PRACTITIONER" | "HOSPITAL" | "INDEPENDENT_LAB" | "ASC" | null;
  /** The provider type in words. */
  readonly provider_type_label: string;
  /** A person or an organization. */
  readonly entity_type: "Individual" | "Organization" | null;
  /** NUCC taxonomy code. */
  readonly primary_taxonomy: string | null;
  /** Street address. */
  readonly street_address: string | null;
  /** City. */
  readonly city: string | null;
  /** State. */
  readonly state: string | null;
  /** ZIP code. */
  readonly zip_code: string | null;
  /** County. */
  readonly county: string | null;
  /** The state's provider category. */
  readonly provider_category: string | null;
  /** Has outpatient rates. */
  readonly op_rates: boolean;
  /** Has inpatient rates. */
  readonly ip_rates: boolean;
}

/** Florida providers */
export interface FlProviders {
  /** The first providers, as many as `limit` allows. */
  readonly providers: readonly FlProvider[];
  /** How many match, returned or not. */
  readonly total_results: number;
  /** The limit that was applied. */
  readonly limit_applied: number;
}
