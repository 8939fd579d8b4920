/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

/** What the loaded data covers. */
export interface CoverageRequest {
  /** One state alone; all of the key when absent. */
  readonly state?: "ca" | "fl" | "ny" | "ga" | null | undefined;
  /** The day to report on; today when absent. */
  readonly date?: string | null | undefined;
}

/** What changed from one release to another. */
export interface ReleaseDiffRequest {
  /** The earlier release: its version, or at least the first 12 characters of its content hash. When absent: the first of GET /releases that is neither in service nor the later one. */
  readonly from?: string | null | undefined;
  /** The later release: its version, or at least the first 12 characters of its content hash. When absent: the one in service. */
  readonly to?: string | null | undefined;
  /** Changes of one state alone, by its code; all states of the key when absent. */
  readonly state?: "ca" | "fl" | "ny" | "ga" | null | undefined;
  /** Changes of one table alone, such as ca/outpatient_rates. */
  readonly table?: string | null | undefined;
  /** At most this many changes. When absent: 100. */
  readonly limit?: number | null | undefined;
  /** Leaves out the first so many. When absent: 0. */
  readonly offset?: number | null | undefined;
}

/** Price list of a provider. */
export interface PriceListRequest {
  /** National Provider Identifier, 10 digits. */
  readonly npi: string | number;
  /** The day that selects the rates; today when absent. */
  readonly on?: string | null | undefined;
  /** The codes of one setting; of all when absent. */
  readonly setting?: "outpatient" | "inpatient" | null | undefined;
  /** The beginning of a code, or words of a description; all codes when absent. */
  readonly text?: string | null | undefined;
  /** Further parameters of the lookups, NAME=VALUE with commas between them. */
  readonly with?: string | null | undefined;
  /** Codes of a page, at most 1000. When absent: 200. */
  readonly limit?: number | null | undefined;
  /** Codes to skip. When absent: 0. */
  readonly offset?: number | null | undefined;
}

/** The form of a file to reprice, beside the file. */
export interface RepricingForm {
  /** Code of the state. */
  readonly state: "ca" | "fl" | "ny" | "ga";
  /** What its lines are. */
  readonly setting: "outpatient" | "inpatient";
  /** The sheet of a workbook that has the lookups, by its name or its number. When absent: the first. */
  readonly sheet?: string | null | undefined;
  /** The meaning of columns that are not recognised: a JSON object such as {"DOS": "date_of_service", "Payer": null}; null keeps a column as it is. When absent: by their headings. */
  readonly columns?: string | null | undefined;
  /** The column with the amount to compare: what was allowed or what was paid. When absent: by its heading, allowed before paid. */
  readonly compare?: string | null | undefined;
  /** Expect the full rate even if less was billed. When absent: expected is at most what was billed. */
  readonly no_charge_limit?: boolean | null | undefined;
  /** Add what Medicare pays for each line's code, and the ratio of the rate to it. */
  readonly medicare?: boolean | null | undefined;
  /** The fields of the result to write, such as payment_rate,error_message; all for every field. When absent: the amount, its kind, provider, period, calculation and error. */
  readonly fields?: string | null | undefined;
  /** Differences up to this much are as expected: dollars such as 0.50, or a percentage such as 1%. When absent: none, to the cent. */
  readonly tolerance?: string | null | undefined;
  /** Totals by code, provider, month and columns of the input, such as code,Payer. When absent: code,provider,month where payments are compared or a workbook is written. */
  readonly by?: string | null | undefined;
  /** Show the columns and the first ten lines as they would be read. */
  readonly dry_run?: boolean | null | undefined;
}

/** The answer to a batch of lookups with such results. */
export interface BatchAnswer<Result> {
  /** How many lookups were sent. */
  readonly batch_size: number;
  /** One answer per lookup. */
  readonly responses: readonly {
    /** The item's place in the request, from 0. */
    readonly index: number;
    /** Echo of the item's reference_id. */
    readonly reference_id: string | null;
    /** What the single lookup returns for the same fields; empty when the item is faulty. */
    readonly results: readonly Result[];
    /** What is wrong with the item; null when it was answered. */
    readonly error: ItemError | null;
  }[];
}

/** Assumption */
export interface Assumption {
  /** The parameter that was not sent. */
  readonly parameter: string;
  /** What was taken for it. */
  readonly value: string;
  /** Why. */
  readonly reason: string;
}

/** The defaults that played a part. */
export type AssumptionsField = readonly Assumption[];

/** What the code stands for: HCPCS Level II and APR-DRG only. Null for CPT, EAPG and APG codes, whose descriptions are licensed. */
export type BillingCodeDescriptionField = string | null;

/** The code system of the billing code. */
export type BillingCodeTypeField = "HCPCS" | "APR-DRG" | "EAPG" | "APG" | null;

/** CellChange */
export interface CellChange {
  /** The column. */
  readonly column: string;
  /** What the earlier release says; null: nothing. */
  readonly before: string | null;
  /** What the later release says; null: nothing. */
  readonly after: string | null;
  /** After minus before, of figures on both sides. */
  readonly difference: string | null;
  /** The difference in percent of the figure before, to two decimals; null from zero. */
  readonly percent: string | null;
}

/** What is different from the period before; null where none before is part of the history. */
export type ChangesField = readonly HistoryChange[] | null;

/** Coverage */
export interface Coverage {
  readonly release: Release;
  /** The day asked about. */
  readonly date: string;
  /** How old an edition may be before it is called stale; null: nothing is. */
  readonly stale_after_months: number | null;
  /** The states that were asked about and that the release holds. */
  readonly states: readonly {
    /** Its code. */
    readonly state: string;
    /** Its name. */
    readonly name: string;
    /** The settings that it is priced in. */
    readonly settings: readonly {
      /** outpatient or inpatient. */
      readonly setting: string;
      /** Whether any of its tables has rows. */
      readonly loaded: boolean;
      /** Its tables without rows and without built-in values. */
      readonly not_loaded_tables: readonly string[];
      /** Its tables that are fed by a publication whose editions are stale on the date. */
      readonly stale_tables: readonly string[];
    }[];
    /** The kinds of providers that it prices, each in one setting. */
    readonly provider_kinds: readonly ProviderKindCoverage[];
    /** Its tables. */
    readonly tables: readonly TableCoverage[];
    /** What is of use only together with something else. */
    readonly counterparts: readonly {
      /** What is lacking, in words. */
      readonly what: string;
      /** The table of those that need a counterpart. */
      readonly of: string;
      /** The tables where it may stand. */
      readonly needs: readonly string[];
      /** False where nothing is loaded that could be one; then nothing is counted as lacking. */
      readonly loaded: boolean;
      /** How many need one on the date. */
      readonly checked: number;
      /** How many lack it. */
      readonly lacking: number;
      /** The first 10 of those. */
      readonly examples: readonly string[];
    }[];
  }[];
  /** The states that were asked about and that the release does not hold. */
  readonly not_held: readonly string[];
  /** The tables that states share. */
  readonly common: readonly TableCoverage[];
}

/** The day that the results are of: the first of the period, else its last, else today. */
export type DateField = string;

/** Deleted job */
export interface DeletedRepricingJob {
  /** Its number. */
  readonly id: string;
  /** It is deleted. */
  readonly status: "deleted";
}

/** What your figures pay less what the published ones pay; null where either has no amount. */
export type DifferenceField = string | null;

/** Step that differs */
export interface DifferingStep {
  /** The section of the methodology. */
  readonly section: string;
  /** What its value counts. */
  readonly unit: "dollars" | "factor" | "days" | "units" | null;
  readonly published: {
    /** The step in one line, as calculation_method has it; the formula alone where that has none. */
    readonly text: string | null;
    /** What it comes to; null for a note, and where a figure is missing. */
    readonly value: string | null;
    /** False where the amount was computed and then not used. */
    readonly applied: boolean;
  } | null;
  readonly what_if: {
    /** The step in one line, as calculation_method has it; the formula alone where that has none. */
    readonly text: string | null;
    /** What it comes to; null for a note, and where a figure is missing. */
    readonly value: string | null;
    /** False where the amount was computed and then not used. */
    readonly applied: boolean;
  } | null;
}

