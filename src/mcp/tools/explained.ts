import type { Explanation } from "../../explanation/explanation.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameters } from "../../request/parameter.ts";
import type { State } from "../../state/state.ts";

/** The parameters of a lookup that is priced or explained: its own. */
export function parametersOfLookup(_state: State, { parameters }: RateLookup): Parameters {
  return parameters;
}

/** What makes the prices of an explanation doubtful, in words. */
export function warningsIn({ stale, empty_tables }: Explanation): readonly string[] {
  return [...empty_tables, ...stale].map(({ message }) => message);
}
