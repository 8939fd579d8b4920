import { ONE } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, greaterOf } from "../../../pricing/worksheet/calculation.ts";
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
  readonly lengthOfStay: Figure<Factor> | null;
  readonly totalCharges: Figure<Money> | null;
}

/** The days sent, else the average as whole days, at least one (fl 5.1). */
export function lengthOfStayOf(
  { lengthOfStay }: Pick<InpatientRequest, "lengthOfStay">,
  weight: DrgWeight,
  sheet: Sheet,
): Figure<Factor> | null {
  const name = "LOS";
  if (lengthOfStay !== null) return sheet.sent(name, "length_of_stay", whole(lengthOfStay), "days");
  const average = sheet.figure("mean LOS", weight, "meanLos", "days");
  if (average === null) return null;
  const section = "fl 5.1";
  const days = sheet.count(section, greaterOf(constant(section, ONE, "days"), average), "days", UNPRINTED);
  sheet.assume("length_of_stay", days.value.text, "not sent: the average stay of the APR-DRG in whole days");
  return days.called(name);
}