/** Last day of that period. Null: the period contains today or has no end; `period.end` of the explanation has a known last day. */
export type EffectiveEndDateField = string | null;

/** First day of the period in which this price holds. */
export type EffectiveStartDateField = string | null;

/** Empty table */
export interface EmptyTable {
  /** Such as ny/apg_fees. */
  readonly table: string;
  /** What it means, in words. */
  readonly message: string;
}

/** The tables that the prices looked into and that are not loaded: without any row, or without an edition for the day. */
export type EmptyTablesField = readonly EmptyTable[];

/** Why no rate was found and what would help; null on success. */
export type ErrorMessageField = string | null;

/** Line with a reason */
export interface ExampleLine {
  /** The line of the file. */
  readonly input_line: number;
  /** The number of its claim, where a heading of the file names it. */
  readonly claim: string | null;
  /** The payer's number of its claim, where the file has a column `payer_claim`. */
  readonly payer_claim: string | null;
  /** Its code. */
  readonly billing_code: string | null;
  /** Its provider. */
  readonly provider: string | null;
  /** The name of the provider. */
  readonly provider_name: string | null;
  /** What was billed for it. */
  readonly billed: string | null;
  /** Whether that is less than its rate comes to, and so the most that is expected. */
  readonly is_billed_below_rate: boolean;
  /** Its units, where it has any: a rate per unit is paid for each. */
  readonly units: string | null;
  /** Its group in each of `totals`, in their order. */
  readonly groups: readonly string[];
  /** The parameters of its lookup, to send it by itself. */
  readonly lookup: Readonly<Record<string, string>>;
  /** The reason with the amounts of the line; null where all lines with the code have the same. */
  readonly detail: string | null;
}

/** Figure of a calculation */
export interface ExplainedInput {
  /** i1, i2 ... */
  readonly id: string;
  /** As the methodology says it. */
  readonly name: string;
  /** The published digits. */
  readonly value: string;
  /** What it counts. */
  readonly unit: "dollars" | "factor" | "days" | "units";
  /** Where the figure comes from. */
  readonly from:
    | {
        /** The id of a row. */
        readonly row: string;
        /** The column of the CSV file. */
        readonly column: string;
      }
    | {
        /** The parameter of the request. */
        readonly parameter: string;
      }
    | {
        /** What has no value in the dataset. */
        readonly default: string;
        /** Where the page has it. */
        readonly section: string;
      }
    | {
        /** The section of the formula. */
        readonly rule: string;
      };
}

/** Why there is no price */
export interface ExplainedNoRate {
  /** A word that programs can rely on. */
  readonly code:
    | "no_such_provider"
    | "none_can_be_priced"
    | "code_not_listed"
    | "not_in_force"
    | "not_for_provider_type"
    | "not_for_request"
    | "no_provider_rate"
    | "by_report"
    | "missing_information"
    | "not_payable"
    | "not_loaded";
  /** The result's error_message. */
  readonly message: string | null;
  readonly sought: {
    /** The table. */
    readonly table: string;
    /** The columns that it is found by. */
    readonly key: Readonly<Record<string, string | number | boolean | null>>;
    /** The day. */
    readonly date: string;
  };
  readonly nearest: {
    /** First day. */
    readonly start: string;
    /** Last day; null while active. */
    readonly end: string | null;
  } | null;
  /** What would help. */
  readonly remedy: readonly Remedy[];
}

/** Row that was looked at */
export interface ExplainedRow {
  /** r1, r2 ... */
  readonly id: string;
  /** Such as ca/conversion_factors. */
  readonly table: string;
  /** The line of the CSV file, the header being 1. */
  readonly line: number;
  /** The columns that it is found by. */
  readonly key: Readonly<Record<string, string | number | boolean | null>>;
  /** First day of its period. */
  readonly effective_start_date: string | null;
  /** Last day of its period. */
  readonly effective_end_date: string | null;
  /** Whether the result is made of it. */
  readonly used: boolean;
  /** Why it was not used. */
  readonly why_not: string | null;
  readonly publication: {
    /** What was published. */
    readonly name: string | null;
    /** By whom. */
    readonly publisher: string | null;
    /** The day it was published, where the dataset names one. */
    readonly published: string | null;
    /** True where its figures are made up, for trials; null where the dataset does not say which of several sources the row is from, and they differ in it. */
    readonly synthetic: boolean | null;
    /** The day that the edition is as of. */
    readonly edition: string | null;
    /** The imported file. */
    readonly file: string | null;
    /** Its SHA-256. */
    readonly sha256: string | null;
    /** Sheet and row, or line, of that file. */
    readonly place: string | null;
    /** The newest later edition of the publication, not after the day priced, which says the same; null when there is none. */
    readonly confirmed_by_edition: string | null;
  } | null;
}

/** Step of a calculation */
export interface ExplainedStep {
  /** s1, s2 ... in order. */
  readonly id: string;
  /** The rule's section of the methodology. */
  readonly section: string;
  readonly expression: Expression | null;
  /** The result as printed: the exact expression, rounded half-up to `decimals`. */
  readonly value: string | null;
  /** The digits it was rounded to; null: not rounded. */
  readonly decimals: number | null;
  /** What the value counts. */
  readonly unit: "dollars" | "factor" | "days" | "units" | null;
  /** False where the amount was computed and then not used. */
  readonly applied: boolean;
  /** What `calculation_method` says of the step. */
  readonly text: string | null;
  readonly decision: {
    /** How the first is compared with the second. */
    readonly compare: "greater" | "less" | "at_least" | "at_most" | "equal";
    /** The two values. */
    readonly of: readonly Expression[];
    /** Whether it is so. */
    readonly outcome: boolean;
  } | null;
}

/** What was computed: a reference to a step or an input, or an operation on expressions, left to right. */
export type Expression =
  | {
      /** The id of a step or an input. */
      readonly ref: string;
    }
  | {
      /** What is done. */
      readonly op: "add" | "subtract" | "multiply" | "divide" | "min" | "max";
      /** The arguments, left to right. */
      readonly of: readonly Expression[];
    };

/** Fault */
export interface Fault {
  /** The faulty field, by its name in the request. */
  readonly field: string;
  /** What kind of fault it is. */
  readonly code: "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "missing_provider_identifier";
  /** What is wrong with it, and what was expected. */
  readonly message: string;
}

/** The figures that can be set, in the order in which the calculation reads them. */
export type FiguresField = readonly SettableFigure[];

/** Group of lines */
export interface GroupOfLines {
  /** What the lines have in common; `(none)` where they have nothing there, `(others)` beyond 100,000 groups. A name above 200 characters is cut and ends with `[cut, ...]`, a hash of all of it. */
  readonly key: string;
  /** What the key is called, where that is known. */
  readonly label?: string;
  /** Lines of the group. */
  readonly lines: number;
  /** Those of them without a price. */
  readonly not_priced: number;
  /** What is expected of its lines. */
  readonly expected: string;
  /** Lines whose modifier changes what is paid but has no rate, and what they come to without it. In no other total. */
  readonly modifier_not_priced: LinesAndAmount;
  /** Lines that were compared. */
  readonly compared?: number;
  /** What was paid for the lines that were compared. */
  readonly paid?: string;
  /** Compared and paid too little by more than the tolerance, and what is missing. */
  readonly underpaid?: LinesAndAmount;
  /** Of the underpaid those that were paid nothing, as denied lines are. */
  readonly paid_nothing?: LinesAndAmount;
  /** Compared and paid too much by more than the tolerance, and how much too much. */
  readonly overpaid?: LinesAndAmount;
  /** What they should have been paid minus that. */
  readonly difference?: string;
  /** Lines with a payment below zero, and how much they take back: part of `not_compared` or of `not_priced`. */
  readonly taken_back?: LinesAndAmount;
  /** Lines that were not owed, where the file has a column `not_owed`. */
  readonly not_owed?: number;
}

