import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import type { CodeWeight } from "./weight.ts";

/** What the formula calls a base rate; the column that it comes from stands behind its value. */
export const BASE_RATE = "apg_base_rate_used";

/** Weight x base rate (ny 4.3 step 5, 4.4 step 5). */
export function operatingPayment(
  section: string,
  { weight }: CodeWeight,
  baseRate: Figure<Money>,
  column: string,
  sheet: Sheet,
): Figure<Money> {
  return sheet.dollars(section, times(weight, baseRate.called(BASE_RATE, `, ${column}`)));
}
