import { Ajv2020, type ValidateFunction } from "@redocly/ajv/dist/2020.js";
import { PROBLEM_MEDIA_TYPE, PROBLEMS } from "../../src/serve/http/problems.ts";
import type { Answer } from "../fire/http.ts";
import type { Patience } from "../fire/patience.ts";
import { type Json, type Operation, resolved } from "./openapi.ts";

const DOCUMENT = "openapi.json";

/** What an answer belongs to, as the document names it. */
export type Documented = Pick<Operation, "documented"> & { readonly method: string };

/** Holds answers against the document that the service itself serves. */
export class Contract {
  readonly #document: Json;
  readonly #patience: Patience;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Json, patience: Patience) {
    this.#document = document;
    this.#patience = patience;
    this.#ajv.addSchema(document, DOCUMENT);
  }

  /** What is wrong with an answer, or null. `mayBeFull`: a 503 that says when to come back is an answer too. */
  problemOf(operation: Documented, answer: Answer, mayBeFull = false): string | null {
    const { status, milliseconds } = answer;
    const isFull = mayBeFull && status === 503 && answer.headers["retry-after"] !== undefined;
    if (status >= 500 && !isFull) return `answered ${status}: ${answer.body.slice(0, 200)}`;
    if (milliseconds > this.#patience.answerMillisecondsMax) return `took ${Math.round(milliseconds)} ms`;
    if (answer.headers["x-request-id"] === undefined) return `${status} without X-Request-Id`;
    return status < 300 ? this.#problemOfSuccess(operation, answer) : this.#problemOfRefusal(operation, answer);
  }

  #problemOfSuccess({ documented, method }: Documented, { status, headers, body }: Answer): string | null {
    if (!isOfType(headers["content-type"], "application/json")) return `${status} as ${headers["content-type"]}`;
    return this.#mismatch(
      `#/paths/${escaped(documented)}/${method}/responses/${status}/content/application~1json/schema`,
      body,
    );
  }

  #problemOfRefusal({ documented, method }: Documented, { status, headers, body }: Answer): string | null {
    if (!isOfType(headers["content-type"], PROBLEM_MEDIA_TYPE)) return `${status} as ${headers["content-type"]}`;
    const mismatch = this.#mismatch("#/components/schemas/Problem", body);
    if (mismatch !== null) return mismatch;
    const problem = JSON.parse(body) as { status: number; code: keyof typeof PROBLEMS; request_id: string };
    if (problem.status !== status || PROBLEMS[problem.code].status !== status) return `${problem.code} as ${status}`;
    if (problem.request_id !== headers["x-request-id"]) return "request_id is not that of the header";
    const responses = this.#document.paths?.[documented]?.[method]?.responses as Json;
    const listed = [responses[String(status)], responses.default].flatMap((each) => this.#codesOf(each));
    return listed.includes(problem.code) ? null : `${problem.code}, which the document does not list for ${documented}`;
  }

  /** The problems that a response of the document shows. */
  #codesOf(response: Json | undefined): readonly string[] {
    if (response === undefined) return [];
    const content = resolved(this.#document, response).content?.[PROBLEM_MEDIA_TYPE];
    return Object.keys(content?.examples ?? {});
  }

  #mismatch(pointer: string, body: string): string | null {
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return `not JSON: ${body.slice(0, 200)}`;
    }
    const known = this.#validators.get(pointer);
    const validate = known ?? this.#ajv.compile({ $ref: `${DOCUMENT}${pointer}` });
    if (known === undefined) this.#validators.set(pointer, validate);
    return validate(value) ? null : `does not fit ${pointer}: ${this.#ajv.errorsText(validate.errors)}`;
  }
}

function isOfType(contentType: string | undefined, mediaType: string): boolean {
  return contentType?.split(";")[0] === mediaType;
}

/** A name as a part of a JSON pointer in a URI. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
