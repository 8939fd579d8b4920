import type { Period } from "../core/calendar/period.ts";
import type { Table } from "../dataset/table.ts";

/** Stable codes of the reasons for no rate, and their meaning. */
export const NO_RATE_CODES = {
  no_such_provider: "No provider of the loaded data matches the identifiers sent.",
  none_can_be_priced: "Providers match the name, but none of them can be priced for this request.",
  code_not_listed: "The billing code is in none of the tables that price this type of provider.",
  not_in_force: "Rates are published for the code or the provider, but none for that day.",
  not_for_provider_type: "The code, or this kind of rate, is not priced for this type of provider.",
  not_for_request:
    "The code has rates, but none for the modifier, procedure type, service type, place or rate code sent.",
  no_provider_rate: "No rate is published for this provider, and the price needs one.",
  by_report: "The code is covered; no amount is published and the state sets the payment claim by claim.",
  missing_information: "Something that the formula needs was not sent or is not published.",
  not_payable: "The program pays nothing for that.",
  not_loaded: "The setting has no rows in the loaded data, or a table that this price needs has none.",
} as const;

export type NoRateCode = keyof typeof NO_RATE_CODES;

/** A search for rows by key. */
export interface RowSearch {
  readonly table: Table;
  /** By the names of the columns in code. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** A parameter that would help, with a value that would give a price if one is known. */
export interface Remedy {
  readonly parameter: string;
  readonly value: string | null;
  readonly why: string;
}

export interface NoRateDetails {
  readonly searched?: RowSearch | null;
  readonly nearest?: Period | null;
  readonly remedy?: readonly Remedy[];
  readonly isListed?: boolean;
}

/**
 * "No rate" is an answer: why a lookup cannot be priced, with its `error_message`. A rule throws it where it cannot
 * continue; what was found until then is part of the answer.
 */
export class NoRate {
  readonly code: NoRateCode;
  readonly message: string;
  readonly searched: RowSearch | null;
  readonly nearest: Period | null;
  readonly remedy: readonly Remedy[];
  /** The code is covered: the result has the method and the period of its row, without an amount. */
  readonly isListed: boolean;

  constructor(code: NoRateCode, message: string, details: NoRateDetails = {}) {
    this.code = code;
    this.message = message;
    this.searched = details.searched ?? null;
    this.nearest = details.nearest ?? null;
    this.remedy = details.remedy ?? [];
    this.isListed = details.isListed ?? code === "by_report";
  }
}
