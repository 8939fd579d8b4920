import { snakeCase } from "../../src/core/text/spelling.ts";
import { itemSchema, type Parameters } from "../../src/pricing/request/parameter.ts";
import type { Json } from "../../src/serve/http/openapi/json-schema.ts";
import { commentText, fieldsText } from "./type-text.ts";

/** The name of the helper that the generated requests import (`client/src/at-least-one.ts`). */
export const AT_LEAST_ONE = "AtLeastOne";

/**
 * The type of a request from its parameters. Of the provider's identifiers at least one must be sent, which the type says as the
 * service does; a field that is `undefined` counts as absent, as null does.
 */
export function requestText(name: string, title: string, parameters: Parameters): string {
  const schema = itemSchema(title, parameters);
  const fields = fieldsText(schema.properties as Json, schema.required as readonly string[], " | undefined");
  const identifiers = Object.entries(parameters)
    .filter(([, parameter]) => parameter.identifiesProvider)
    .map(([key]) => JSON.stringify(snakeCase(key)));
  if (identifiers.length === 0) return `${commentText(`${title}.`)}export interface ${name} ${fields}\n`;
  return [
    `interface ${name}Fields ${fields}\n`,
    `${commentText(`${title}.`)}export type ${name} = ${AT_LEAST_ONE}<${name}Fields, ${identifiers.join(" | ")}>;\n`,
  ].join("\n");
}
