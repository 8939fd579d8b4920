import { times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

/** A trauma center's share on top of the DRG payment; null where the hospital is none (fl 5.3 step 4). */
export function traumaEnhancement(drgPayment: Money, { rate, figures }: Stay, sheet: Worksheet): Money | null {
  const { traumaClass } = rate;
  const { traumaPercentage } = figures;
  if (traumaClass === null || traumaPercentage === null) return null;
  return sheet.step(
    formula`trauma enhancement: DRG payment (${drgPayment.text}) x ${traumaClass} (${traumaPercentage})`,
    times(drgPayment, traumaPercentage),
  );
}
