import { compare, isMore, lesser, ONE, plus, times, timesOver } from "../../../money/arithmetic.ts";
import { type Factor, whole } from "../../../money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { NewYorkProgram } from "../program.ts";
import type { AcuteRate, DrgWeight } from "../tables.ts";

/** What a transfer is paid a day, and at most. */
export interface TransferRate {
  readonly averageStay: Factor;
  readonly adjustmentFactor: Factor;
  readonly capitalPerDiem: Money | null;
  readonly perDiem: Money;
  /** The full inlier payment. */
  readonly cap: Money;
}

/** What a transfer of so many days comes to. */
export interface TransferPayment {
  readonly days: number;
  readonly amount: Money;
}

/** The daily rate of a transfer: capital per diem is added after the factor (ny 5.4 step 4). */
export function transferRate(
  basePayment: Money,
  { drg, soi, alos: averageStay }: DrgWeight,
  { capitalPerDiem, capitalPerDisch }: AcuteRate,
  program: NewYorkProgram,
): TransferRate | NoRate {
  if (averageStay === null) {
    return new NoRate(
      `No average length of stay is published for APR-DRG ${drg}-${soi}, so a transfer cannot be priced.`,
    );
  }
  const isOneDay = compare(averageStay, ONE) === 0;
  const adjustmentFactor = program(isOneDay ? "transfer_adjustment_factor_alos_one" : "transfer_adjustment_factor");
  if (adjustmentFactor instanceof NoRate) return adjustmentFactor;

  return {
    averageStay,
    adjustmentFactor,
    capitalPerDiem,
    perDiem: plus(timesOver(basePayment, adjustmentFactor, averageStay), capitalPerDiem ?? ZERO_DOLLARS),
    cap: plus(basePayment, capitalPerDisch ?? ZERO_DOLLARS),
  };
}

/** Daily rate x days without ALC, up to the cap (ny 5.4 step 4). */
export function transferPayment(
  basePayment: Money,
  rate: TransferRate,
  days: number,
  sheet: Worksheet,
): TransferPayment {
  const { averageStay, adjustmentFactor, capitalPerDiem, perDiem, cap } = rate;
  const capital = capitalPerDiem === null ? "" : ` + capital_per_diem_used (${capitalPerDiem.text})`;
  sheet.step(
    formula`base_dr_payment (${basePayment.text}) x transfer_adjustment_factor (${adjustmentFactor}) / alos (${averageStay})${capital}`,
    perDiem,
  );
  const byTheDay = sheet.step(
    formula`transfer_per_diem (${perDiem.text}) x transfer_days_used (${days})`,
    times(perDiem, whole(days)),
  );
  sheet.remark(isMore(byTheDay, cap) ? formula`capped at ${cap}` : formula`within the cap ${cap}`);
  return { days, amount: lesser(byTheDay, cap) };
}
