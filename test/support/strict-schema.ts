import { Ajv2020, type ValidateFunction } from "@redocly/ajv/dist/2020.js";
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

let ajv: Ajv2020 | null = null;
const validators = new Map<string, ValidateFunction>();

function validatorOf(pointer: string): ValidateFunction {
  ajv ??= new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(
    closed(createOpenApi(states)) as object,
    DOCUMENT,
  );
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

/** What is wrong with an answer by a schema of the OpenAPI document, such as `/components/schemas/RepricingJob`. */
export function strictFaults(pointer: string, answer: unknown): readonly string[] {
  const validate = validatorOf(pointer);
  validate(answer);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

/** Where the document has the schema of an answer. */
export function answerPointer(path: string, method = "get", status = 200): string {
  const place = encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `/paths/${place}/${method}/responses/${status}/content/application~1json/schema`;
}
