/*
 * The vocabulary that answers are declared with. A schema is JSON Schema as OpenAPI and agents read it, and the compiler reads the
 * type of the value off it: no interface stands beside a schema of the same object.
 *
 * Each field of a result is one flat schema, `{"type": ["string", "null"]}` rather than a union: OpenAPI 3.1 documents it as it
 * is, and the serialiser writes it without consulting a validator.
 */

/** A JSON object, such as a piece of a document or an answer. */
export type Json = Readonly<Record<string, unknown>>;

type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

declare const valueOfSchema: unique symbol;

/** JSON Schema of some value; the compiler also knows which. */
export interface Schema<Value = unknown> {
  readonly [valueOfSchema]?: Value;
  readonly description?: string;
}

/** The value that a schema describes. */
export type ValueOf<Of> = Of extends Schema<infer Value> ? Value : never;

/** The schema of one flat value, such as a field of a result. */
export interface FieldSchema<Value = unknown> extends Schema<Value> {
  readonly type: JsonType | readonly JsonType[];
  readonly description: string;
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: { readonly type: "string" } | ObjectSchema;
}

/** A member that is left out of the JSON where it does not apply; every other one is always there. */
interface OptionalMember<Value = unknown> {
  readonly optional: Schema<Value>;
}

/** A field of an object: its schema, and its value as a function of the facts that all fields are made from. */
interface Field<Facts, Of extends Schema | OptionalMember = Schema | OptionalMember> {
  readonly schema: Of;
  readonly value: (facts: Facts) => unknown;
}

/** The fields of an object in the contract's order. */
export type Fields<Facts> = Readonly<Record<string, Field<Facts>>>;

/** The object that fields make. */
export type ObjectOfFields<Of extends Fields<never>> = ObjectOf<{ readonly [Name in keyof Of]: Of[Name]["schema"] }>;

/** The schema of the object that fields make. */
export function schemaOfFields<Of extends Fields<never>>(fields: Of, title?: string): ObjectSchema<ObjectOfFields<Of>> {
  const members = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return objectSchema(Object.fromEntries(members), title) as ObjectSchema<ObjectOfFields<Of>>;
}

/** The schema of a field, from which the field is made: `text("City.").from(({ provider }) => provider.city)`. */
interface FieldKind<Value> extends FieldSchema<Value> {
  /** A value that may be null is null where its function returns undefined, as `provider?.city` does. */
  from<Facts>(
    value: (facts: Facts) => null extends Value ? Value | undefined : Value,
  ): Field<Facts, FieldSchema<Value>>;
}

/** The schema of a field that is left out where its function returns undefined. */
interface OptionalFieldKind<Value> extends OptionalMember<Value> {
  from<Facts>(value: (facts: Facts) => Value | undefined): Field<Facts, OptionalMember<Value>>;
}

/** The method is inherited, so that a document prints the schema without it. */
const FIELD_KIND = {
  from(value: Field<never>["value"]): Field<never> {
    return { schema: this as unknown as Schema, value };
  },
};

function fieldKind<Kind extends Schema | OptionalMember>(schema: Omit<Kind, "from">): Kind {
  return Object.assign(Object.create(FIELD_KIND), schema);
}

type Members = Readonly<Record<string, Schema | OptionalMember>>;

/** The schema of an object of flat values, such as a result or a record: its fields in the contract's order. */
export interface ObjectSchema<Value = unknown> extends Schema<Value> {
  readonly type: "object";
  readonly title?: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, FieldSchema>>;
}

/** The object that some members declare: one that is misspelt or has another kind of value does not compile. */
type ObjectOf<Of extends Members> = {
  readonly [Name in keyof Of as Of[Name] extends OptionalMember ? never : Name]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends OptionalMember ? Name : never]?: Of[Name] extends OptionalMember<
    infer Value
  >
    ? Value
    : never;
};

/** Declares an object; with a title where the documentation names it. */
export function objectSchema<Of extends Members>(members: Of, title?: string): ObjectSchema<ObjectOf<Of>> {
  const entries = Object.entries(members);
  return {
    type: "object",
    ...(title === undefined ? {} : { title }),
    required: entries.filter(([, member]) => !("optional" in member)).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, ("optional" in member ? member.optional : member) as FieldSchema]),
    ),
  };
}

/** Declares an object with its title first, as most answers are declared. */
export function object<Of extends Members>(title: string, members: Of): ObjectSchema<ObjectOf<Of>> {
  return objectSchema(members, title);
}

export function optional<Value>(member: Schema<Value>): OptionalFieldKind<Value> {
  return fieldKind({ optional: member });
}

export function list<Value>(items: Schema<Value>, description: string): Schema<readonly Value[]> {
  return { type: "array", items, description } as Schema<readonly Value[]>;
}

/** An object, a list or a reference that may be null. */
export function nullable<Value>(schema: Schema<Value>, description?: string): Schema<Value | null> {
  const either = { anyOf: [schema, { type: "null" }] } as Schema<Value | null>;
  return description === undefined ? either : { ...either, description };
}

/** One of several shapes. */
export function either<const Of extends readonly Schema[]>(
  shapes: Of,
  description: string,
): Schema<ValueOf<Of[number]>> {
  return { description, anyOf: shapes } as Schema<ValueOf<Of[number]>>;
}

const DEFINITION = Symbol("definition");

/** A schema that documents name once and refer to everywhere else. */
export function named<Value>(name: string, schema: Schema<Value>): Schema<Value> {
  return { $ref: `#/components/schemas/${name}`, [DEFINITION]: { name, schema } } as Schema<Value>;
}