/** What changed about one result */
export interface HistoryChange {
  /** Its place among the results; null: it is gone. */
  readonly result: number | null;
  /** Its place in the period before; null: it is new. */
  readonly previous_result: number | null;
  readonly payment_rate: {
    /** Dollars; null without an amount. */
    readonly before: string | null;
    /** Dollars; null without an amount. */
    readonly after: string | null;
  };
  readonly no_rate: {
    readonly before: NoRateWord;
    readonly after: NoRateWord;
  };
  /** The figures of the calculation that differ; null where the calculation has none. */
  readonly inputs: readonly {
    /** As the methodology says it. */
    readonly name: string;
    /** What the figure counts. */
    readonly unit: "dollars" | "factor" | "days" | "units";
    readonly before: {
      /** The published digits. */
      readonly value: string;
      /** A cell: `table`, `line`, `key`, `column`, the period and the publication of its row. Or `default` with its `section`. */
      readonly from: Readonly<Record<string, unknown>>;
    } | null;
    readonly after: {
      /** The published digits. */
      readonly value: string;
      /** A cell: `table`, `line`, `key`, `column`, the period and the publication of its row. Or `default` with its `section`. */
      readonly from: Readonly<Record<string, unknown>>;
    } | null;
  }[];
  /** The other fields of the result that differ, dates and messages aside. */
  readonly fields: readonly {
    /** The field of the result. */
    readonly name: string;
    /** Its value in the period before. */
    readonly before: unknown;
    /** Its value in this period. */
    readonly after: unknown;
  }[];
}

/** The provider's identifiers, by parameter. */
export type IdentifiersField = Readonly<Record<string, string | null>>;

/** The figures that it starts from. */
export type InputsField = readonly ExplainedInput[];

/** Error of a batch item */
export interface ItemError {
  /** The code of the first fault. */
  readonly code: "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "missing_provider_identifier";
  /** What is wrong: an unknown parameter first, since another is often missing because of it. */
  readonly message: string;
  /** Every fault of the item. */
  readonly errors: readonly Fault[];
}

/** LargestChanges */
export interface LargestChanges {
  /** What the figures are: fees of codes in dollars, other amounts in dollars such as base rates, or weights and factors. */
  readonly group: "codes" | "rates" | "factors";
  /** The largest rises: of dollars by the difference, of weights and factors by the percentage. */
  readonly raised: readonly ReleaseChange[];
  /** The largest cuts, in the same order. */
  readonly cut: readonly ReleaseChange[];
}

/** Lines and dollars */
export interface LinesAndAmount {
  /** How many lines. */
  readonly lines: number;
  /** Dollars, to the cent. */
  readonly amount: string;
}

/** ListedRelease */
export interface ListedRelease {
  /** Name of the dataset. */
  readonly name: string;
  /** Version of the dataset. */
  readonly version: string;
  /** SHA-256 of the compiled content. */
  readonly content_hash: string;
  /** Whether lookups are answered from it. */
  readonly in_service: boolean;
}

/** Listed repricing job */
export interface ListedRepricingJob {
  /** Its number, 32 hexadecimal digits. */
  readonly id: string;
  /** How far it is. */
  readonly status: "receiving" | "queued" | "running" | "done" | "failed";
  /** Code of the state. */
  readonly state: string | null;
  /** Outpatient or inpatient. */
  readonly setting: string | null;
  /** The client's name of the file, without its folder; null where the form has none. */
  readonly file_name: string | null;
  /** The same of the file with the claims of a remittance. */
  readonly claims_name: string | null;
  /** When the file began to arrive. */
  readonly created_at: string;
  /** When it was done, or failed. */
  readonly ended_at: string | null;
  /** When its files will be deleted. */
  readonly deleted_at: string | null;
  /** The release that the file is priced with: the one in service when it was accepted. */
  readonly release: Release | null;
  /** Lines that are priced. */
  readonly lines_done: number;
  /** How much of the file that is. */
  readonly bytes_done: number;
  /** Size of the file. */
  readonly bytes_total: number;
  /** When it is done: expected minus paid, of all lines that were compared, as `summary.total_difference`; null where nothing was compared. */
  readonly variance: string | null;
  /** Why it failed. */
  readonly reason: string | null;
  /** Where the results are, when it is done. */
  readonly results: string | null;
  /** Where the report is as a workbook (XLSX), when it is done. */
  readonly workbook: string | null;
  /** Where the lines are that could not be read; null when there are none. */
  readonly faults: string | null;
}

/** Medicaid's price pays for the facility too, and Medicare's is the professional fee alone: the ratio is no share of it. */
export type MedicaidIncludesFacilityField = boolean;

/** With `medicare=true`: one list for each result. */
export type MedicareField = readonly (readonly MedicareSpan[])[];

/** With `medicare=true`: one for each result. */
export type MedicareField2 = readonly MedicareRatio[];

/** What Medicare pays */
export interface MedicarePrice {
  /** The procedure code. */
  readonly code: string;
  /** The modifier that was priced. */
  readonly modifier: string | null;
  /** facility or non_facility, where it was sent or assumed. */
  readonly place_of_service: string | null;
  /** The day that was priced. */
  readonly date_of_service: string;
  /** Whether Medicare has a price. */
  readonly rate_found: boolean;
  /** What Medicare pays, in dollars; null without a price. */
  readonly payment_rate: string | null;
  /** Why there is no price, and what would help. */
  readonly error_message: string | null;
  readonly no_rate: NoRateWord;
  /** Parameters that would help. */
  readonly remedy: readonly Remedy[];
  /** The schedule that prices the code. */
  readonly schedule: "physician" | "anesthesia" | "laboratory" | null;
  /** The status of the code in the physician fee schedule. */
  readonly status_code: "A" | "B" | "C" | "E" | "I" | "J" | "M" | "N" | "P" | "R" | "T" | "X" | null;
  /** Contractor and locality, such as 01112-05; null where the price is national. */
  readonly locality: string | null;
  /** The name of the locality. */
  readonly locality_name: string | null;
  /** The calculation in one line. */
  readonly calculation_method: string | null;
  /** First day of the price. */
  readonly effective_start_date: string | null;
  /** Last day of the price. */
  readonly effective_end_date: string | null;
  /** What else the schedule says about the code. */
  readonly notes: readonly string[];
  readonly assumptions: AssumptionsField;
  readonly explanation: {
    /** The step or input whose value is the payment_rate. */
    readonly payment: string | null;
    readonly steps: StepsField;
    readonly inputs: InputsField;
    readonly rows: RowsField;
    /** How many unused rows are not listed. */
    readonly rows_left_out: number;
  };
}

/** Medicare beside a result */
export interface MedicareRatio {
  /** What Medicare pays for the same. */
  readonly payment_rate: string | null;
  readonly ratio: RatioField;
  /** Contractor and locality; null where the price is national. */
  readonly locality: string | null;
  /** The schedule that prices the code. */
  readonly schedule: "physician" | "anesthesia" | "laboratory" | null;
  readonly medicaid_includes_facility: MedicaidIncludesFacilityField;
  /** Why there is no ratio; null where there is one. */
  readonly not_compared: string | null;
}

