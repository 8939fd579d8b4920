import type { RateData } from "../dataset/table.ts";

/** Something worked out from the data of a release once, and kept as long as the release is open. */
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
