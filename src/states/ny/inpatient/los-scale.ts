import type { Factor } from "../../../core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, lesserOf, minus, plus, times } from "../../../pricing/worksheet/calculation.ts";
import { newYorkProgram } from "../program.ts";

/** The days of a psychiatric stay, the first ones weighted more. */
export interface LosScale {
  readonly highDays: Figure<Factor>;
  readonly baseDays: Figure<Factor>;
  readonly total: Figure<Factor>;
}

/** Both factors have at most two decimals, so the total is exact with two. */
const TOTAL_DECIMALS = 2;

const SECTION = "ny 5.5 step 4";

/** A readmitted patient's day 1 counts as day 4, so only that day is high (ny 5.5 step 4). */
export function losScale(days: Figure<Factor>, isReadmission: boolean, sheet: Sheet): LosScale {
  const highDaysMax = sheet.parameter(
    newYorkProgram,
    isReadmission ? "psych_los_high_days_readmission" : "psych_los_high_days",
    "days",
  );
  const highFactor = sheet.parameter(newYorkProgram, "psych_los_high_factor").called(null);
  const baseFactor = sheet.parameter(newYorkProgram, "psych_los_base_factor").called(null);

  const highDays = sheet
    .count(SECTION, lesserOf(days, highDaysMax), "days", UNPRINTED)
    .called("los_scale_days_at_1_20");
  const baseDays = sheet.count(SECTION, minus(days, highDays), "days", UNPRINTED).called("los_scale_days_at_1_00");
  const scaled = plus(times(highDays, highFactor), times(baseDays, baseFactor));
  const total = sheet.fixedFactor(SECTION, scaled, TOTAL_DECIMALS, { resultName: "los_scaled_total" });
  return { highDays, baseDays, total: total.called("los_scaled_total") };
}
