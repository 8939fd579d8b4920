import type { RateLookup } from "../pricing/lookup.ts";
import type { State } from "./state.ts";

/** Something declared once for each lookup of a state, such as another endpoint over its parameters. */
export function oncePerLookup<Value extends object>(
  declare: (state: State, lookup: RateLookup) => Value,
): (state: State, lookup: RateLookup) => Value {
  const known = new WeakMap<RateLookup, Value>();
  return (state, lookup) => {
    const value = known.get(lookup) ?? declare(state, lookup);
    known.set(lookup, value);
    return value;
  };
}
