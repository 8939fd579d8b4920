import { plus, times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { type Formula, formula, joined, Worksheet } from "../../../worksheet/worksheet.ts";
import { type Adjustors, adjustorsOf } from "./adjustors.ts";
import { chargeCap } from "./charge-cap.ts";
import { childrensAddOn } from "./childrens-add-on.ts";
import { costOutlier } from "./outlier.ts";
import type { Stay } from "./stay.ts";
import { type Transfer, transferAdjustment } from "./transfer.ts";
import { traumaEnhancement } from "./trauma.ts";

/** What a stay is paid, and the parts it is made of. */
export interface DrgPayment {
  readonly adjustors: Adjustors;
  readonly basePayment: Money;
  readonly transfer: Transfer | null;
  readonly traumaEnhancement: Money | null;
  readonly childrensAddOn: Money | null;
  readonly outlier: Money | null;
  readonly chargeCapApplied: boolean;
  readonly payment: Money;
  readonly method: string;
}

/** Base payment, transfer, trauma, children's add-on, outlier, charge cap (fl 5.3). */
export function drgPayment(stay: Stay): DrgPayment {
  const { statewideBaseRate } = stay.figures;
  const { relativeWeight } = stay.weight;
  const adjustors = adjustorsOf(stay);
  const sheet = new Worksheet();

  const basePayment = sheet.step(
    formula`statewide base rate (${statewideBaseRate.text}) x relative weight (${relativeWeight}) x max adjustor (${adjustors.max}, ${adjustors.maxSource})`,
    times(statewideBaseRate, relativeWeight, adjustors.max),
  );
  const transfer = transferAdjustment(basePayment, stay, sheet);
  const drgAmount = transfer?.amount ?? basePayment;
  const trauma = traumaEnhancement(drgAmount, stay, sheet);
  const addOn = childrensAddOn(stay, sheet);
  const outlier = costOutlier(drgAmount, stay, sheet);
  const total = totalOf(drgAmount, trauma, addOn, outlier, sheet);
  const capped = chargeCap(total, stay, sheet);

  return {
    adjustors,
    basePayment,
    transfer,
    traumaEnhancement: trauma,
    childrensAddOn: addOn,
    outlier,
    chargeCapApplied: capped !== null,
    payment: capped ?? total,
    method: sheet.line,
  };
}

/** The sum of the parts there are, written down when there is more than one (fl 5.3 step 7). */
function totalOf(
  drgAmount: Money,
  trauma: Money | null,
  addOn: Money | null,
  outlier: Money | null,
  sheet: Worksheet,
): Money {
  let total = drgAmount;
  const further: Formula[] = [];
  const add = (part: Money | null, shown: (amount: string) => Formula) => {
    if (part === null) return;
    total = plus(total, part);
    further.push(shown(part.text));
  };
  add(trauma, (amount) => formula` + trauma enhancement (${amount})`);
  add(addOn, (amount) => formula` + children's add-on (${amount})`);
  add(outlier, (amount) => formula` + outlier (${amount})`);
  return further.length === 0
    ? total
    : sheet.step(joined(formula`total: DRG payment (${drgAmount.text})`, further), total);
}
