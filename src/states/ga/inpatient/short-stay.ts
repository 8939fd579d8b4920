import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Decision, type Figure, lesserOf, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { georgiaProgram } from "../program.ts";
import { assumeNoCharges, CHARGES_NOT_SUPPLIED, drgText, NO_COST_TO_CHARGE_RATIO, type Stay } from "./stay.ts";

/** What short-stay pricing came to. */
export interface ShortStay {
  readonly perCase: Figure<Money>;
  /** Null where the lesser-of was not evaluated. */
  readonly lesserOf: EvaluatedLesserOf | null;
  readonly note: string | null;
}

interface EvaluatedLesserOf {
  /** Charges x CCR. */
  readonly ccrBasedPayment: Figure<Money>;
  readonly isPaidAtCost: Decision;
}

const SECTION = "ga 5.3 step 2";

/** A stay of fewer than 2 days is paid the lesser of the base payment and its cost (ga 5.3 step 2). */
export function shortStay(stay: Stay, basePayment: Figure<Money>, sheet: Sheet): ShortStay {
  const { weight, lengthOfStay, charges, costToChargeRatio } = stay;
  const standard = (note: string | null) => ({ perCase: basePayment, lesserOf: null, note });

  if (lengthOfStay === null) {
    if (!weight.shortStayExempt && costToChargeRatio !== null) {
      sheet.assume("length_of_stay", "none", "not sent: no short stay is evaluated");
    }
    return standard(null);
  }
  if (weight.shortStayExempt) return standard(`APR-DRG ${drgText(weight)} is exempt from short-stay pricing.`);

  const days = sheet.parameter(georgiaProgram, "short_stay_days", "days").called("short stay days");
  const isShort = decide(lengthOfStay, "less", days);
  if (!isShort.outcome) return standard(null);

  if (charges === null) {
    if (costToChargeRatio !== null) assumeNoCharges("no short stay is evaluated", sheet);
    return standard(`Short-stay lesser-of not evaluated: ${CHARGES_NOT_SUPPLIED}`);
  }
  if (costToChargeRatio === null) return standard(`Short-stay lesser-of not evaluated: ${NO_COST_TO_CHARGE_RATIO}`);

  const cost = times(charges, costToChargeRatio);
  const ccrBasedPayment = sheet.dollars(SECTION, cost, UNPRINTED);
  sheet.decided(ccrBasedPayment, isShort);
  const isPaidAtCost = decide(ccrBasedPayment, "less", basePayment);
  const perCase = sheet.dollars(SECTION, lesserOf(basePayment.called("base payment"), ccrBasedPayment), {
    lead: words`short stay: ${cost} = ${ccrBasedPayment}, `,
    resultName: "per-case payment",
  });
  sheet.decided(perCase, isPaidAtCost);
  return { perCase, lesserOf: { ccrBasedPayment, isPaidAtCost }, note: null };
}
