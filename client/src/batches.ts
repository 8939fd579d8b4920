import { fault, faultsOf } from "./fields.ts";
import { BATCH_BYTES_MAX } from "./generated/service.ts";
import type { Fault } from "./generated/shared.ts";

/** One lookup of many, with its place among all. */
export interface Item<Request> {
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
export function batchBody(items: readonly Item<unknown>[]): string {
  return `${BEFORE_ITEMS}${items.flatMap(({ json }) => json ?? []).join(",")}${AFTER_ITEMS}`;
}

/** Requests in batches as large as the service takes, by number and by bytes. No more is read than the next batch needs. */
export async function* batchesOf<Request>(
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
