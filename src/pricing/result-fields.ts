import Type, { type TSchema, type TUnsafe } from "typebox";

/*
 * The kinds of fields that results are made of (contract 2.1). Each is one flat JSON Schema,
 * `{"type": ["string", "null"]}` rather than a union: OpenAPI 3.1 documents it as it is, and the
 * serialiser writes it without consulting a validator.
 */

type Nullable = "string" | "number" | "integer" | "boolean";

function nullable<Value>(type: Nullable, description: string, keywords: object = {}): TUnsafe<Value | null> {
  return Type.Unsafe<Value | null>({ type: [type, "null"], description, ...keywords });
}

export function nullableString(description: string): TUnsafe<string | null> {
  return nullable("string", description);
}

/** A text that is never null, such as the name of a provider in a search. */
export function text(description: string): TUnsafe<string> {
  return Type.Unsafe<string>({ type: "string", description });
}

/** One of the contract's values, or null. */
export function nullableChoice<const Value extends string>(
  values: readonly Value[],
  description: string,
): TUnsafe<Value | null> {
  return nullable("string", description, { enum: [...values, null] });
}

/** A `decimal` of the contract: exact digits, so a JSON string. */
export function nullableDecimal(description: string): TUnsafe<string | null> {
  return nullable("string", description, { format: "decimal" });
}

/** A `float` of the contract. */
export function nullableNumber(description: string): TUnsafe<number | null> {
  return nullable("number", description);
}

export function nullableInteger(description: string): TUnsafe<number | null> {
  return nullable("integer", description);
}

export function nullableBoolean(description: string): TUnsafe<boolean | null> {
  return nullable("boolean", description);
}

export function flag(description: string): TUnsafe<boolean> {
  return Type.Unsafe<boolean>({ type: "boolean", description });
}

/** A calendar day, `YYYY-MM-DD`. */
export function nullableDay(description: string): TUnsafe<string | null> {
  return nullable("string", description, { format: "date" });
}

export function day(description: string): TUnsafe<string> {
  return Type.Unsafe<string>({ type: "string", description, format: "date" });
}

export function stringArray(description: string): TUnsafe<readonly string[]> {
  return Type.Unsafe<readonly string[]>({ type: "array", items: { type: "string" }, description });
}

/** A list of objects, such as advisories. */
export function objectArray(item: TSchema, description: string): TUnsafe<readonly object[]> {
  return Type.Unsafe<readonly object[]>({ type: "array", items: item, description });
}

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
  npi: nullableString("The provider's National Provider Identifier."),
  state_provider_id: nullableString("The state's own identifier of the provider."),
  provider_name: nullableString("The provider's name."),
  billing_code: nullableString("The billing code that was sent."),
  billing_code_type: nullableString("The code system of the billing code, such as HCPCS or APR-DRG."),
  billing_code_description: nullableString(
    "What the code stands for: HCPCS Level II and APR-DRG only. Null for CPT, EAPG and APG codes, whose descriptions are licensed.",
  ),
  payment_rate: nullableDecimal("The payment rate in dollars, with two decimals."),
  payment_rate_type: nullableChoice(PAYMENT_RATE_TYPES, "What kind of rate it is."),
  calculation_method: nullableString("The formula in one line, with the actual values."),
  effective_start_date: nullableDay("First day of the period in which this price holds."),
  effective_end_date: nullableDay("Last day of that period; null while it is active."),
} as const;
