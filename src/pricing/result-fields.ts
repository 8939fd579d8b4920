/*
 * The schemas that results are declared with (contract 2.1), as JSON Schema. Each field is one flat
 * schema, `{"type": ["string", "null"]}` rather than a union: OpenAPI 3.1 documents it as it is, and
 * the serialiser writes it without consulting a validator.
 */

type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

declare const valueOfField: unique symbol;

/** The schema of one field; the compiler also knows what values it may have. */
export interface FieldSchema<Value = unknown> {
  readonly [valueOfField]?: Value;
  readonly type: JsonType | readonly JsonType[];
  readonly description: string;
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: { readonly type: "string" } | ObjectSchema;
}

/** A field that is left out of the JSON where it does not apply; every other one is always there. */
interface OptionalField<Value = unknown> {
  readonly optional: FieldSchema<Value>;
}

/** The schema of a result or record: its fields in the contract's order. */
export interface ObjectSchema {
  readonly type: "object";
  readonly title?: string;
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
}

export type ResultFields = Readonly<Record<string, FieldSchema | OptionalField>>;

/** Declares an object; with a title where the documentation names it. */
export function objectSchema(fields: ResultFields, title?: string): ObjectSchema {
  const entries = Object.entries(fields);
  return {
    type: "object",
    ...(title === undefined ? {} : { title }),
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, "optional" in field ? field.optional : field]),
    ),
    required: entries.filter(([, field]) => !("optional" in field)).map(([name]) => name),
  };
}

type ValueOf<Field> = Field extends FieldSchema<infer Value> ? Value : never;

/** The object that some fields declare: a field that is misspelt or has another kind of value does not compile. */
export type ObjectOf<Of extends ResultFields> = {
  readonly [Name in keyof Of as Of[Name] extends OptionalField ? never : Name]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends OptionalField ? Name : never]?: Of[Name] extends OptionalField<
    infer Value
  >
    ? Value
    : never;
};

declare const resultOfSchema: unique symbol;

/** The schema of the results of a lookup. */
export interface ResultSchema<ResultObject = unknown> {
  readonly [resultOfSchema]?: ResultObject;
  readonly object: ObjectSchema;
}

export function resultSchema<Of extends ResultFields>(title: string, fields: Of): ResultSchema<ObjectOf<Of>> {
  return { object: objectSchema(fields, title) };
}

/** A result of the lookup that a schema belongs to. */
export type ResultOf<Schema> = Schema extends ResultSchema<infer ResultObject> ? ResultObject : never;

export function optional<Value>(field: FieldSchema<Value>): OptionalField<Value> {
  return { optional: field };
}

export function nullableString(description: string): FieldSchema<string | null> {
  return { type: ["string", "null"], description };
}

/** A text that is never null, such as the name of a provider in a search. */
export function text(description: string): FieldSchema<string> {
  return { type: "string", description };
}

/** One of the contract's values. */
export function oneOf<const Value extends string>(values: readonly Value[], description: string): FieldSchema<Value> {
  return { type: "string", description, enum: values };
}

/** One of the contract's values, or null. */
export function nullableChoice<const Value extends string>(
  values: readonly Value[],
  description: string,
): FieldSchema<Value | null> {
  return { type: ["string", "null"], description, enum: [...values, null] };
}

/** A `decimal` of the contract: exact digits, so a JSON string. */
export function nullableDecimal(description: string): FieldSchema<string | null> {
  return { type: ["string", "null"], description, format: "decimal" };
}

/** A `float` of the contract. */
export function nullableNumber(description: string): FieldSchema<number | null> {
  return { type: ["number", "null"], description };
}

export function integer(description: string): FieldSchema<number> {
  return { type: "integer", description };
}

export function nullableInteger(description: string): FieldSchema<number | null> {
  return { type: ["integer", "null"], description };
}

export function flag(description: string): FieldSchema<boolean> {
  return { type: "boolean", description };
}

export function nullableBoolean(description: string): FieldSchema<boolean | null> {
  return { type: ["boolean", "null"], description };
}

/** A National Provider Identifier. */
export function nullableNpi(description: string): FieldSchema<string | null> {
  return { type: ["string", "null"], description, pattern: "^[0-9]{10}$" };
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(description: string): FieldSchema<string> {
  return { type: "string", description, format: "date" };
}

function nullableDay(description: string): FieldSchema<string | null> {
  return { type: ["string", "null"], description, format: "date" };
}

export function stringArray(description: string): FieldSchema<readonly string[]> {
  return { type: "array", items: { type: "string" }, description };
}

export function nullableStringArray(description: string): FieldSchema<readonly string[] | null> {
  return { type: ["array", "null"], items: { type: "string" }, description };
}

/** A list of objects, such as advisories. */
export function objectArray(item: ObjectSchema, description: string): FieldSchema<readonly object[]> {
  return { type: "array", items: item, description };
}

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