/** Medicare on some days */
export interface MedicareSpan {
  /** First day; null: from the beginning. */
  readonly start_date: string | null;
  /** Last day; null: without an end. */
  readonly end_date: string | null;
  /** What Medicare pays for the same. */
  readonly payment_rate: string | null;
  readonly ratio: RatioField;
  /** The schedule that prices the code. */
  readonly schedule: "physician" | "anesthesia" | "laboratory" | null;
  readonly medicaid_includes_facility: MedicaidIncludesFacilityField;
  /** Why there is no ratio; null where there is one. */
  readonly not_compared: string | null;
}

/** What to send as `to` for the periods before these; null when there is none. */
export type NextToField = string | null;

/** Of each result, why there is no rate; null where there is one. */
export type NoRateField = readonly NoRateWord[];

/** Why there is no rate; null where there is one. */
export type NoRateWord =
  | "no_such_provider"
  | "none_can_be_priced"
  | "code_not_listed"
  | "not_in_force"
  | "not_for_provider_type"
  | "not_for_request"
  | "no_provider_rate"
  | "by_report"
  | "missing_information"
  | "not_payable"
  | "not_loaded"
  | null;

/** The provider's National Provider Identifier. */
export type NpiField = string | null;

/** A parameter that may be sent */
export interface Option {
  /** Its name. */
  readonly parameter: string;
  /** The description. */
  readonly description: string;
  /** What kind of value it takes. */
  readonly type: "text" | "code" | "npi" | "modifier" | "choice" | "day" | "flag" | "count" | "dollars";
  /** The value that was sent; null: none. */
  readonly sent: string | number | boolean | null;
  /** What the first result assumes in its place, as the explanation says; null where nothing is. */
  readonly assumed: string | number | boolean | null;
  /** Whether any value that was tried changes a result. Null: not known, since some were not tried. */
  readonly matters: boolean | null;
  /** The values that were tried; of counts and dollars those that differ. */
  readonly values: readonly TriedValue[];
}

/** What else could be sent, and what it would do to the price */
export interface Options {
  /** Of the first result of the lookup as sent. */
  readonly rate_found: boolean;
  /** Of the same; null where there is none. */
  readonly payment_rate: string | null;
  /** In the order of the parameters. */
  readonly parameters: readonly Option[];
  /** False where the provider has so many records that not every value was tried. */
  readonly complete: boolean;
}

/** The payment rate in dollars, with two decimals; a rate per unit that is published with more keeps its digits. */
export type PaymentRateField = string | null;

/** What kind of rate it is. */
export type PaymentRateTypeField =
  | "fee_schedule"
  | "percent_of_charges"
  | "manually_priced"
  | "claim"
  | "per_diem"
  | null;

/** Price list */
export interface PriceList {
  readonly release: Release;
  /** State code. */
  readonly state: string;
  /** The Medicaid program. */
  readonly program: string;
  /** The day that is priced. */
  readonly date: string;
  /** Null: no provider of the state has the NPI. */
  readonly provider: {
    /** NPI. */
    readonly npi: string;
    /** Name. */
    readonly name: string;
    /** Address. */
    readonly address: string | null;
  } | null;
  /** The codes with a price. */
  readonly lines: readonly PriceListLine[];
  /** Codes in all. */
  readonly total_codes: number;
  /** Codes that were looked up for this page; a code without a price has no line. */
  readonly priced_codes: number;
  /** `offset` of the next page. */
  readonly next_offset: number | null;
  /** Codes without a line. */
  readonly not_listed: readonly {
    /** Why. */
    readonly no_rate:
      | "no_such_provider"
      | "none_can_be_priced"
      | "code_not_listed"
      | "not_in_force"
      | "not_for_provider_type"
      | "not_for_request"
      | "no_provider_rate"
      | "by_report"
      | "missing_information"
      | "not_payable"
      | "not_loaded"
      | null;
    /** How many. */
    readonly codes: number;
    /** A message. */
    readonly example: string;
  }[];
  /** About the data. */
  readonly warnings: readonly string[];
}

/** Line of a price list */
export interface PriceListLine {
  /** The lookup. */
  readonly setting: "outpatient" | "inpatient";
  /** As lookups take it. */
  readonly code: string;
  /** The code system. */
  readonly code_type: string | null;
  /** Where one may be shown. */
  readonly description: string | null;
  /** The priced modifier. */
  readonly modifier: string | null;
  /** What the lookup was sent beside provider, code and day. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Which of several results it is. */
  readonly which: string | null;
  /** incomplete: it needs what a list cannot know. */
  readonly kind: "amount" | "percent_of_charges" | "by_report" | "incomplete";
  /** Dollars. */
  readonly payment_rate: string | null;
  /** 34.03 is 34.03 %. */
  readonly percent_of_charges: string | null;
  /** What the amount pays for. */
  readonly per: "unit" | "line" | "stay";
  /** As in results. */
  readonly payment_rate_type: string | null;
  /** How it is paid, where it has no amount. */
  readonly algorithm: string | null;
  /** As in results. */
  readonly calculation_method: string | null;
  /** As in results. */
  readonly effective_start_date: string | null;
  /** As in results. */
  readonly effective_end_date: string | null;
  /** Defaults that played a part, and what else is published. */
  readonly notes: readonly string[];
}

/** Period of the price */
export interface PricePeriod {
  /** Its first day. */
  readonly start: string;
  /** Its last day, also where that lies ahead; null: without an end. */
  readonly end: string | null;
}

/** A problem document (RFC 9457). */
export interface Problem {
  /** The page that documents this kind of problem. */
  readonly type: string;
  /** The kind of problem in words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong this time, and what to do. */
  readonly detail: string;
  /** Stable code of the kind of problem. */
  readonly code:
    | "api_key_in_query"
    | "missing_parameter"
    | "invalid_parameter"
    | "unknown_parameter"
    | "missing_provider_identifier"
    | "invalid_json"
    | "batch_too_large"
    | "invalid_form"
    | "invalid_file"
    | "malformed_request"
    | "missing_api_key"
    | "invalid_api_key"
    | "state_not_enabled"
    | "not_found"
    | "release_unavailable"
    | "no_such_job"
    | "method_not_allowed"
    | "request_timeout"
    | "job_not_done"
    | "idempotency_key_in_use"
    | "payload_too_large"
    | "uri_too_long"
    | "unsupported_media_type"
    | "misdirected_request"
    | "idempotency_key_reused"
    | "rate_limited"
    | "too_many_jobs"
    | "too_much_at_once"
    | "headers_too_large"
    | "internal_error"
    | "took_too_long"
    | "overloaded"
    | "not_ready";
  /** Identifies the request when you report it. */
  readonly request_id: string;
  /** Every fault of the request's fields; only where the fields are at fault. */
  readonly errors?: readonly Fault[];
  /** Of a file whose columns are not understood: what was understood of it. */
  readonly table?: ShownTable;
}

/** Coverage of a kind of provider */
export interface ProviderKindCoverage {
  /** outpatient or inpatient. */
  readonly setting: string;
  /** The kind, in words. */
  readonly providers: string;
  /** Whether each table that its prices need has a row of this kind that is effective on the date. */
  readonly priced: boolean;
  /** The day of the newest publication until the date that its rows come from: an edition, else the day of publication; null where none is known. Made-up figures have none. */
  readonly newest_edition: string | null;
  /** The same of the table whose newest publication is the oldest. */
  readonly oldest_edition: string | null;
  /** By how many whole months `oldest_edition` is older than the date; null where there is none. */
  readonly age_months: number | null;
  /** Whether its rows that are effective on the date are made up; null without such rows. */
  readonly synthetic: "all" | "some" | "none" | null;
  /** The tables that its prices need. */
  readonly tables: readonly {
    /** Such as fl/fee_schedule. */
    readonly table: string;
    /** Its rows of this kind that are effective on the date. */
    readonly effective_rows: number;
  }[];
}

/** Lookups by provider_name only: how many providers match the name and can be priced for this request. More than the providers returned means that the answer is one capped page of 20; narrow the name or add filters. */
export type ProviderMatchesTotalField = number | null;

