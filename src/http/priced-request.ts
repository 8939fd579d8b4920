import { answerLookup } from "../pricing/answer.ts";
import type { LookupRequest, RateLookup, Result } from "../pricing/lookup.ts";
import type { StateInRelease } from "../release/release.ts";
import type { Defaults } from "../request/parameter.ts";
import type { CrossCheck, Fields, Read, RequestFault } from "../request/read.ts";

/** The answer to one lookup, single or in a batch: results, or what is wrong with the request. */
export type LookupAnswer =
  | { readonly ok: true; readonly request: LookupRequest; readonly results: readonly Result[] }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

/** Only lookups by name alone have to be waited for. */
type Answering = LookupAnswer | Promise<LookupAnswer>;

/** Answers the lookup that a query string asks. */
export function answerQuery(lookup: RateLookup, query: Fields, defaults: Defaults, source: StateInRelease): Answering {
  return answerRead(lookup, lookup.reader.fromQuery(query, defaults, crossCheck(lookup, source)), source);
}

/** Answers the lookup that an item of a batch asks. */
export function answerItem(lookup: RateLookup, item: Fields, defaults: Defaults, source: StateInRelease): Answering {
  return answerRead(lookup, lookup.reader.fromItem(item, defaults, crossCheck(lookup, source)), source);
}

function answerRead(lookup: RateLookup, read: Read<LookupRequest>, source: StateInRelease): Answering {
  if (!read.ok) return read;
  const { request } = read;
  const results = answerLookup(lookup, request, source);
  if (results instanceof Promise) return results.then((awaited) => ({ ok: true, request, results: awaited }));
  return { ok: true, request, results };
}

/** The lookup's own check, over the data that the request is answered from. */
function crossCheck({ rules: { check } }: RateLookup, { data }: StateInRelease): CrossCheck<LookupRequest> | undefined {
  return check === undefined ? undefined : (request, refused) => check(request, refused, data);
}
