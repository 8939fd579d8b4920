import type { Dated } from "../../core/calendar/period.ts";
import type { Factor } from "../../core/money/factor.ts";
import type { RowPlace } from "../../dataset/table.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import type { Figure } from "../../pricing/worksheet/calculation.ts";
import { georgiaProgram } from "./program.ts";
import type { Provider } from "./tables.ts";

/** The rates of a hospital's own campus, else those of its NPI without a campus (ga 2.7). */
export function campusRates<Row>(
  { campusName }: Provider,
  ratesOf: (campusName: string | null) => readonly Row[],
): readonly Row[] {
  const own = ratesOf(campusName);
  return own.length === 0 && campusName !== null ? ratesOf(null) : own;
}

/** The hospital's rate on the day; ends the calculation when there is none (ga 4.7 step 1, 5.2 E23). */
export function hospitalRate<Row extends RowPlace & Dated>(
  provider: Provider,
  /** What the rate is called: `inpatient base rate`. */
  title: string,
  sheet: Sheet,
  ratesOf: (campusName: string | null) => readonly Row[],
): Row {
  const { providerName, campusName } = provider;
  const hospital = campusName === null ? providerName : `${providerName} (${campusName})`;
  return sheet.only(campusRates(provider, ratesOf), "no_provider_rate", (nearest) => {
    const when = nearest === null ? "" : ` on ${sheet.day}; the nearest published period is ${nearest}`;
    return `No ${title} is published for ${hospital}${when}.`;
  });
}

/** The Hospital Rate Add-On; critical access and exempt hospitals have their own (ga 4.7 step 2). */
export function addOnMultiplier({ criticalAccessHospital, addonExempt }: Provider, sheet: Sheet): Figure<Factor> {
  const name = criticalAccessHospital || addonExempt ? "hospital_addon_multiplier_cah" : "hospital_addon_multiplier";
  return sheet.parameter(georgiaProgram, name).called("add-on multiplier");
}
