import { Ajv2020 } from "@redocly/ajv/dist/2020.js";
import { createOpenApi } from "../../src/serve/http/openapi/document.ts";
import { states } from "../../src/states/index.ts";

const DOCUMENT = "openapi.json";

/** A schema that allows nothing but what it lists: what an answer has and the document does not say is a fault too. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isList = typeof inner.properties === "object" && inner.type !== undefined && !("additionalProperties" in inner);
  return isList ? { ...inner, additionalProperties: false } : inner;
}

/** What is wrong with an answer by a schema of the OpenAPI document, such as `/components/schemas/RepricingJob`. */
export function strictFaults(pointer: string, answer: unknown): readonly string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(closed(createOpenApi(states, () => [])) as object, DOCUMENT);
  const validate = ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
  validate(answer);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}
