import { nearestWhole, product, sum, withDecimals } from "../../../money/arithmetic.ts";
import { type Factor, whole } from "../../../money/factor.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { NewYorkProgram } from "../program.ts";

/** The days of a psychiatric stay, the first ones weighted more. */
export interface LosScale {
  readonly highDays: number;
  readonly baseDays: number;
  readonly total: Factor;
}

/** Both factors have at most two decimals, so the total is exact with two. */
const TOTAL_DECIMALS = 2;

/** A readmitted patient's day 1 counts as day 4, so only that day is high (ny 5.5 step 4). */
export function losScale(
  days: number,
  isReadmission: boolean,
  program: NewYorkProgram,
  sheet: Worksheet,
): LosScale | NoRate {
  const highDaysMax = program(isReadmission ? "psych_los_high_days_readmission" : "psych_los_high_days");
  if (highDaysMax instanceof NoRate) return highDaysMax;
  const highFactor = program("psych_los_high_factor");
  if (highFactor instanceof NoRate) return highFactor;
  const baseFactor = program("psych_los_base_factor");
  if (baseFactor instanceof NoRate) return baseFactor;

  const highDays = Math.min(days, nearestWhole(highDaysMax));
  const baseDays = days - highDays;
  const scaled = sum(product(whole(highDays), highFactor), product(whole(baseDays), baseFactor));
  const total = sheet.namedStep(
    formula`los_scale_days_at_1_20 (${highDays}) x ${highFactor} + los_scale_days_at_1_00 (${baseDays}) x ${baseFactor}`,
    "los_scaled_total",
    withDecimals(scaled, TOTAL_DECIMALS),
  );
  return { highDays, baseDays, total };
}
