import { ONE } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  constant,
  type Figure,
  lesserOf,
  over,
  plus,
  times,
  type Wording,
  words,
} from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { newYorkProgram } from "../program.ts";
import type { AcuteRate, DrgWeight } from "../tables.ts";
import { daysNotSent } from "./length-of-stay.ts";
import { sumOf } from "./terms.ts";

/** What a transfer is paid a day, and at most. */
export interface TransferRate {
  readonly averageStay: Figure<Factor>;
  readonly adjustmentFactor: Figure<Factor>;
  readonly capitalPerDiem: Figure<Money> | null;
  readonly perDiem: Figure<Money>;
  /** The full inlier payment. */
  readonly cap: Figure<Money>;
}

/** What a transfer of so many days comes to. */
export interface TransferPayment {
  readonly days: Figure<Factor>;
  readonly amount: Figure<Money>;
}

const SECTION = "ny 5.4 step 4";

/** The daily rate of a transfer: capital per diem is added after the factor (ny 5.4 step 4). */
export function transferRate(
  basePayment: Figure<Money>,
  weight: DrgWeight,
  rate: AcuteRate,
  wording: Wording | null,
  sheet: Sheet,
): TransferRate {
  const averageStay = sheet.figure("alos", weight, "alos", "days");
  if (averageStay === null) {
    const { drg, soi } = weight;
    const message = `No average length of stay is published for APR-DRG ${drg}-${soi}, so a transfer cannot be priced.`;
    throw sheet.noRate("missing_information", message, { sought: sheet.readings.of(weight) });
  }
  const isOneDay = decide(averageStay, "equal", constant(SECTION, ONE, "days"));
  const adjustmentFactor = sheet
    .parameter(newYorkProgram, isOneDay.outcome ? "transfer_adjustment_factor_alos_one" : "transfer_adjustment_factor")
    .called("transfer_adjustment_factor");

  const capitalPerDiem = sheet.figure("capital_per_diem_used", rate, "capitalPerDiem");
  const daily = over(times(basePayment, adjustmentFactor), averageStay);
  const perDiem = sheet.dollars(SECTION, capitalPerDiem === null ? daily : plus(daily, capitalPerDiem), wording);
  sheet.decided(perDiem, isOneDay);

  const capital = sheet.figure("capital_per_disch", rate, "capitalPerDisch");
  const cap = sheet.dollars(SECTION, sumOf(basePayment, capital), UNPRINTED);
  return { averageStay, adjustmentFactor, capitalPerDiem, perDiem: perDiem.called("transfer_per_diem"), cap };
}

/** Daily rate x days without ALC, up to the cap (ny 5.4 step 4). */
export function transferPayment({ perDiem, cap }: TransferRate, days: Figure<Factor>, sheet: Sheet): TransferPayment {
  const byTheDay = sheet.dollars(SECTION, times(perDiem, days.called("transfer_days_used")));
  const isAboveCap = decide(byTheDay, "greater", cap);
  const capped = sheet.dollars(SECTION, lesserOf(byTheDay, cap), UNPRINTED);
  if (isAboveCap.outcome) {
    sheet.decided(byTheDay, isAboveCap, words`capped at ${cap}`);
    sheet.decided(capped, isAboveCap);
    return { days, amount: capped };
  }
  sheet.decided(byTheDay, isAboveCap, words`within the cap ${cap}`);
  sheet.notApplied(capped, isAboveCap);
  return { days, amount: byTheDay };
}

/** Without days only the formula can be given (ny 5.4 step 4). */
export function unfinishedTransfer({ perDiem, cap }: TransferRate, sheet: Sheet): void {
  const byTheDay = times(perDiem, daysNotSent("transfer_days_used"));
  sheet.unfinished(SECTION, lesserOf(byTheDay, cap), { shown: words`${byTheDay}, capped at ${cap}` });
}