/** Units of a rate per unit */
export interface RateUnits {
  /** The most units that are paid, where the state publishes it. */
  readonly max: string | null;
}

/** Medicaid's price over Medicare's, with four decimals: 0.7500 is three quarters. */
export type RatioField = string | null;

/** Echo of the request's reference_id; null when none was sent. */
export type ReferenceIdField = string | null;

/** Release */
export interface Release {
  /** Name of the dataset. */
  readonly name: string;
  /** Version of the dataset. */
  readonly version: string;
  /** SHA-256 of the compiled content. */
  readonly content_hash: string;
}

/** Change */
export interface ReleaseChange {
  /** The table, such as ca/outpatient_rates. */
  readonly table: string;
  /** What became of the key on these days. */
  readonly kind: "raised" | "cut" | "lost" | "ended" | "gained" | "added" | "extended" | "changed";
  /** The key, by column. */
  readonly key: Readonly<Record<string, string | null>>;
  /** The first day on which the releases differ so; null in tables without periods. */
  readonly from: string | null;
  /** The last such day; null: from then on. */
  readonly to: string | null;
  /** The last day of what is compared with, where the earlier release says nothing of these days. */
  readonly before_until: string | null;
  /** The column that the kind is judged by. */
  readonly figure: string | null;
  /** What the earlier release says; null: nothing. */
  readonly before: string | null;
  /** What the later release says; null: nothing. */
  readonly after: string | null;
  /** After minus before, of figures on both sides. */
  readonly difference: string | null;
  /** The difference in percent of the figure before, to two decimals; null from zero. */
  readonly percent: string | null;
  /** Whether the figure is an amount in dollars; otherwise it is a weight, a factor or the like. */
  readonly is_dollars: boolean;
  /** Every cell that differs. */
  readonly cells: readonly CellChange[];
}

/** ReleaseDiff */
export interface ReleaseDiff {
  /** The earlier release. */
  readonly from: Release;
  /** The later release. */
  readonly to: Release;
  /** States of the key that the earlier release alone holds. */
  readonly states_only_before: readonly string[];
  /** States of the key that the later release alone holds. */
  readonly states_only_after: readonly string[];
  /** Every table that was compared, with the number of its changes by kind. */
  readonly tables: readonly TableDiff[];
  /** The largest changes of all these tables, at most 10 of each group and direction. */
  readonly largest: readonly LargestChanges[];
  /** How many changes can be paged through. */
  readonly changes_listed: number;
  /** How many were left out before the first. */
  readonly offset: number;
  /** Changes table by table, the largest of each first. */
  readonly changes: readonly ReleaseChange[];
}

/** Releases */
export interface Releases {
  /** The release in service, then the others of the catalogue: those that came before it, the newest first, then those that came after it. */
  readonly releases: readonly ListedRelease[];
  /** Files of the catalogue that are no release that this version can read. */
  readonly unreadable_files: number;
}

/** Remedy */
export interface Remedy {
  /** The parameter that would help. */
  readonly parameter: string;
  /** A value of it that would give a price, where one is known. */
  readonly value: string | null;
  /** Why. */
  readonly why: string;
}

/** Remittance */
export interface Remittance {
  /** What was paid in all. */
  readonly payment: string;
  /** Claims of the remittance. */
  readonly claims: number;
  /** What the claims say was paid. */
  readonly claims_paid: string;
  /** Lines of the remittance; a claim without lines counts as one. */
  readonly lines: number;
  /** What the lines say was paid. */
  readonly lines_paid: string;
  /** What was paid on the lines that this summary is about, the rejected left out; a stay is one line. */
  readonly paid_in_summary: string;
  /** What was paid on the rejected lines. */
  readonly paid_on_rejected: string;
  /** Whether the lines that were read, the rejected among them, are those of the remittance: their number and what was paid. */
  readonly lines_add_up: boolean;
  /** Adjustments of the provider that are in no claim; above zero they make the payment smaller. */
  readonly provider_adjusted: string;
  /** Whether each payment is that of its claims less the provider's adjustments, and each claim and line is paid its charge less its adjustments. */
  readonly adds_up: boolean;
  readonly unbalanced: {
    /** How many. */
    readonly claims: number;
    /** The first fifty claim numbers. */
    readonly first: readonly string[];
  };
  /** Whether it adds up, and what could not be joined, in sentences for the reader. */
  readonly sentences: readonly string[];
  /** The payments, 100 at most. */
  readonly payments: readonly {
    /** The number of the check or transfer. */
    readonly trace: string;
    /** Its day. */
    readonly date: string;
    /** Dollars, to the cent. */
    readonly amount: string;
  }[];
  /** Further payments. */
  readonly payments_left: number;
  /** Payments that are in the file more than once, 20 at most. */
  readonly repeated_payments: readonly {
    /** The number of the check or transfer. */
    readonly trace: string;
    /** How often it is in the file; its lines count as often. */
    readonly times: number;
  }[];
  /** The provider's adjustments by reason, 500 at most. */
  readonly provider_adjustments: readonly {
    /** The payer's code of the reason. */
    readonly reason: string;
    /** The reason in words; empty where we know none. */
    readonly meaning: string;
    /** How often. */
    readonly times: number;
    /** Dollars, to the cent. */
    readonly amount: string;
  }[];
  /** Adjustments of claims and lines by group and reason, 500 at most; the workbook has all. */
  readonly adjustments: readonly {
    /** The group, such as CO or PR. */
    readonly group: string;
    /** The payer's code of the reason. */
    readonly reason: string;
    /** The reason in words; empty where we know none. */
    readonly meaning: string;
    /** How often. */
    readonly times: number;
    /** Dollars, to the cent. */
    readonly amount: string;
  }[];
  /** Of a remittance that was read together with its claims. */
  readonly not_joined: readonly {
    /** The file that has them. */
    readonly side: "remittance" | "claims";
    /** How many claims the other file lacks. */
    readonly claims: number;
    /** How many lines it lacks, those of such claims among them. */
    readonly lines: number;
    /** The first fifty claim numbers. */
    readonly first: readonly string[];
  }[];
}

/** Figure that was set */
export interface ReplacedFigure {
  /** Its name in `set`. */
  readonly cell: string;
  /** As the methodology says it. */
  readonly name: string;
  /** What it counts. */
  readonly unit: "dollars" | "factor" | "days" | "units";
  /** Such as ga/parameters. */
  readonly table: string;
  /** The line of the CSV file, the header being 1; null for a value that is built in. */
  readonly line: number | null;
  /** The columns that identify its row. */
  readonly key: Readonly<Record<string, string | number | boolean | null>>;
  /** The column of the CSV file. */
  readonly column: string;
  /** The section of the page that has the value, where the dataset has none; else null. */
  readonly built_in: string | null;
  /** The published digits. */
  readonly published: string;
  /** Your figure, which was used in its place. */
  readonly value: string;
}

/** Dry run */
export interface RepricingDryRun {
  /** What the columns were taken for. */
  readonly columns: string;
  /** What the file was taken for, and warnings. */
  readonly notes: readonly string[];
  readonly table: ShownTable;
  /** The first lines as they would be read. */
  readonly lines: readonly {
    /** The line of the file. */
    readonly line: number;
    /** What was read, by parameter. */
    readonly values: Readonly<Record<string, string>>;
    /** How cells were read that a request would have refused, in words. */
    readonly readings: readonly string[];
    /** What is wrong with the line. */
    readonly faults: readonly string[];
  }[];
  /** Whether the providers are in the release, before anything is priced; null where the first lines have no NPI. */
  readonly npis: {
    /** How many different NPIs the lines have. */
    readonly total: number;
    /** How many of them are providers of the state in the release. */
    readonly found: number;
    /** Other states of the release and the key that have some of those not found, the most first. After pricing, of those in `missing`; before, only where most are not found. */
    readonly elsewhere: readonly {
      /** Code of the state. */
      readonly state: string;
      /** How many of these are providers there. */
      readonly found: number;
    }[];
    /** Of how many first lines; null where that is the whole file. */
    readonly lines: number | null;
  } | null;
}

