import type { Factor } from "../../../core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, greaterOf } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import type { Stay } from "./stay.ts";

/** The adjustors of a case, and the largest of them. */
export interface Adjustors {
  readonly service: Figure<Factor>;
  /** Null for adults, and where none is published. */
  readonly age: Figure<Factor> | null;
  readonly provider: Figure<Factor> | null;
  readonly max: Figure<Factor>;
}

/** One adjustor is paid, the largest; on a tie service, then age, then provider (fl 5.3 step 1). */
export function adjustorsOf({ weight, rate, figures, isChild }: Stay, sheet: Sheet): Adjustors {
  const service = figures.serviceAdjustor;
  const age = isChild ? sheet.figure("age adjustor", weight, "ageAdjustor") : null;
  const provider = sheet.figure("provider adjustor", rate, "providerAdjustor");

  const first: Largest = { adjustor: service, source: "service" };
  const ofServiceAndAge = largerOf(first, age, "age", sheet);
  const { adjustor, source } = largerOf(ofServiceAndAge, provider, "provider", sheet);
  return { service, age, provider, max: adjustor.called("max adjustor", `, ${source}`) };
}

/** The largest adjustor so far, and where it comes from, as the formula of the base payment says it. */
interface Largest {
  readonly adjustor: Figure<Factor>;
  readonly source: "service" | "age" | "provider";
}

function largerOf(largest: Largest, other: Figure<Factor> | null, source: Largest["source"], sheet: Sheet): Largest {
  if (other === null) return largest;
  const isLarger = decide(other, "greater", largest.adjustor);
  const larger = sheet.factor("fl 5.3 step 1", greaterOf(largest.adjustor, other), null, UNPRINTED);
  sheet.decided(larger, isLarger);
  return isLarger.outcome ? { adjustor: larger, source } : largest;
}
