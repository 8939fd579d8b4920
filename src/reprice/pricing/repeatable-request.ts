import type { Explanation } from "../../explanation/explanation.ts";
import { understoodRequest } from "../../explanation/understood.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { snakeCase } from "../../text/spelling.ts";

/** A request as it can be sent again. It is pasted and kept in histories: what must not be repeated stays out of it, and changes no price. */
export function repeatableRequest(lookup: RateLookup, request: LookupRequest): Explanation["request"] {
  const confidential = Object.entries(lookup.parameters).flatMap(([key, each]) =>
    each.confidential ? [snakeCase(key)] : [],
  );
  const understood = Object.entries(understoodRequest(lookup, request));
  return Object.fromEntries(understood.filter(([name]) => !confidential.includes(name)));
}
