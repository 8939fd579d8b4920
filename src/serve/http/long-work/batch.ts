import { Buffer } from "node:buffer";
import type { Caveats } from "../../../answers/caveats.ts";
import type { OwnBytes } from "../../../core/runtime/memory.ts";
import { nextSlice, Slices } from "../../../core/runtime/scheduler.ts";
import {
  alwaysFalse,
  alwaysNull,
  array,
  choice,
  either,
  integer,
  named,
  nullable,
  nullableString,
  type ObjectSchema,
  object,
  type Schema,
  string,
  type ValueOf,
} from "../../../core/schema/schema.ts";
import { closestAmong } from "../../../core/text/closest.ts";
import { otherEncoding } from "../../../core/text/encoding.ts";
import { jsonPlace } from "../../../core/text/json-place.ts";
import { quoted } from "../../../core/text/refusal.ts";
import { type LookupAnswer, lookupAnswer } from "../../../pricing/answer.ts";
import type { RateLookup } from "../../../pricing/lookup.ts";
import { isReferenceId } from "../../../pricing/request/kinds.ts";
import type { Defaults } from "../../../pricing/request/parameter.ts";
import {
  FAULT_CODES,
  faultSchema,
  faultsText,
  type RequestFault,
  type RequestFields,
  UNKNOWN_NAMED_MAX,
  unknownNames,
} from "../../../pricing/request/read.ts";
import type { Result, WrittenResult } from "../../../pricing/result.ts";
import type { StateInRelease } from "../../../release/release.ts";
import { excessIn } from "../json-survey.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import type { BatchQuestion } from "./question.ts";

/** The member of a batch's body that has its items. */
export const ITEMS = "requests";

const BODY = `{"${ITEMS}": [ ... ]}`;

/** The body of a batch, whose items are described by the first argument. Other members are refused. */
export function bodySchema(item: Schema, title: string) {
  const items = { ...array(item, "The lookups."), maxItems: HTTP_LIMITS.batchItemsMax };
  return { ...object(title, { [ITEMS]: items }), additionalProperties: false };
}

/** The answer to an item of a batch, whose results are described by the first argument. */
export function responseSchema(result: Schema<Result>, title: string) {
  const results = "What the single lookup returns; one when the item is refused.";
  return object(title, {
    index: integer("The item's place in the request, from 0."),
    reference_id: nullableString("Echo of the item's reference_id."),
    results: array(either([result, refusedResultSchema], "A result."), results),
    error: nullable(itemErrorSchema, "What is wrong with the item; null when it was answered."),
  });
}

/** A client that reads results alone loses no line: a refused item has one too, with every field of the lookup's results. */
const refusedResultSchema = named("RefusedResult", {
  ...object("Result of a refused item: every other field of the lookup's results is null", {
    reference_id: nullableString("Echo of the item's reference_id."),
    rate_found: alwaysFalse("No rate was looked up."),
    error_message: string("The message of the item's error."),
    payment_rate: alwaysNull("Always null."),
  }),
  additionalProperties: { type: "null" },
});

type RefusedResult = ValueOf<typeof refusedResultSchema>;

function refusedResult({ required }: ObjectSchema, filled: RefusedResult): RefusedResult {
  return { ...Object.fromEntries(required.map((name) => [name, null])), ...filled };
}

const itemErrorSchema = named(
  "ItemError",
  object("Error of a batch item", {
    code: choice(FAULT_CODES, "The code of the first fault."),
    message: string("What is wrong: an unknown parameter first, since another is often missing because of it."),
    errors: array(faultSchema, "Every fault of the item."),
  }),
);

/** The answers to the items of a batch. */
export function batchSchema<Response>(response: Schema<Response>, title: string) {
  return object(title, {
    batch_size: integer("How many lookups were sent."),
    responses: array(response, "One answer per lookup."),
  });
}

/** An item takes some ten microseconds, a faulty one with many unknown parameters some hundred. */
const ITEMS_PER_CLOCK_READING = 4;

