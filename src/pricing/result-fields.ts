import {
  flag,
  type Members,
  nullableChoice,
  nullableDay,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableString,
  type ObjectOf,
  type ObjectSchema,
  objectSchema,
} from "../schema/schema.ts";

declare const resultOfSchema: unique symbol;

/** The schema of the results of a lookup. */
export interface ResultSchema<ResultObject = unknown> {
  readonly [resultOfSchema]?: ResultObject;
  readonly object: ObjectSchema;
}

export function resultSchema<Of extends Members>(title: string, fields: Of): ResultSchema<ObjectOf<Of>> {
  return { object: objectSchema(fields, title) };
}

/** A result of the lookup that a schema belongs to. */
export type ResultOf<Schema> = Schema extends ResultSchema<infer ResultObject> ? ResultObject : never;

const CODE_SYSTEMS = ["HCPCS", "APR-DRG", "EAPG", "APG"] as const;
const PAYMENT_RATE_TYPES = ["fee_schedule", "percent_of_charges", "manually_priced", "claim", "per_diem"] as const;

/**
 * The fields of every rate lookup, in the contract's order (contract 2.3). The `*_date_used` field
 * is the endpoint's own and comes after these; a state that has its own meaning for a field
 * (`state_provider_id`) names it again after spreading these, and it keeps its place.
 */
export const commonResultFields = {
  reference_id: nullableString("Echo of the request's reference_id; null when none was sent."),
  rate_found: flag("Whether a rate was found."),
  error_message: nullableString("Why no rate was found and what would help; null on success."),
  provider_matches_total: nullableInteger(
    "Lookups by provider_name only: how many providers match the name and can be priced for this request. More than the providers returned means that the answer is one capped page of 20; narrow the name or add filters.",
  ),
  npi: nullableNpi("The provider's National Provider Identifier."),
  state_provider_id: nullableString("The state's own identifier of the provider."),
  provider_name: nullableString("The provider's name."),
  billing_code: nullableString("The billing code that was sent."),
  billing_code_type: nullableChoice(CODE_SYSTEMS, "The code system of the billing code."),
  billing_code_description: nullableString(
    "What the code stands for: HCPCS Level II and APR-DRG only. Null for CPT, EAPG and APG codes, whose descriptions are licensed.",
  ),
  payment_rate: nullableDecimal(
    "The payment rate in dollars, with two decimals; a rate per unit that is published with more keeps its digits.",
  ),
  payment_rate_type: nullableChoice(PAYMENT_RATE_TYPES, "What kind of rate it is."),
  calculation_method: nullableString("The formula in one line, with the actual values."),
  effective_start_date: nullableDay("First day of the period in which this price holds."),
  effective_end_date: nullableDay("Last day of that period; null while it is active."),
} as const;
