import type { Caveats } from "../../../answers/caveats.ts";
import type { OwnBytes } from "../../../core/runtime/memory.ts";
import { nextSlice, Slices } from "../../../core/runtime/scheduler.ts";
import {
  integer,
  list,
  named,
  nullable,
  nullableString,
  object,
  oneOf,
  type Schema,
  text,
  type ValueOf,
} from "../../../core/schema/schema.ts";
import { type LookupAnswer, lookupAnswer } from "../../../pricing/answer.ts";
import type { RateLookup } from "../../../pricing/lookup.ts";
import { isReferenceId } from "../../../pricing/request/kinds.ts";
import type { Defaults } from "../../../pricing/request/parameter.ts";
import { FAULT_CODES, faultSchema, type RequestFault, type RequestFields } from "../../../pricing/request/read.ts";
import type { Result, WrittenResult } from "../../../pricing/result.ts";
import type { StateInRelease } from "../../../release/release.ts";
import { JsonList } from "./json-list.ts";

/** The answer to an item of a batch, whose results are described by the first argument. */
export function responseSchema(result: Schema<Result>, title: string) {
  const results = "What the single lookup returns for the same fields; empty when the item is faulty.";
  return object(title, {
    index: integer("The item's place in the request, from 0."),
    reference_id: nullableString("Echo of the item's reference_id."),
    results: list(result, results),
    error: nullable(itemErrorSchema, "What is wrong with the item; null when it was answered."),
  });
}

const itemErrorSchema = named(
  "ItemError",
  object("Error of a batch item", {
    code: oneOf(FAULT_CODES, "The code of the first fault."),
    message: text("The message of the first fault."),
    errors: list(faultSchema, "Every fault of the item."),
  }),
);

/** The answers to the items of a batch. */
export function batchSchema<Response>(response: Schema<Response>, title: string) {
  return object(title, {
    batch_size: integer("How many lookups were sent."),
    responses: list(response, "One answer per lookup."),
  });
}

/** An item takes some ten microseconds, a faulty one with many unknown parameters some hundred. */
const ITEMS_PER_CLOCK_READING = 4;

/** An item of a batch and its answer. */
interface Answered {
  readonly index: number;
  readonly fields: RequestFields | null;
  readonly answer: LookupAnswer;
}

/**
 * Answers the items of a batch (conventions 5), as JSON in parts; has what must be said of all of them gathered. Works in slices between which others have their turn.
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
      // Names are searched for in slices of their own.
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
  const response: ValueOf<ReturnType<typeof responseSchema>> = {
    index,
    reference_id: isReferenceId(sent) ? sent : null,
    results: [],
    error: { code: first.code, message: first.message, errors: answer.faults },
  };
  return JSON.stringify(response);
}

export function answeredJson(
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
  const field = `requests[${index}]`;
  const fault: RequestFault = {
    field,
    code: "invalid_parameter",
    message: `${field} is not an object: expected the fields of one lookup, such as {"billing_code": "...", "npi": "..."}.`,
  };
  return { ok: false, faults: [fault] };
}
