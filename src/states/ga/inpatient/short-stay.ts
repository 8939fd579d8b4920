import { compare, isMore, lesser, times } from "../../../money/arithmetic.ts";
import { whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { GeorgiaProgram } from "../program.ts";
import { CHARGES_NOT_SUPPLIED, drgText, NO_COST_TO_CHARGE_RATIO, type Stay } from "./stay.ts";

/** What short-stay pricing came to. */
export interface ShortStay {
  readonly perCase: Money;
  /** Charges x CCR when the lesser-of was evaluated, else null. */
  readonly ccrBasedPayment: Money | null;
  readonly isPaidAtCost: boolean;
  readonly note: string | null;
}

/** A stay of fewer than 2 days is paid the lesser of the base payment and its cost (ga 5.3 step 2). */
export function shortStay(
  stay: Stay,
  basePayment: Money,
  program: GeorgiaProgram,
  sheet: Worksheet,
): ShortStay | NoRate {
  const { hospital, weight, lengthOfStay, totalCharges } = stay;
  const standard = (note: string | null) => ({
    perCase: basePayment,
    ccrBasedPayment: null,
    isPaidAtCost: false,
    note,
  });

  if (lengthOfStay === null) return standard(null);
  if (weight.shortStayExempt) return standard(`APR-DRG ${drgText(weight)} is exempt from short-stay pricing.`);

  const days = program("short_stay_days");
  if (days instanceof NoRate) return days;
  if (compare(whole(lengthOfStay), days) >= 0) return standard(null);

  if (totalCharges === null) return standard(`Short-stay lesser-of not evaluated: ${CHARGES_NOT_SUPPLIED}`);
  if (hospital.ipCcr === null) return standard(`Short-stay lesser-of not evaluated: ${NO_COST_TO_CHARGE_RATIO}`);

  const ccrBasedPayment = times(totalCharges, hospital.ipCcr);
  const perCase = sheet.namedStep(
    formula`short stay: charges (${totalCharges}) x CCR (${hospital.ipCcr}) = ${ccrBasedPayment}, lesser of base payment (${basePayment}) and ${ccrBasedPayment}`,
    "per-case payment",
    lesser(basePayment, ccrBasedPayment),
  );
  return { perCase, ccrBasedPayment, isPaidAtCost: isMore(basePayment, ccrBasedPayment), note: null };
}