/** Repricing job */
export interface RepricingJob {
  /** Its number, 32 hexadecimal digits. */
  readonly id: string;
  /** How far it is. */
  readonly status: "receiving" | "queued" | "running" | "done" | "failed";
  /** Code of the state. */
  readonly state: string | null;
  /** Outpatient or inpatient. */
  readonly setting: string | null;
  /** The client's name of the file, without its folder; null where the form has none. */
  readonly file_name: string | null;
  /** The same of the file with the claims of a remittance. */
  readonly claims_name: string | null;
  /** When the file began to arrive. */
  readonly created_at: string;
  /** When it was done, or failed. */
  readonly ended_at: string | null;
  /** When its files will be deleted. */
  readonly deleted_at: string | null;
  /** The release that the file is priced with: the one in service when it was accepted. */
  readonly release: Release | null;
  /** Lines that are priced. */
  readonly lines_done: number;
  /** How much of the file that is. */
  readonly bytes_done: number;
  /** Size of the file. */
  readonly bytes_total: number;
  /** When it is done: expected minus paid, of all lines that were compared, as `summary.total_difference`; null where nothing was compared. */
  readonly variance: string | null;
  /** What the columns were taken for, and warnings. */
  readonly notes: readonly string[];
  /** When it is done: what `ratebook reprice --json` prints. */
  readonly summary: RepricingSummary | null;
  /** Why it failed. */
  readonly reason: string | null;
  /** Where the results are, when it is done. */
  readonly results: string | null;
  /** Where the report is as a workbook (XLSX), when it is done. */
  readonly workbook: string | null;
  /** Where the lines are that could not be read; null when there are none. */
  readonly faults: string | null;
}

/** Repricing jobs */
export interface RepricingJobs {
  /** The newest first, each without its notes and its summary. */
  readonly jobs: readonly ListedRepricingJob[];
}

