import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import type { Stay } from "./stay.ts";

/** A trauma center's share on top of the DRG payment; null where the hospital is none (fl 5.3 step 4). */
export function traumaEnhancement(drgAmount: Figure<Money>, { figures }: Stay, sheet: Sheet): Figure<Money> | null {
  const { traumaPercentage } = figures;
  if (traumaPercentage === null) return null;
  return sheet.dollars("fl 5.3 step 4", times(drgAmount, traumaPercentage), { lead: "trauma enhancement: " });
}
