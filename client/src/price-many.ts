import type { AboutAnswer, Answered } from "./answer.ts";
import { ABORTED } from "./attempt.ts";
import { RatebookError } from "./failure.ts";
import { fault, faultsOf } from "./fields.ts";
import { BATCH_BYTES_MAX, BATCH_ITEMS_MAX } from "./generated/service.ts";
import type { Fault, ItemError } from "./generated/shared.ts";
import { wholeNumber } from "./options.ts";

/** One of many lookups: answered, or refused by itself without failing its neighbours. */
export type PricedItem<Request, Result> = {
  /** Its place among the requests, from 0. */
  readonly index: number;
  readonly request: Request;
} & (
  | {
      readonly kind: "answered";
      readonly results: readonly Result[];
      /** Of the batch that it was part of. */
      readonly about: AboutAnswer;
    }
  | { readonly kind: "refused"; readonly error: NonNullable<ItemError> }
);

/** How many lookups are priced. */
export interface PriceManyOptions {
  /** Batches under way at a time, from 1 to 16; 2 when absent. */
  readonly concurrency?: number;
  /** Lookups of one batch, from 1 to 1,000, which it is when absent. Fewer suit lookups by name. */
  readonly batchSize?: number;
  /** Ends everything at once. */
  readonly signal?: AbortSignal;
}

/** A batch is priced by one thread of the service, so that two keep it busy: while one is priced, the other travels. */
const CONCURRENCY_WHEN_ABSENT = 2;

/** More only wait for each other, and their answers take memory here and there. */
const CONCURRENCY_MAX = 16;

/** One answer of a batch, as far as its form is looked at. */
interface BatchResponse<Result> {
  readonly index: number;
  readonly results: readonly Result[];
  readonly error: ItemError;
}

/** What a batch answers. */
export interface BatchAnswer<Result> {
  readonly responses: readonly BatchResponse<Result>[];
}

/** Sends the body of a batch of so many lookups. */
type SendBatch<Result> = (body: string, size: number, signal: AbortSignal) => Promise<Answered<BatchAnswer<Result>>>;

/** Whether JSON is the answer to a batch of so many lookups: each at its place, so that no price goes to another's claim. */
export function answersAll(json: unknown, size: number): boolean {
  const responses = (json as { readonly responses?: unknown } | null)?.responses;
  if (!Array.isArray(responses) || responses.length !== size) return false;
  return responses.every((response, place) => response?.index === place && Array.isArray(response.results));
}

/**
 * Prices any number of lookups, in their order: batches go out ahead of the one that is waited for, and no more of them than may be
 * under way. Who stops reading ends those.
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
    // A source that is still being waited for would hold up the end.
    if (!options.signal?.aborted) await closed;
  }
}

function aborted(): RatebookError {
  return new RatebookError({ ...ABORTED, attempts: 0 });
}

/** A promise whose failure is told where it is its turn; until then nobody else shall call it unhandled. */
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
    const { results, error } = answer.responses[place] as BatchResponse<Result>;
    place += 1;
    return error === null
      ? { index, request, kind: "answered", results, about }
      : { index, request, kind: "refused", error };
  });
}

/** Faults as the service tells those of an item. */
function errorOf(faults: readonly Fault[]): NonNullable<ItemError> {
  const [first] = faults as readonly [Fault, ...Fault[]];
  return { code: first.code, message: first.message, errors: faults };
}

/** One lookup of many, with its place among all. */
interface Item<Request> {
  readonly index: number;
  readonly request: Request;
  /** As it is sent; null where it cannot be, for the faults. */
  readonly json: string | null;
  readonly faults: readonly Fault[];
}

const BEFORE_ITEMS = '{"requests":[';
const AFTER_ITEMS = "]}";
const BYTES_AROUND = BEFORE_ITEMS.length + AFTER_ITEMS.length;

/** The body of a batch: the items that can be sent. */
function batchBody(items: readonly Item<unknown>[]): string {
  return `${BEFORE_ITEMS}${items.flatMap(({ json }) => json ?? []).join(",")}${AFTER_ITEMS}`;
}

/** Requests in batches as large as the service takes, by number and by bytes. No more is read than the next batch needs. */
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