/** A named schema that refers to itself: it is made from the reference to it. */
export function recursive<Value>(name: string, schema: (itself: Schema<Value>) => Schema<Value>): Schema<Value> {
  const itself = { $ref: `#/components/schemas/${name}` } as Schema<Value>;
  return Object.assign(itself, { [DEFINITION]: { name, schema: schema(itself) } });
}

/** What a schema refers to by name, and what that refers to, in the order in which it is met. */
export function definitionsIn(schema: Schema): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const look = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { [DEFINITION]: definition } = part as { readonly [DEFINITION]?: { name: string; schema: Schema } };
    if (definition === undefined) Object.values(part).forEach(look);
    else if (!found.has(definition.name)) {
      found.set(definition.name, definition.schema);
      look(definition.schema);
    }
  };
  look(schema);
  return found;
}

/** A schema under another description: a reference keeps what it refers to. */
export function withDescription<Value>(schema: Schema<Value>, description: string): Schema<Value> {
  return { ...schema, description };
}

/** The object that a schema declares, also by reference or beside null; null where it declares none. */
function objectIn(schema: Schema): ObjectSchema | null {
  const {
    [DEFINITION]: definition,
    anyOf,
    type,
    properties,
  } = schema as {
    readonly [DEFINITION]?: { readonly schema: Schema };
    readonly anyOf?: readonly Schema[];
    readonly type?: unknown;
    readonly properties?: object;
  };
  if (definition !== undefined) return objectIn(definition.schema);
  if (anyOf !== undefined) return anyOf.map(objectIn).find((each) => each !== null) ?? null;
  return type === "object" && properties !== undefined ? (schema as ObjectSchema) : null;
}

/** Any value of a type that is described in words alone. */
export function described<Value>(description: string): Schema<Value> {
  return { description };
}

/** A text, a number, yes or no, or nothing. */
export function plainValue(description: string): Schema<string | number | boolean | null> {
  return { type: ["string", "number", "boolean", "null"], description } as Schema<string | number | boolean | null>;
}

/** An object whose members are described in words alone. */
export function anyObject<Value extends object>(description: string): Schema<Value> {
  return { type: "object", description } as Schema<Value>;
}

/** An object of any names, whose values are alike. */
export function record<Value>(values: Schema<Value>, description: string): Schema<Readonly<Record<string, Value>>> {
  return { type: "object", additionalProperties: values, description } as Schema<Readonly<Record<string, Value>>>;
}

export function nullableString(description: string): FieldKind<string | null> {
  return fieldKind({ type: ["string", "null"], description });
}

/** A text that is never null, such as the name of a provider in a search. */
export function text(description: string): FieldKind<string> {
  return fieldKind({ type: "string", description });
}

/** One of the contract's values. */
export function oneOf<const Value extends string>(values: readonly Value[], description: string): FieldKind<Value> {
  return fieldKind({ type: "string", description, enum: values });
}

/** One of the contract's values, or null. */
export function nullableChoice<const Value extends string>(
  values: readonly Value[],
  description: string,
): FieldKind<Value | null> {
  return fieldKind({ type: ["string", "null"], description, enum: [...values, null] });
}

/** A `decimal` of the contract: exact digits, so a JSON string. */
export function nullableDecimal(description: string): FieldKind<string | null> {
  return fieldKind({ type: ["string", "null"], description, format: "decimal" });
}

/** A `float` of the contract. */
export function nullableNumber(description: string): FieldKind<number | null> {
  return fieldKind({ type: ["number", "null"], description });
}

export function integer(description: string): FieldKind<number> {
  return fieldKind({ type: "integer", description });
}

export function nullableInteger(description: string): FieldKind<number | null> {
  return fieldKind({ type: ["integer", "null"], description });
}

export function flag(description: string): FieldKind<boolean> {
  return fieldKind({ type: "boolean", description });
}

export function nullableBoolean(description: string): FieldKind<boolean | null> {
  return fieldKind({ type: ["boolean", "null"], description });
}

/** A National Provider Identifier. */
export function nullableNpi(description: string): FieldKind<string | null> {
  return fieldKind({ type: ["string", "null"], description, pattern: "^[0-9]{10}$" });
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(description: string): FieldKind<string> {
  return fieldKind({ type: "string", description, format: "date" });
}

export function nullableDay(description: string): FieldKind<string | null> {
  return fieldKind({ type: ["string", "null"], description, format: "date" });
}

export function stringArray(description: string): FieldKind<readonly string[]> {
  return fieldKind({ type: "array", items: { type: "string" }, description });
}

export function nullableStringArray(description: string): FieldKind<readonly string[] | null> {
  return fieldKind({ type: ["array", "null"], items: { type: "string" }, description });
}

/** A list of objects, such as advisories. */
export function objectArray(item: ObjectSchema, description: string): FieldKind<readonly object[]> {
  return fieldKind({ type: "array", items: item, description });
}

/** A value of an object that a table can have in a column. */
export interface SingleValue {
  /** `release_name` of `release.name`. */
  readonly heading: string;
  /** Null where the object, or one on the way, is absent. */
  readonly of: (value: unknown) => unknown;
}

/** The single values of an object and of the objects in it, in the order of the schema. Lists and objects of any names have none. */
export function singleValues({ properties }: ObjectSchema, without: readonly string[] = []): readonly SingleValue[] {
  return Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, member]) => {
      const inner = objectIn(member);
      const value = (of: unknown) => memberOf(of, name);
      if (inner === null) return isSingle(member) ? [{ heading: name, of: value }] : [];
      return singleValues(inner).map(({ heading, of }) => ({
        heading: `${name}_${heading}`,
        of: (whole: unknown) => of(value(whole)),
      }));
    });
}

function isSingle(schema: Schema): boolean {
  const { type } = schema as { readonly type?: string | readonly string[] };
  return ![type].flat().some((each) => each === undefined || each === "array" || each === "object");
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) ?? null) : null;
}
