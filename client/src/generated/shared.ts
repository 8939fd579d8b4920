/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

/** What coverage is asked of. */
export interface CoverageRequest {
  /** One state alone. When absent: every state that the key is enabled for. */
  readonly state?: "ca" | "fl" | "ny" | "ga" | null | undefined;
  /** The day that rows in force, editions and counterparts are told for. */
  readonly date?: string | null | undefined;
}

/** Coverage */
export interface Coverage {
  readonly release: {
    /** The dataset's name. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
    /** SHA-256 of its content. */
    readonly content_hash: string;
  };
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
  readonly remedy: readonly {
    /** The parameter that would help. */
    readonly parameter: string;
    /** A value of it that would give a price, where one is known. */
    readonly value: string | null;
    /** Why. */
    readonly why: string;
  }[];
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
    /** Why there is no rate; null where there is one. */
    readonly before:
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
    /** Why there is no rate; null where there is one. */
    readonly after:
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

/** What is wrong with the item; null when it was answered. */
export type ItemError = {
  /** The code of the first fault. */
  readonly code: "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "missing_provider_identifier";
  /** The message of the first fault. */
  readonly message: string;
  /** Every fault of the item. */
  readonly errors: readonly Fault[];
} | null;

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
  /** Of a file for a dry run whose columns are not understood: what was understood of it. */
  readonly table?: ShownTable;
}

/** Table of a dry run */
export interface ShownTable {
  /** The sheets of a workbook; empty for a text. */
  readonly sheets: readonly string[];
  /** Those of the sheets that whoever opens the workbook does not see. */
  readonly hidden_sheets: readonly string[];
  /** The sheet that is read. */
  readonly sheet: string | null;
  /** The columns in the order of the file. */
  readonly headings: readonly {
    /** As it stands in the file, in one line. */
    readonly heading: string;
    /** What the column was taken for; null is passed through. */
    readonly meaning: string | null;
    /** No heading names it: it was guessed by its values and by words of its heading. */
    readonly is_guess: boolean;
    /** What its first values look like, in words, such as `days`. */
    readonly seems_to_hold: string;
  }[];
  /** What a column can be: the values of the field `columns`. */
  readonly meanings: readonly {
    /** As the field `columns` has it. */
    readonly name: string;
    /** What it is. */
    readonly description: string;
    /** No line can be priced without it. */
    readonly required: boolean;
    /** One of those with this mark is needed. */
    readonly identifies_provider: boolean;
  }[];
  /** What the field `by` can have besides headings. */
  readonly groupings: readonly string[];
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
  /** Whether its rows are invented, as its sources say; null when they say nothing. */
  readonly synthetic: "all" | "some" | "none" | null;
}
