/*
 * The vocabulary of answers. A schema is JSON Schema for OpenAPI and agents, and the compiler infers the type of the value
 * from it: no object has an interface beside its schema.
 *
 * Each field of a result is one flat schema, `{"type": ["string", "null"]}` rather than a union: OpenAPI 3.1 prints it
 * unchanged, and the serialiser needs no validator.
 */

/** A JSON object, such as a piece of a document or an answer. */
export type Json = Readonly<Record<string, unknown>>;

type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

declare const valueOfSchema: unique symbol;

const DEFINITION = Symbol("definition");

/** JSON Schema of some value, by the keywords that this vocabulary prints; the compiler also knows the type of the value. */
export interface Schema<Value = unknown> {
  readonly [valueOfSchema]?: Value;
  /** What a reference refers to. Documents do not print it. */
  readonly [DEFINITION]?: { readonly name: string; readonly schema: Schema };
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly title?: string;
  readonly description?: string;
  readonly const?: string | false;
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
}

export type ValueOf<Of> = Of extends Schema<infer Value> ? Value : never;

/** A member that the JSON may leave out; every other member is always present. */
interface OptionalMember<Value = unknown> {
  readonly optional: Schema<Value>;
}

/** A field of an object: its schema, and its value as a function of the facts that all fields are made from. */
export interface Field<Facts, Of extends Schema | OptionalMember = Schema | OptionalMember> {
  readonly schema: Of;
  readonly value: (facts: Facts) => unknown;
}

export type Fields<Facts> = Readonly<Record<string, Field<Facts>>>;

export type ObjectOfFields<Of extends Fields<never>> = ObjectOf<{ readonly [Name in keyof Of]: Of[Name]["schema"] }>;

export function objectOfFields<Of extends Fields<never>>(title: string, fields: Of): ObjectSchema<ObjectOfFields<Of>> {
  const members = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return object(title, Object.fromEntries(members)) as ObjectSchema<ObjectOfFields<Of>>;
}

/** The schema of a field, from which the field is made: `text("City.").from(({ provider }) => provider.city)`. */
interface FieldKind<Value> extends Schema<Value> {
  /** A nullable value is null if its function returns undefined, as `provider?.city` does. */
  from<Facts>(value: (facts: Facts) => null extends Value ? Value | undefined : Value): Field<Facts, Schema<Value>>;
}

/** The schema of a field that is left out if its function returns undefined. */
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

/** The schema of an object, its members in the contract's order. */
export interface ObjectSchema<Value = unknown> extends Schema<Value> {
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
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

/** Declares an object; no title (null) if its place in another object names it. */
export function object<Of extends Members>(title: string | null, members: Of): ObjectSchema<ObjectOf<Of>> {
  const entries = Object.entries(members);
  return {
    type: "object",
    ...(title === null ? {} : { title }),
    required: entries.filter(([, member]) => !("optional" in member)).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, "optional" in member ? member.optional : member]),
    ),
  };
}

export function optional<Value>(member: Schema<Value>): OptionalFieldKind<Value> {
  return fieldKind({ optional: member });
}

export function array<Value>(items: Schema<Value>, description: string): FieldKind<readonly Value[]> {
  return fieldKind({ type: "array", items, description });
}

/** An object, a list or a reference that may be null. */
export function nullable<Value>(schema: Schema<Value>, description?: string): Schema<Value | null> {
  return { anyOf: [schema, { type: "null" }], ...(description === undefined ? {} : { description }) };
}

export function either<const Of extends readonly Schema[]>(
  shapes: Of,
  description: string,
): Schema<ValueOf<Of[number]>> {
  return { description, anyOf: shapes };
}

/** A reference to a schema by the name that documents have it under. */
function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** A schema that documents name once and refer to everywhere else. */
export function named<Value>(name: string, schema: Schema<Value>): Schema<Value> {
  return { ...reference(name), [DEFINITION]: { name, schema } } as Schema<Value>;
}

/** A named schema that refers to itself: it is made from the reference to it. */
export function recursive<Value>(name: string, schema: (itself: Schema<Value>) => Schema<Value>): Schema<Value> {
  const itself = reference(name) as Schema<Value>;
  return Object.assign(itself, { [DEFINITION]: { name, schema: schema(itself) } });
}

/** The named schemas that a document or a schema refers to, directly or indirectly, in the order of appearance. */
export function definitionsIn(piece: object): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const look = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { [DEFINITION]: definition } = part as Schema;
    if (definition === undefined) Object.values(part).forEach(look);
    else if (!found.has(definition.name)) {
      found.set(definition.name, definition.schema);
      look(definition.schema);
    }
  };
  look(piece);
  return found;
}

/** A schema under another description: a reference keeps what it refers to. */
export function withDescription<Value>(schema: Schema<Value>, description: string): Schema<Value> {
  return { ...schema, description };
}

/** The object that a schema declares, by reference or nullable too; otherwise null. */
function objectIn(schema: Schema): ObjectSchema | null {
  const { [DEFINITION]: definition, anyOf, type, properties, required = [] } = schema;
  if (definition !== undefined) return objectIn(definition.schema);
  if (anyOf !== undefined) return anyOf.map(objectIn).find((each) => each !== null) ?? null;
  return type === "object" && properties !== undefined ? { ...schema, type, properties, required } : null;
}

/** Any value of a type that is described in words alone. */
export function described<Value>(description: string): Schema<Value> {
  return { description };
}

/** A text, a number, a boolean or null. */
export function plainValue(description: string): Schema<string | number | boolean | null> {
  return { type: ["string", "number", "boolean", "null"], description };
}

/** An object whose members are described in words alone. */
export function anyObject<Value extends object>(description: string): Schema<Value> {
  return { type: "object", description };
}

/** An object of any names, whose values are alike. */
export function record<Value>(values: Schema<Value>, description: string): Schema<Readonly<Record<string, Value>>> {
  return { type: "object", additionalProperties: values, description };
}

export function nullableString(description: string): FieldKind<string | null> {
  return fieldKind({ type: ["string", "null"], description });
}

export function string(description: string): FieldKind<string> {
  return fieldKind({ type: "string", description });
}

export function choice<const Value extends string>(values: readonly Value[], description: string): FieldKind<Value> {
  return fieldKind({ type: "string", description, enum: values });
}

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

export function boolean(description: string): FieldKind<boolean> {
  return fieldKind({ type: "boolean", description });
}

export function alwaysFalse(description: string): Schema<false> {
  return { type: "boolean", description, const: false };
}

export function alwaysNull(description: string): Schema<null> {
  return { type: "null", description };
}

export function nullableBoolean(description: string): FieldKind<boolean | null> {
  return fieldKind({ type: ["boolean", "null"], description });
}

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

/** A value of an object that a table can have in a column. */
export interface SingleValue {
  /** `release_name` of `release.name`. */
  readonly heading: string;
  /** Null if the object, or a parent, is absent. */
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

function isSingle({ type }: Schema): boolean {
  return ![type].flat().some((each) => each === undefined || each === "array" || each === "object");
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) ?? null) : null;
}