/** Summary of a repricing */
export interface RepricingSummary {
  /** The file with the results. */
  readonly file: string;
  readonly release: Release;
  /** Lines of claims. */
  readonly lookups: number;
  /** Results of all of them: a line can have several. */
  readonly results: number;
  /** Lines with an amount. */
  readonly priced: number;
  /** Those of them with several amounts, which are in no total. */
  readonly with_several_amounts: number;
  /** What is expected of all lines together. */
  readonly total: string;
  /** Lines whose modifier changes what is paid but has no rate, and what they come to without it. In no other total. */
  readonly modifier_not_priced: LinesAndAmount;
  /** Lines of the total whose modifier is on no list and has no published rate, and what is expected of them without it. */
  readonly modifier_not_known: LinesAndAmount;
  /** Expected is at most what was billed. */
  readonly charge_limit: {
    /** The column with what was billed; null where expected is not limited to it. */
    readonly column: string | null;
    /** Lines that were billed below what the rate comes to. */
    readonly lines: number;
    /** How much less than the rate is expected of them. */
    readonly amount: string;
  };
  /** Lines without an amount. */
  readonly not_priced: number;
  /** Why, the most frequent reason first. */
  readonly not_priced_by_reason: readonly {
    /** The kind of reason. */
    readonly code:
      | "no_such_provider"
      | "none_can_be_priced"
      | "code_not_listed"
      | "not_in_force"
      | "not_for_provider_type"
      | "not_for_request"
      | "no_provider_rate"
      | "by_report"
      | "missing_information"
      | "not_payable"
      | "not_loaded"
      | "unreadable_units"
      | "denied"
      | "covered_by_plan"
      | "other_payer"
      | "packaged"
      | "predetermination"
      | "undecided"
      | "patient_share"
      | "reversed"
      | "reversal"
      | "corrected"
      | "other_setting";
    /** What it means. */
    readonly meaning: string;
    /** What to do about it. */
    readonly remedy: string;
    /** How many lines. */
    readonly lookups: number;
    /** The messages of these lines, without their values. */
    readonly messages: readonly {
      /** The message. */
      readonly message: string;
      /** How many lines. */
      readonly lookups: number;
      /** Parameters that these lines lack: a column for each would give them a price. */
      readonly add: readonly string[];
      /** The first twenty of these lines. */
      readonly examples: readonly ExampleLine[];
    }[];
  }[];
  /** Lines that are not read as claims. */
  readonly faulty: number;
  /** Faulty lines whose `payer_state` is another state, the most first. Absent without such a column. */
  readonly other_states?: readonly {
    /** The code of the state. */
    readonly state: string;
    /** How many lines. */
    readonly lines: number;
    /** The same in a sentence, with what to do. */
    readonly in_words: string;
  }[];
  /** Lines whose units, amounts or denial codes cannot be read. */
  readonly doubtful: number;
  /** The file with both; null where there are none. */
  readonly faults_file: string | null;
  /** Columns that no heading names, guessed by their values and by words of their headings. */
  readonly guessed_columns: readonly {
    /** Its heading. */
    readonly heading: string;
    /** What it was taken for. */
    readonly meaning: string;
  }[];
  /** How cells and rows were read, and how often, by name. */
  readonly noted: Readonly<Record<string, number>>;
  /** The entries of `noted` in words. */
  readonly noted_in_words: readonly string[];
  /** Tables of the release without rows that lines needed. */
  readonly empty_tables: readonly string[];
  /** Tables without an edition for days that were priced. */
  readonly tables_without_edition: readonly {
    /** Its title. */
    readonly table: string;
    /** The first day priced that no loaded edition covers. */
    readonly first_day: string;
    /** The last such day. */
    readonly last_day: string;
    /** All such days, 3,660 at most: days between them may have an edition. */
    readonly days: readonly string[];
  }[];
  /** Tables of editions that are old for the days that were priced. */
  readonly stale_tables: readonly {
    /** Its title. */
    readonly table: string;
    /** The edition that was priced from. */
    readonly edition: string;
    /** Months from the edition to the latest day that was priced. */
    readonly months: number;
  }[];
  /** Defaults that prices rest on, the most frequent first. */
  readonly assumed: readonly {
    /** The parameter that was not sent. */
    readonly parameter: string;
    /** The value that was taken; null where lines differ. */
    readonly value: string | null;
    /** Why that one. */
    readonly reason: string;
    /** How many lines. */
    readonly lines: number;
  }[];
  /** The providers of the file. Absent where no column has NPIs, or more than 20,000 of them. */
  readonly npis?: {
    /** How many different NPIs the lines have. */
    readonly total: number;
    /** How many of them are providers of the state in the release. */
    readonly found: number;
    /** Other states of the release and the key that have some of those not found, the most first. After pricing, of those in `missing`; before, only where most are not found. */
    readonly elsewhere: readonly {
      /** Code of the state. */
      readonly state: string;
      /** How many of these are providers there. */
      readonly found: number;
    }[];
    /** The first hundred of those that were not found, those of the most lines first. The workbook has all. */
    readonly missing: readonly {
      /** The NPI. */
      readonly npi: string;
      /** How many lines have it. */
      readonly lines: number;
      /** Codes of the other states that have it. */
      readonly states: readonly string[];
    }[];
  };
  /** Lines that were compared with what was paid. */
  readonly compared: number;
  /** The column that expected amounts are compared with. What this summary calls paid is what the column has. */
  readonly compared_with?: {
    /** Its heading. */
    readonly column: string;
    /** What it has. */
    readonly meaning: "allowed_amount" | "paid_amount";
  };
  /** Present where most payments are negative: the meaning `paid_as_credit` changes their signs. */
  readonly negative_payments?: {
    /** The heading of the column with the payments. */
    readonly column: string;
    /** Lines with a payment below zero, as it was read: they are takebacks, and are not compared. */
    readonly lines: number;
    /** Lines with a payment above or below zero. */
    readonly total: number;
    /** Whether the column was read as `paid_as_credit`, which changed its signs. */
    readonly are_credits: boolean;
  };
  /** Up to how much is as expected: `dollars` or `percent`. */
  readonly tolerance?: Readonly<Record<string, string>>;
  /** Compared and paid too little by more than the tolerance, and what is missing. */
  readonly underpaid?: LinesAndAmount;
  /** Of the underpaid those that were paid nothing, as denied lines are. */
  readonly paid_nothing?: LinesAndAmount;
  /** Underpaid lines with a takeback in the file: they may have been paid again. Absent for a remittance. */
  readonly underpaid_with_takebacks?: {
    /** How many lines. */
    readonly lines: number;
    /** What is missing on them, to the cent. */
    readonly dollars: string;
    /** Whether all takebacks of the file are known. */
    readonly is_complete: boolean;
    /** The same in words. */
    readonly in_words: string;
  };
  /** Other lines whose payment may have been taken back. Absent for a remittance. */
  readonly paid_with_takebacks?: {
    /** How many lines. */
    readonly lines: number;
    /** What was paid for them. */
    readonly dollars: string;
    /** Overpaid lines among them. */
    readonly overpaid_lines: number;
    /** Whether all takebacks of the file are known. */
    readonly is_complete: boolean;
    /** The same in words. */
    readonly in_words: string;
  };
  /** Of the underpaid those with a modifier that is on no list. */
  readonly underpaid_modifier_not_known?: LinesAndAmount;
  /** Compared and paid too much by more than the tolerance, and how much too much. */
  readonly overpaid?: LinesAndAmount;
  /** Compared and off by the tolerance at most, and by how much together. */
  readonly as_expected?: LinesAndAmount;
  /** Lines with a price that are not compared, those that were not owed among them. */
  readonly not_compared?: number;
  /** Why, the most frequent reason first. */
  readonly not_compared_by_reason?: readonly {
    /** The kind of reason. */
    readonly code:
      | "denied"
      | "covered_by_plan"
      | "other_payer"
      | "packaged"
      | "predetermination"
      | "undecided"
      | "patient_share"
      | "reversed"
      | "reversal"
      | "corrected"
      | "nothing_paid"
      | "several_amounts"
      | "modifier_not_priced"
      | "modifier_assumed"
      | "money_taken_back"
      | "allowed_amount_empty"
      | "paid_at_alternative"
      | "unknown_denial_code"
      | "unreadable_amount";
    /** What it means. */
    readonly meaning: string;
    /** What to do about it. */
    readonly remedy: string;
    /** How many lines. */
    readonly lines: number;
    /** The first twenty of these lines. */
    readonly examples: readonly ExampleLine[];
  }[];
  /** Lines paid more than expected, and exactly at another published rate: part of `not_compared` (`paid_at_alternative`), and not of `overpaid`. */
  readonly paid_at_alternative?: {
    /** All of them, and how much above the default rate they were paid. */
    readonly above: LinesAndAmount;
  };
  /** Lines with a payment below zero, and how much they take back: part of `not_compared` or of `not_priced`. */
  readonly taken_back?: LinesAndAmount;
  /** Lines that the state does not owe, by reason, the most frequent first. Absent without a column `not_owed`. */
  readonly not_owed?: readonly {
    /** The code in the column. */
    readonly code:
      | "denied"
      | "covered_by_plan"
      | "other_payer"
      | "packaged"
      | "predetermination"
      | "undecided"
      | "patient_share"
      | "reversed"
      | "reversal"
      | "corrected"
      | "other_setting";
    /** The code in words. */
    readonly words: string;
    /** What it means. */
    readonly meaning: string;
    /** What to do about it. */
    readonly remedy: string;
    /** How many lines. */
    readonly lines: number;
    /** Those of them with a price; they are among the lines that are not compared. */
    readonly priced: number;
    /** What was paid for them; below zero where money was taken back. */
    readonly paid: string;
    /** What those with one amount come to at the rate: in no other total. */
    readonly expected: string;
  }[];
  /** What a remittance says besides its lines. Absent for other files. */
  readonly remittance?: Remittance;
  /** What the lines that were compared should have been paid. */
  readonly total_expected?: string;
  /** What was paid for them. */
  readonly total_paid?: string;
  /** The first minus the second. */
  readonly total_difference?: string;
  /** The two hundred lines that are furthest off either way, the furthest first. */
  readonly largest_differences?: readonly {
    /** The line of the file. */
    readonly input_line: number;
    /** The number of its claim, where a heading of the file names it. */
    readonly claim: string | null;
    /** The payer's number of its claim, where the file has a column `payer_claim`. */
    readonly payer_claim: string | null;
    /** Its code. */
    readonly billing_code: string | null;
    /** Its provider. */
    readonly provider: string | null;
    /** The name of the provider. */
    readonly provider_name: string | null;
    /** What was billed for it. */
    readonly billed: string | null;
    /** Whether that is less than its rate comes to, and so the most that is expected. */
    readonly is_billed_below_rate: boolean;
    /** Its units, where it has any: a rate per unit is paid for each. */
    readonly units: string | null;
    /** Its group in each of `totals`, in their order. */
    readonly groups: readonly string[];
    /** The parameters of its lookup, to send it by itself. */
    readonly lookup: Readonly<Record<string, string>>;
    /** What it should have been paid. */
    readonly expected_amount: string;
    /** What was paid. */
    readonly paid: string;
    /** The first minus the second: positive where too little was paid. */
    readonly difference: string;
    /** How the amount was worked out. */
    readonly formula: string | null;
    /** Remarks on its amounts, in words. */
    readonly remarks: readonly string[];
    /** Whether a takeback of the file may belong to it. */
    readonly has_takeback: boolean;
    /** Whether it was paid nothing and the payer put it on the patient. */
    readonly is_put_on_patient: boolean;
    /** Defaults that its price rests on, in words. */
    readonly assumed: readonly string[];
  }[];
  /** The lines that were compared, by their amounts: 1,500 different pairs at most, in the order of the file. */
  readonly points?: readonly {
    /** What each should have been paid. */
    readonly expected: string;
    /** What was paid for each. */
    readonly paid: string;
    /** How many lines. */
    readonly lines: number;
  }[];
  /** Lines that were compared and have no point. */
  readonly points_left?: number;
  /** Where nothing is compared: columns that may be what was paid. */
  readonly may_be_paid?: readonly string[];
  /** Lines added up by what the order names. */
  readonly totals: readonly {
    /** What they are added up by. */
    readonly by: string;
    /** How many groups there are. */
    readonly groups_total: number;
    /** The thousand where most is missing, the worst first. */
    readonly groups: readonly GroupOfLines[];
  }[];
  /** What the summary of a job lacks, in words, where it would have been larger than 4 MiB. */
  readonly left_out?: readonly string[];
}

/** The rows that were looked at. */
export type RowsField = readonly ExplainedRow[];

/** Your figures, as they were understood. */
export type SetField = readonly ReplacedFigure[];

/** Figure that can be set */
export interface SettableFigure {
  /** Its name in `set`. */
  readonly cell: string;
  /** As the methodology says it. */
  readonly name: string;
  /** What it counts. */
  readonly unit: "dollars" | "factor" | "days" | "units";
  /** Such as ga/parameters. */
  readonly table: string;
  /** The line of the CSV file, the header being 1; null for a value that is built in. */
  readonly line: number | null;
  /** The columns that identify its row. */
  readonly key: Readonly<Record<string, string | number | boolean | null>>;
  /** The column of the CSV file. */
  readonly column: string;
  /** The section of the page that has the value, where the dataset has none; else null. */
  readonly built_in: string | null;
  /** The published digits. */
  readonly published: string;
}

