import { snakeCase } from "../../src/core/text/spelling.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import type { Result } from "../../src/pricing/result.ts";

/**
 * What every result of a request has, whatever it finds, as the conventions settle it for all states; its other fields are null. Tests and cases
 * list what else a result has. So a new field of every result is worked out here, and a new field that may be null changes no test.
 */
export function blankResult({ resultSchema, dayParameter }: RateLookup, request: LookupRequest): Result {
  const nulls = Object.fromEntries(resultSchema.required.map((name) => [name, null]));
  return { ...nulls, [`${dayParameter}_used`]: sent(request, dayParameter) };
}

/** The value of a parameter by its name on the wire. */
function sent(request: LookupRequest, parameter: string): unknown {
  return Object.entries(request).find(([name]) => snakeCase(name) === parameter)?.[1];
}
