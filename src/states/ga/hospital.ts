import type { Day } from "../../calendar/day.ts";
import { type Dated, nearestPeriod, onlyInForce, periodText } from "../../calendar/period.ts";
import type { RateData } from "../../dataset/rate-data.ts";
import type { Origin, Table } from "../../dataset/table.ts";
import type { Factor } from "../../money/factor.ts";
import { NoRate } from "../../pricing/no-rate.ts";
import type { GeorgiaProgram } from "./program.ts";
import type { Provider } from "./tables.ts";

/** The rates of a hospital's own campus, else those of its NPI without a campus (ga 2.7). */
export function hospitalRates<Row extends Origin & Dated>(
  table: Table<Row>,
  { npi, campusName }: Provider,
  data: RateData,
): readonly Row[] {
  const own = data.rows(table, npi, campusName);
  return own.length === 0 && campusName !== null ? data.rows(table, npi, null) : own;
}

/** The hospital's rate on a day, or why there is none (ga 4.7 step 1, 5.2 E23). */
export function hospitalRateOn<Row extends Origin & Dated>(
  table: Table<Row>,
  /** What the rate is called: `inpatient base rate`. */
  title: string,
  provider: Provider,
  day: Day,
  data: RateData,
): Row | NoRate {
  const rows = hospitalRates(table, provider, data);
  const row = onlyInForce(rows, day);
  if (row !== undefined) return row;
  const { providerName, campusName } = provider;
  const hospital = campusName === null ? providerName : `${providerName} (${campusName})`;
  const when =
    rows.length === 0 ? "" : ` on ${day}; the nearest published period is ${periodText(nearestPeriod(rows, day))}`;
  return new NoRate(`No ${title} is published for ${hospital}${when}.`);
}

/** The Hospital Rate Add-On; critical access and exempt hospitals have their own (ga 4.7 step 2). */
export function addOnMultiplier(
  { criticalAccessHospital, addonExempt }: Provider,
  program: GeorgiaProgram,
): Factor | NoRate {
  return program(criticalAccessHospital || addonExempt ? "hospital_addon_multiplier_cah" : "hospital_addon_multiplier");
}