/** Table of a dry run */
export interface ShownTable {
  /** The sheets of a workbook; empty for a text. */
  readonly sheets: readonly string[];
  /** Those of the sheets that the workbook hides. */
  readonly hidden_sheets: readonly string[];
  /** The sheet that is read. */
  readonly sheet: string | null;
  /** A remittance in X12 (835): the field `claims` can have its claims (837). */
  readonly is_remittance: boolean;
  /** The columns in the order of the file. */
  readonly headings: readonly {
    /** As it stands in the file, in one line. */
    readonly heading: string;
    /** What the column was taken for; null where the column is kept as it is. */
    readonly meaning: string | null;
    /** No heading names it: it was guessed by its values and by words of its heading. */
    readonly is_guess: boolean;
    /** What its first values look like, in words, such as `days`. */
    readonly seems_to_hold: string;
    /** Its first three different values as they stand in the file, each cut to 60 characters. */
    readonly samples: readonly string[];
  }[];
  /** What a column can be: the values of the field `columns`. */
  readonly meanings: readonly {
    /** As the field `columns` has it. */
    readonly name: string;
    /** The description. */
    readonly description: string;
    /** No line can be priced without it. */
    readonly required: boolean;
    /** One of those with this mark is needed. */
    readonly identifies_provider: boolean;
  }[];
  /** What the field `by` can have besides headings. */
  readonly groupings: readonly string[];
  /** Columns that look like something that changes a price or a comparison, and are not used. The field `columns` answers a question, and null in it declines it. */
  readonly questions: readonly {
    /** What they look like, as the field `columns` has it. */
    readonly meaning: string;
    /** The columns, the likeliest first: of modifiers all of them, otherwise one of them. */
    readonly headings: readonly string[];
    /** The file is refused until the field `columns` names one of them. */
    readonly needed: boolean;
    /** What the choice means for the rates, in words. Of the question `npi`. */
    readonly help?: string;
    /** Of the question `paid_as_credit`: most of the first payments are negative. As they stand they are takebacks. */
    readonly payments?: {
      /** Payments below zero. */
      readonly negative: number;
      /** Payments above or below zero. */
      readonly total: number;
    };
  }[];
}

/** The tables that prices were made of and whose editions are older than the day by more than the limit. */
export type StaleField = readonly StaleTable[];

/** Stale table */
export interface StaleTable {
  /** Such as ca/outpatient_rates. */
  readonly table: string;
  /** The day of the edition that the day is priced from. */
  readonly edition: string;
  /** By how many whole months the edition is older than the day. */
  readonly months: number;
  /** The same in words. */
  readonly message: string;
}

/** Where a price stands among those of its kind */
export interface Standing {
  /** 1 is the lowest; equal prices share a rank. */
  readonly rank: number;
  /** How many prices there are. */
  readonly of: number;
  /** Percent of the other prices that are lower, with one decimal; null without others. */
  readonly percentile: string | null;
  /** The price less the median. */
  readonly difference_from_median: string;
}

/** One for each result. */
export type StandingsField = readonly (Standing | null)[];

/** How the prices of one kind are spread */
export interface Statistics {
  /** Prices of different kinds have no median in common. */
  readonly payment_rate_type: string;
  /** How many prices there are. */
  readonly priced: number;
  /** The lowest. */
  readonly minimum: string;
  /** In proportion between neighbours, rounded half-up to cents. */
  readonly lower_quartile: string;
  /** The middle, by the same rule. */
  readonly median: string;
  /** By the same rule. */
  readonly upper_quartile: string;
  /** The highest. */
  readonly maximum: string;
}

/** One for each payment_rate_type with a price. */
export type StatisticsField = readonly Statistics[];

/** What was computed, in order. */
export type StepsField = readonly ExplainedStep[];

/** The steps of the calculation that differ, in its order. */
export type StepsField2 = readonly DifferingStep[];

/** Coverage of a table */
export interface TableCoverage {
  /** Such as ca/outpatient_rates. */
  readonly table: string;
  /** The settings whose prices are made of it; none for providers and the like. */
  readonly settings: readonly string[];
  /** Rows of all periods. */
  readonly rows: number;
  /** Whether values are built in that count where it has no rows. */
  readonly built_in: boolean;
  /** Codes, hospitals or whatever its rows are about. */
  readonly keys: number;
  /** The first day of any period; null in tables whose rows hold at every date. */
  readonly first_day: string | null;
  /** The last day of any period; null also where a row has no end. */
  readonly last_day: string | null;
  /** Rows in force on the date; null in tables whose rows hold at every date. */
  readonly rows_in_force: number | null;
  readonly gaps: {
    /** How many keys have days between their periods. */
    readonly keys: number;
    /** The first 10. */
    readonly examples: readonly {
      /** The columns that the rows share. */
      readonly key: Readonly<Record<string, unknown>>;
      /** The first day without a row. */
      readonly from: string;
      /** The last day without a row. */
      readonly to: string;
    }[];
  } | null;
  /** Those imported into it; none where no import says of which day its rows are. */
  readonly publications: readonly {
    /** As imports call it, such as fl/practitioner, else its title; null where neither is known. */
    readonly publication: string | null;
    /** The day of its newest edition that was imported. */
    readonly newest: string;
    /** The day of its newest edition that is not after the date; null when all are. */
    readonly in_use: string | null;
    /** By how many whole months that edition is older than the date. */
    readonly age_months: number | null;
    /** Whether that is more than the limit. */
    readonly stale: boolean;
  }[];
  /** Whether the edition in use of any of them is stale. */
  readonly stale: boolean;
  /** Whether its rows are made up, as its sources say; null when they say nothing. */
  readonly synthetic: "all" | "some" | "none" | null;
}

/** TableDiff */
export interface TableDiff {
  /** The table. */
  readonly table: string;
  /** Rows in the earlier release. */
  readonly rows_before: number;
  /** Rows in the later release. */
  readonly rows_after: number;
  /** Changes of the kind raised. */
  readonly raised: number;
  /** Changes of the kind cut. */
  readonly cut: number;
  /** Changes of the kind lost. */
  readonly lost: number;
  /** Changes of the kind ended. */
  readonly ended: number;
  /** Changes of the kind gained. */
  readonly gained: number;
  /** Changes of the kind added. */
  readonly added: number;
  /** Changes of the kind extended. */
  readonly extended: number;
  /** Changes of the kind changed. */
  readonly changed: number;
  /** How many of them can be paged through: the 2000 largest. */
  readonly listed: number;
}

/** Records of providers that match, of which the first 50 are compared; or the codes sent. */
export type TotalResultsField = number;

/** A value, and what the lookup comes to with it */
export interface TriedValue {
  /** The value, as a batch item carries it; null: not sent. */
  readonly value: string | number | boolean | null;
  /** Of the first result. */
  readonly rate_found: boolean;
  /** Of the first result; null where there is none. */
  readonly payment_rate: string | null;
  /** The first result's payment_rate less that of the lookup as sent, exactly; null where either has none. */
  readonly difference: string | null;
  /** Whether the first result's payment_rate rests on a made-up figure; null without one, and where the dataset does not say. */
  readonly made_up: boolean | null;
  /** How many results the lookup has with it. */
  readonly results: number;
  /** Whether any result, place by place, has another payment_rate, payment_rate_type or reason for having none. */
  readonly differs: boolean;
}

/** What was understood: every parameter that was sent or that a default stands for. */
export type UnderstoodRequest = Readonly<Record<string, string | number | boolean>>;

/** Why there is no rate */
export interface WhatIfNoRate {
  readonly published: NoRateWord;
  readonly what_if: NoRateWord;
}
