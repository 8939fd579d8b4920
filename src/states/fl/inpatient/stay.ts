import { nearestWhole } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import type { DrgRate, DrgWeight } from "../tables.ts";
import type { CaseFigures } from "./figures.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay to price once its rows and figures are known. */
export interface Stay {
  readonly weight: DrgWeight;
  readonly rate: DrgRate;
  readonly figures: CaseFigures;
  readonly isChild: boolean;
  readonly isTransfer: boolean;
  /** Null: not sent, and no average is published. */
  readonly lengthOfStay: number | null;
  readonly totalCharges: Money | null;
}

/** The days sent, else the average as whole days, at least one (fl 5.1). */
export function lengthOfStayOf({ lengthOfStay }: InpatientRequest, { meanLos }: DrgWeight): number | null {
  if (lengthOfStay !== null || meanLos === null) return lengthOfStay;
  return Math.max(1, nearestWhole(meanLos));
}
