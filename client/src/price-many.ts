import type { AboutAnswer, Answered } from "./answer.ts";
import { ABORTED } from "./attempt.ts";
import { RatebookError } from "./failure.ts";
import { fault, faultsOf } from "./fields.ts";
import type { Fault, ItemError } from "./generated/openapi.ts";
import { BATCH_BYTES_MAX, BATCH_ITEMS, BATCH_ITEMS_MAX } from "./generated/service.ts";
import { wholeNumber } from "./options.ts";

/** The answer to a batch of lookups with such results. */
export interface BatchAnswer<Result> {
  readonly responses: readonly { readonly results: readonly Result[]; readonly error: ItemError | null }[];
}

/** One of many lookups: answered, or refused without failing the others. */
export type PricedItem<Request, Result> = {
  /** Its position among the requests, from 0. */
  readonly index: number;
  readonly request: Request;
} & (
  | {
      readonly kind: "answered";
      readonly results: readonly Result[];
      /** Of its batch. */
      readonly about: AboutAnswer;
    }
  | { readonly kind: "refused"; readonly error: NonNullable<ItemError> }
);

export interface PriceManyOptions {
  /** Batches in progress at a time, from 1 to 16; 2 when absent. */
  readonly concurrency?: number;
  /** Lookups per batch, from 1 to 1,000; 1,000 when absent. Fewer suit lookups by name. */
  readonly batchSize?: number;
  /** Ends everything at once. */
  readonly signal?: AbortSignal;
}

/** One thread of the service prices a batch, so two batches keep it busy: while one is priced, the other is transferred. */
const CONCURRENCY_WHEN_ABSENT = 2;

/** More only wait for each other, and their answers take memory on both sides. */
const CONCURRENCY_MAX = 16;

type SendBatch<Result> = (body: string, size: number, signal: AbortSignal) => Promise<Answered<BatchAnswer<Result>>>;

/** Whether JSON answers a batch of this size: each result at its index, so that no price goes to another claim. */
export function answersAll(json: unknown, size: number): boolean {
  const responses = (json as { readonly responses?: unknown } | null)?.responses;
  if (!Array.isArray(responses) || responses.length !== size) return false;
  return responses.every((response, place) => response?.index === place && Array.isArray(response.results));
}

/**
 * Prices any number of lookups, in their order. Batches are sent ahead, up to the limit of batches in progress. When the caller
 * stops reading, they are cancelled.
 */
export async function* priceMany<Request, Result>(
  requests: Iterable<Request> | AsyncIterable<Request>,
  send: SendBatch<Result>,
  options: PriceManyOptions,
): AsyncGenerator<PricedItem<Request, Result>, void, undefined> {
  const concurrency = wholeNumber("concurrency", options.concurrency ?? CONCURRENCY_WHEN_ABSENT, CONCURRENCY_MAX);
  const batchSize = wholeNumber("batchSize", options.batchSize ?? BATCH_ITEMS_MAX, BATCH_ITEMS_MAX);
  const stopped = new AbortController();
  const { signal } = stopped;
  const onAbort = () => stopped.abort();
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener("abort", onAbort);
  const batches = batchesOf(requests, batchSize);
  const underWay: Promise<readonly PricedItem<Request, Result>[]>[] = [];
  try {
    for (let isMore = true; isMore || underWay.length > 0; ) {
      if (isMore && underWay.length < concurrency) {
        const next = await unlessAborted(batches.next(), signal);
        isMore = next.done !== true;
        if (next.done !== true) underWay.push(handled(answersTo(next.value, send, signal)));
        continue;
      }
      for (const item of (await underWay.shift()) ?? []) {
        if (signal.aborted) throw aborted();
        yield item;
      }
    }
  } finally {
    options.signal?.removeEventListener("abort", onAbort);
    stopped.abort();
    const closed = handled(batches.return());
    // A source that is still awaited would delay the end.
    if (!options.signal?.aborted) await closed;
  }
}

function aborted(): RatebookError {
  return new RatebookError({ ...ABORTED, attempts: 0 });
}

/** A promise whose failure is reported in its turn; until then it must not count as unhandled. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(aborted());
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

async function answersTo<Request, Result>(
  batch: readonly Item<Request>[],
  send: SendBatch<Result>,
  signal: AbortSignal,
): Promise<readonly PricedItem<Request, Result>[]> {
  const size = batch.filter(({ json }) => json !== null).length;
  const sent = size === 0 ? null : await send(batchBody(batch), size, signal);
  let place = 0;
  return batch.map(({ index, request, json, faults }) => {
    if (json === null || sent === null) return { index, request, kind: "refused", error: errorOf(faults) };
    const { answer, ...about } = sent;
    const { results, error } = answer.responses[place] as BatchAnswer<Result>["responses"][number];
    place += 1;
    return error === null
      ? { index, request, kind: "answered", results: results as readonly Result[], about }
      : { index, request, kind: "refused", error };
  });
}

/** Errors in the form that the service uses for an item. */
function errorOf(faults: readonly Fault[]): NonNullable<ItemError> {
  const [first] = faults as readonly [Fault, ...Fault[]];
  return { code: first.code, message: first.message, errors: faults };
}

interface Item<Request> {
  readonly index: number;
  readonly request: Request;
  /** As sent; null when it is invalid. */
  readonly json: string | null;
  readonly faults: readonly Fault[];
}

const BEFORE_ITEMS = `{"${BATCH_ITEMS}":[`;
const AFTER_ITEMS = "]}";
const BYTES_AROUND = BEFORE_ITEMS.length + AFTER_ITEMS.length;

/** The body of a batch: the valid items. */
function batchBody(items: readonly Item<unknown>[]): string {
  return `${BEFORE_ITEMS}${items.flatMap(({ json }) => json ?? []).join(",")}${AFTER_ITEMS}`;
}

/** Requests in batches as large as the service accepts, by number and bytes. Only the next batch is read ahead. */
async function* batchesOf<Request>(
  requests: Iterable<Request> | AsyncIterable<Request>,
  itemsMax: number,
): AsyncGenerator<readonly Item<Request>[], void, undefined> {
  const encoder = new TextEncoder();
  let batch: Item<Request>[] = [];
  let bytes = BYTES_AROUND;
  let index = 0;
  for await (const request of requests) {
    const read = itemOf(request, index);
    const itemBytes = read.json === null ? 0 : encoder.encode(read.json).byteLength + 1;
    const isTooLarge = BYTES_AROUND + itemBytes > BATCH_BYTES_MAX;
    if (batch.length === itemsMax || (!isTooLarge && bytes + itemBytes > BATCH_BYTES_MAX)) {
      yield batch;
      batch = [];
      bytes = BYTES_AROUND;
    }
    batch.push(isTooLarge ? { ...read, json: null, faults: [TOO_LARGE] } : read);
    bytes += isTooLarge ? 0 : itemBytes;
    index += 1;
  }
  if (batch.length > 0) yield batch;
}

const TOO_LARGE = fault("request", `The request is not valid: expected less than ${BATCH_BYTES_MAX} bytes of JSON.`);

function itemOf<Request>(request: Request, index: number): Item<Request> {
  const faults = faultsOf(request);
  return { index, request, json: faults.length === 0 ? JSON.stringify(request) : null, faults };
}
