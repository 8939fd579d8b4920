import type { Json } from "../../src/core/schema/schema.ts";

const REFERENCE = "#/components/schemas/";

/** The component that a schema refers to; null when it refers to none. */
export function referredTo({ $ref }: Json): string | null {
  return typeof $ref === "string" ? $ref.slice(REFERENCE.length) : null;
}

/** A JSON Schema, of the few forms that the OpenAPI document is made of, as the text of a TypeScript type. */
export function typeText(schema: Json): string {
  const reference = referredTo(schema);
  if (reference !== null) return reference;
  if (Array.isArray(schema.anyOf)) return union(schema.anyOf.map((each: Json) => typeText(each)));
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.type === undefined) return "unknown";
  return union([schema.type].flat().map((type) => ofType(String(type), schema)));
}

function ofType(type: string, schema: Json): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typeText(schema.items as Json)})[]`;
    case "object":
      return objectText(schema);
    default:
      throw new Error(`There is no TypeScript type for the JSON type ${type}.`);
  }
}

function objectText({ properties, required, additionalProperties }: Json): string {
  const open = additionalProperties === undefined || additionalProperties === true;
  const others = `Readonly<Record<string, ${open ? "unknown" : typeText(additionalProperties as Json)}>>`;
  if (properties === undefined) return others;
  const fields = fieldsText(properties as Json, (required ?? []) as readonly string[], "");
  return open ? fields : `${fields} & ${others}`;
}

/** The fields of an object with what they mean; `absent` is what may stand for a field that need not be there. */
export function fieldsText(properties: Json, required: readonly string[], absent: string): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isThere = required.includes(name);
    const described = commentText((schema as Json).description);
    return `${described}readonly ${name}${isThere ? "" : "?"}: ${typeText(schema as Json)}${isThere ? "" : absent};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

/** A declaration under a name: an interface where it is an object, so that editors show the name. */
export function declarationText(name: string, schema: Json): string {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name))
    throw new Error(`"${name}" is no name of a type. Name the schema in letters.`);
  const text = typeText(schema);
  const comment = commentText(schema.description ?? schema.title);
  return schema.type === "object" && schema.properties !== undefined && schema.additionalProperties === undefined
    ? `${comment}export interface ${name} ${text}\n`
    : `${comment}export type ${name} = ${text};\n`;
}

export function commentText(description: unknown): string {
  return typeof description === "string" ? `/** ${description.replaceAll("*/", "* /")} */\n` : "";
}

function union(members: readonly string[]): string {
  return [...new Set(members)].join(" | ");
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
