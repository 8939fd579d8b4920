import type { Period } from "../../../calendar/period.ts";
import { isZero, quotient } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import { PublishedRate } from "../../../money/published-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { manuallyPriced } from "../failures.ts";
import type { FeeRow } from "../tables.ts";
import type { FeeCategory } from "../values.ts";
import { type Component, type Finding, MANUALLY_PRICED_METHOD } from "./finding.ts";

const LABELS: Readonly<Record<FeeCategory, string>> = {
  physician_fs: "Physician fee schedule rate",
  site_of_service: "Site-of-service rate",
  enhanced_rate: "Enhanced rate",
  anesthesia_flat: "Anesthesia flat fee",
  padl_drug: "Provider administered drug rate",
  vaccine_admin: "Vaccine administration fee",
};

/** The price of a fee row: its rate as published (ga 4.3). `live` are the code's rows of the day. */
export function feeRowPrice(row: FeeRow, live: readonly FeeRow[], period: Period = row.period): Finding {
  const { serviceCategory, modifier, rate } = row;
  if (rate === null) return manuallyPricedFee(row);

  const sheet = new Worksheet();
  const payment = new PublishedRate(rate);
  const shown = formula`${labelOf(row)} (${payment})`;
  // A rate per unit is the price itself: no step leads to it.
  if (payment.isPerUnit) sheet.note(shown);
  else sheet.step(shown, payment);
  const component = componentOf(row, rate, live);
  if (component !== null) {
    const { baseRate, adjustment } = component;
    sheet.step(
      formula`modifier adjustment = rate (${payment}) / base rate (${new PublishedRate(baseRate)})`,
      adjustment,
    );
  }
  if (row.ageGroup !== null) sheet.note(formula`age group ${row.ageGroup}`);
  return { kind: "priced", serviceCategory, payment, method: sheet.line, period, modifier, fee: { row, component } };
}

/** The code is covered, its payment is set claim by claim (ga E10). */
function manuallyPricedFee(row: FeeRow): Finding {
  return {
    kind: "manually priced",
    message: manuallyPriced(row.code),
    serviceCategory: row.serviceCategory,
    method: MANUALLY_PRICED_METHOD,
    period: row.period,
    modifier: row.modifier,
    fee: { row, component: null },
  };
}

function labelOf({ serviceCategory, program, modifier }: FeeRow): string {
  const label = program === null ? LABELS[serviceCategory] : `${LABELS[serviceCategory]} for program ${program}`;
  return modifier === null ? label : `${label} with modifier ${modifier}`;
}

/** What share of the unmodified rate a professional or technical component is; shown only (ga 4.3). */
function componentOf(row: FeeRow, rate: Factor, live: readonly FeeRow[]): Component | null {
  if (row.modifier !== "26" && row.modifier !== "TC") return null;
  const base = live.find(
    (other) =>
      other.modifier === null &&
      other.serviceCategory === row.serviceCategory &&
      other.placeOfService === row.placeOfService &&
      other.program === row.program,
  );
  const baseRate = base?.rate ?? null;
  if (baseRate === null || isZero(baseRate)) return null;
  return { baseRate, adjustment: quotient(rate, baseRate) };
}
