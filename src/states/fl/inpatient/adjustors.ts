import { compare } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Stay } from "./stay.ts";

/** The adjustors of a case, and the largest of them. */
export interface Adjustors {
  readonly service: Factor;
  /** Null for adults, and where none is published. */
  readonly age: Factor | null;
  readonly provider: Factor | null;
  readonly max: Factor;
  readonly maxSource: "service" | "age" | "provider";
}

/** One adjustor is paid, the largest; on a tie service, then age, then provider (fl 5.3 step 1). */
export function adjustorsOf({ weight, rate, figures, isChild }: Stay): Adjustors {
  const service = figures.serviceAdjustor;
  const age = isChild ? weight.ageAdjustor : null;
  const provider = rate.providerAdjustor;

  let max = service;
  let maxSource: Adjustors["maxSource"] = "service";
  if (age !== null && compare(age, max) > 0) [max, maxSource] = [age, "age"];
  if (provider !== null && compare(provider, max) > 0) [max, maxSource] = [provider, "provider"];
  return { service, age, provider, max, maxSource };
}