interface Answered {
  readonly index: number;
  readonly fields: RequestFields | null;
  readonly answer: LookupAnswer;
}

/**
 * Answers the items of a batch (conventions 5) as JSON in parts, and gathers the remarks on all of them. Works in slices, between which
 * other requests have their turn.
 */
export async function batchAnswer(
  lookup: RateLookup,
  items: readonly unknown[],
  source: StateInRelease,
  defaults: Defaults,
  caveats: Caveats,
  betweenSlices: () => void,
): Promise<readonly OwnBytes[]> {
  const head = `{"batch_size":${items.length},"responses":`;
  const responses = new JsonList<Answered>(head, (answered) => responseJson(answered, lookup));
  const add = (answered: Answered) => {
    if (answered.answer.ok) caveats.add(answered.answer.results);
    responses.add(answered);
  };
  const slices = new Slices(ITEMS_PER_CLOCK_READING);
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (slices.isOver()) {
      betweenSlices();
      await nextSlice();
    }
    const fields = fieldsOf(item);
    const answer = fields === null ? notAnObject(index) : lookupAnswer(lookup, "fromItem", fields, defaults, source);
    if (answer instanceof Promise) {
      add({ index, fields, answer: await answer });
      // Searches by name have their own slices.
      betweenSlices();
    } else add({ index, fields, answer });
  }
  return responses.end("}");
}

/** The answer to an item, by its place (conventions 5). */
function responseJson({ index, fields, answer }: Answered, lookup: RateLookup): string {
  if (answer.ok) return answeredJson(index, answer.request.referenceId, answer.results, lookup);
  const [first] = answer.faults as readonly [RequestFault];
  const sent = fields?.reference_id;
  const reference_id = isReferenceId(sent) ? sent : null;
  const message = faultsText(answer.faults);
  const result = { reference_id, rate_found: false, error_message: message, payment_rate: null } as const;
  const response: ValueOf<ReturnType<typeof responseSchema>> = {
    index,
    reference_id,
    results: [refusedResult(lookup.resultSchema, result)],
    error: { code: first.code, message, errors: answer.faults },
  };
  return JSON.stringify(response);
}

function answeredJson(
  index: number,
  referenceId: string | null,
  results: readonly WrittenResult[],
  { resultsJson }: RateLookup,
): string {
  const reference = referenceId === null ? "null" : JSON.stringify(referenceId);
  return `{"index":${index},"reference_id":${reference},"results":${resultsJson(results)},"error":null}`;
}

function fieldsOf(item: unknown): RequestFields | null {
  return typeof item === "object" && item !== null && !Array.isArray(item) ? (item as RequestFields) : null;
}

function notAnObject(index: number): LookupAnswer {
  const field = `${ITEMS}[${index}]`;
  const fault: RequestFault = {
    field,
    code: "invalid_parameter",
    message: `${field} is not an object: expected the fields of one lookup, such as {"billing_code": "...", "npi": "..."}.`,
  };
  return { ok: false, faults: [fault] };
}

/** The items of a batch as they were sent, or why there are none. */
type BatchItems =
  | { readonly ok: true; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly problem: Problem };

/** Reads what a batch consists of (conventions 5), its body before its parameters (conventions 4). */
export function readBatch({ body, strayParameter }: BatchQuestion): BatchItems {
  const parsed = parseJson(body);
  if (!parsed.ok) return parsed;
  const batch = itemsOf(parsed.value);
  return batch.ok && strayParameter !== null ? { ok: false, problem: notInQuery(strayParameter) } : batch;
}

type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The decoder skips a byte order mark; keys like `__proto__` become ordinary keys of the parsed object. */
function parseJson(bytes: Uint8Array): JsonBody {
  if (bytes.length === 0) return invalid("The body is empty.");
  const encoding = otherEncoding(bytes);
  if (encoding !== null) return invalid(`The body is ${encoding}; send UTF-8.`);
  const excess = excessIn(bytes);
  if (excess === "depth") {
    return invalid(`The body has more than ${HTTP_LIMITS.jsonDepthMax} arrays and objects within each other.`);
  }
  if (excess === "values") return { ok: false, problem: tooManyValues() };
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return invalid("The body is not UTF-8 text.");
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return invalid(`The body is not valid JSON${jsonPlace(error)}.`);
  }
}

