import { plus, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { addOnMultiplier } from "../hospital.ts";
import type { GeorgiaProgram } from "../program.ts";
import type { Provider } from "../tables.ts";
import { costOutlier, type Outlier } from "./outlier.ts";
import { type ShortStay, shortStay } from "./short-stay.ts";
import type { Stay } from "./stay.ts";

/** What a stay is paid, step by step. */
export interface DrgPayment {
  readonly basePayment: Money;
  readonly shortStay: ShortStay;
  readonly outlier: Outlier;
  readonly preAddOnSubtotal: Money;
  readonly addOn: Factor;
  readonly payment: Money;
  readonly method: string;
}

/** Base rate x weight, then short stay, cost outlier and add-on (ga 5.3). */
export function drgPayment(stay: Stay, provider: Provider, program: GeorgiaProgram): DrgPayment | NoRate {
  const { ipBaseRate } = stay.hospital;
  const { relativeWeight } = stay.weight;
  const sheet = new Worksheet();
  const basePayment = sheet.namedStep(
    formula`base rate (${ipBaseRate}) x relative weight (${relativeWeight})`,
    "base payment",
    times(ipBaseRate, relativeWeight),
  );

  const short = shortStay(stay, basePayment, program, sheet);
  if (short instanceof NoRate) return short;
  const outlier = costOutlier(stay, short, program, sheet);
  if (outlier instanceof NoRate) return outlier;
  const preAddOnSubtotal = subtotalOf(short, outlier, sheet);

  const addOn = addOnMultiplier(provider, program);
  if (addOn instanceof NoRate) return addOn;
  const payment = sheet.step(
    formula`subtotal (${preAddOnSubtotal}) x add-on multiplier (${addOn})`,
    times(preAddOnSubtotal, addOn),
  );
  return {
    basePayment,
    shortStay: short,
    outlier,
    preAddOnSubtotal,
    addOn,
    payment,
    method: methodOf(provider, sheet),
  };
}

/** The per-case payment and what the outlier adds (ga 5.3 step 5). */
function subtotalOf({ perCase }: ShortStay, { addition }: Outlier, sheet: Worksheet): Money {
  if (addition === null) return perCase;
  return sheet.namedStep(
    formula`per-case payment (${perCase}) + outlier (${addition.amount})`,
    "subtotal",
    plus(perCase, addition.amount),
  );
}

/** The inpatient result has no campus field, so its line names the campus (ga 5.3). */
function methodOf({ campusName }: Provider, { line }: Worksheet): string {
  return campusName === null ? line : `campus ${campusName}: ${line}`;
}
