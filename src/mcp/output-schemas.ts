import { answerKinds } from "../answers/index.ts";
import { explanationSchema } from "../explanation/explanation.ts";
import { coverageSchemas } from "../http/openapi/coverage-operation.ts";
import { closedObject, type Json, schemaReference } from "../http/openapi/json-schema.ts";
import { commonResultFields } from "../pricing/result-fields.ts";
import { definitionsIn as namedIn, schemaOfFields } from "../schema/schema.ts";
import type { SchemaOfObject } from "./tool.ts";

/*
 * The schemas of the answers, from those that OpenAPI publishes. Members that are null are left out of the answers, so that
 * what may be null is not required; and an agent reads the fields that all states share, the others as they come.
 */

const RESULT = "Result";

/** A reference to the result of a lookup. */
export const RESULT_REFERENCE: Json = schemaReference(RESULT);

/** What the schemas of answers refer to. */
const components: Json = {
  ...Object.fromEntries(namedIn(explanationSchema(RESULT_REFERENCE, ""))),
  ...Object.fromEntries(answerKinds.flatMap(({ schema, noun }) => [...namedIn(schema(RESULT_REFERENCE, noun))])),
  ...coverageSchemas,
  [RESULT]: schemaOfFields(commonResultFields),
};

/** The JSON Schema vocabulary knows these; a validator complains of others. */
const FORMATS: readonly unknown[] = ["date"];

/** A schema of the API as it is for agents: what it refers to at hand, nothing required that may be null. */
export function agentSchema(schema: Json, added: Json = {}): SchemaOfObject {
  const own = rewritten(schema) as SchemaOfObject;
  const more = rewritten(closedObject("", added)) as SchemaOfObject;
  const whole: SchemaOfObject = {
    ...own,
    properties: { ...own.properties, ...more.properties },
    required: [...own.required, ...more.required],
  };
  return { ...whole, $defs: definitionsIn(whole) };
}

/** The definitions that a schema refers to, and those that they refer to. */
function definitionsIn(schema: unknown): Json {
  const found = new Map<string, unknown>();
  const sought = [schema];
  for (const each of sought) {
    for (const [, name] of JSON.stringify(each).matchAll(/"#\/\$defs\/([A-Za-z]+)"/g)) {
      if (name === undefined || found.has(name)) continue;
      const definition = rewritten(components[name] as Json);
      found.set(name, definition);
      sought.push(definition);
    }
  }
  return Object.fromEntries(found);
}

function rewritten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rewritten);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, required, format, properties, ...rest } = schema as Json;
  if (typeof $ref === "string") return { $ref: `#/$defs/${definitionOf($ref)}` };
  const members = (properties ?? {}) as Json;
  const needed = ((required ?? []) as readonly string[]).filter((name) => !mayBeNull(members[name] as Json));
  return {
    ...eachRewritten(rest),
    ...(FORMATS.includes(format) ? { format } : {}),
    ...(properties === undefined ? {} : { properties: eachRewritten(members) }),
    ...(required === undefined ? {} : { required: needed }),
  };
}

function eachRewritten(members: Json): Json {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, rewritten(value)]));
}

/** The results of every lookup are one definition here; the rest is called as OpenAPI calls it. */
function definitionOf(reference: string): string {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return name in components ? name : RESULT;
}

function mayBeNull(schema: Json): boolean {
  const { type, anyOf, $ref } = schema;
  if (typeof $ref === "string") return mayBeNull(components[definitionOf($ref)] as Json);
  if (Array.isArray(anyOf)) return anyOf.some((each) => mayBeNull(each as Json));
  return type === undefined || type === "null" || (Array.isArray(type) && type.includes("null"));
}

const text = (description: string): Json => ({ type: "string", description });

/** What every answer says beside the answer itself; the release in a word or two where the API's answer does not name it. */
export const ANSWER_MEMBERS = {
  release: text("The release that it comes from: its version and the beginning of its content hash. Cite it."),
  warnings: {
    type: "array",
    items: { type: "string" },
    description: "What makes the prices doubtful: old editions, tables without rows. Tell it with them.",
  },
  left_out: { type: ["string", "null"], description: "What is not shown and how to get it; absent when nothing is." },
} satisfies Readonly<Record<string, Json>>;