function tooManyValues(): Problem {
  const { jsonValuesMax, batchItemsMax } = HTTP_LIMITS;
  const detail = `The body has more than ${jsonValuesMax} values; at most ${batchItemsMax} items are allowed. Split it.`;
  return { code: "batch_too_large", detail };
}

function invalid(detail: string): JsonBody {
  return { ok: false, problem: { code: "invalid_json", detail: `${detail} Send ${BODY}.` } };
}

const unknownMember = unknownNames(
  "a member of a batch",
  closestAmong([ITEMS]),
  `its only member is ${ITEMS}. Put parameters into each item that they are meant for.`,
);

function itemsOf(value: unknown): BatchItems {
  const { [ITEMS]: requests, ...others } = fieldsOf(value) ?? {};
  const faults = Object.keys(others).slice(0, UNKNOWN_NAMED_MAX).map(unknownMember);
  if (!Array.isArray(requests)) {
    const missing = `The body has no array "${ITEMS}". Send ${BODY} with one object per lookup.`;
    const [misspelt] = faults;
    const detail = misspelt === undefined ? missing : `${misspelt.message} ${missing}`;
    return { ok: false, problem: { code: "invalid_json", detail } };
  }
  if (faults.length > 0) return { ok: false, problem: problemOfFaults(faults) };
  const { batchItemsMax } = HTTP_LIMITS;
  if (requests.length > batchItemsMax) {
    const detail = `The batch has ${requests.length} items; at most ${batchItemsMax} are allowed. Split it.`;
    return { ok: false, problem: { code: "batch_too_large", detail } };
  }
  return { ok: true, items: requests };
}

/** A query parameter of a batch would have no effect, and its client expects one. */
function notInQuery(parameter: string): Problem {
  const message = `${quoted(parameter)} is in the query string, where a batch has no parameters; put it into each item that it is meant for.`;
  return problemOfFaults([{ field: parameter.slice(0, 60), code: "unknown_parameter", message }]);
}

// Imported rather than read from the global object, where each use goes through a getter.

/**
 * Values that are gathered before they are serialised. One by one, making values and writing them push each other out of the processor's
 * caches. All at once, the text of a large batch keeps other requests waiting as long as pricing it.
 */
const VALUES_PER_PART = 50;

/** A JSON array, serialised part by part while its values are made. */
export class JsonList<Value> {
  readonly #jsonOf: (value: Value) => string;
  readonly #parts: OwnBytes[];
  #gathered: Value[] = [];
  #separator = "";

  constructor(head: string, jsonOf: (value: Value) => string) {
    this.#jsonOf = jsonOf;
    this.#parts = [bytesOf(`${head}[`)];
  }

  add(value: Value): void {
    this.#gathered.push(value);
    if (this.#gathered.length === VALUES_PER_PART) this.#write();
  }

  /**
   * The complete array in parts, to be sent one after the other. Joined they would need megabytes in one piece, which take the system as
   * long to provide as a slice lasts.
   */
  end(tail: string): readonly OwnBytes[] {
    this.#write();
    this.#parts.push(bytesOf(`]${tail}`));
    return this.#parts;
  }

  #write(): void {
    let json = "";
    for (const value of this.#gathered) {
      json += this.#separator + this.#jsonOf(value);
      this.#separator = ",";
    }
    this.#parts.push(bytesOf(json));
    this.#gathered = [];
  }
}

const encoder = new TextEncoder();

/**
 * A text as UTF-8. Nearly all are ASCII and have as many bytes as characters, so the bytes are not counted first, which would take half as
 * long again.
 */
function bytesOf(text: string): OwnBytes {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  const { read } = encoder.encodeInto(text, bytes);
  return read === text.length ? bytes : encoder.encode(text);
}
