import { type LookupSource, lookupResults } from "./answer.ts";
import type { Form, LookupRequest, RateLookup } from "./lookup.ts";
import type { Defaults } from "./request/parameter.ts";
import type { RequestFault, RequestFields } from "./request/read.ts";
import type { ProviderResult } from "./result.ts";

/** The answer to one lookup as it was sent: results, or what is wrong with the request. */
export type LookupAnswer =
  | { readonly ok: true; readonly request: LookupRequest; readonly results: readonly ProviderResult[] }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

/** Reads and answers a lookup; only those by name alone have to be waited for. */
export function lookupAnswer(
  lookup: RateLookup,
  form: Form,
  fields: RequestFields,
  defaults: Defaults,
  source: LookupSource,
): LookupAnswer | Promise<LookupAnswer> {
  const read = lookup.reader[form](fields, defaults);
  if (!read.ok) return read;
  const { request } = read;
  const results = lookupResults(lookup, request, source);
  if (results instanceof Promise) return results.then((awaited) => ({ ok: true, request, results: awaited }));
  return { ok: true, request, results };
}
