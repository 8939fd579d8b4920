import type { RateData } from "../dataset/table.ts";

/** Computes a value from a release once, and keeps it while the release is open. */
export function oncePerRelease<Value extends object>(workOut: (data: RateData) => Value): (data: RateData) => Value {
  const known = new WeakMap<RateData, Value>();
  return (data) => {
    let value = known.get(data);
    if (value === undefined) {
      value = workOut(data);
      known.set(data, value);
    }
    return value;
  };
}
