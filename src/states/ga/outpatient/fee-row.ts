import { isZero } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import { CENTS_DECIMALS } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, over } from "../../../pricing/worksheet/calculation.ts";
import { manuallyPriced } from "../failures.ts";
import type { FeeRow } from "../tables.ts";
import type { FeeCategory } from "../values.ts";
import type { Component, Found } from "./found.ts";

const SCHEDULES: Readonly<Record<FeeCategory, { readonly label: string; readonly section: string }>> = {
  anesthesia_flat: { label: "Anesthesia flat fee", section: "ga 4.3 step 1" },
  enhanced_rate: { label: "Enhanced rate", section: "ga 4.3 step 3" },
  vaccine_admin: { label: "Vaccine administration fee", section: "ga 4.3 step 4" },
  padl_drug: { label: "Provider administered drug rate", section: "ga 4.3 step 4" },
  site_of_service: { label: "Site-of-service rate", section: "ga 4.3 step 5" },
  physician_fs: { label: "Physician fee schedule rate", section: "ga 4.3 step 6" },
};

/** The price of a fee row: its rate as published (ga 4.3). `live` are the code's rows of the day. */
export function feeRowPayment(row: FeeRow, live: readonly FeeRow[], sheet: Sheet, found: Found): Figure {
  const { serviceCategory, modifier, code, ageGroup } = row;
  const { section } = SCHEDULES[serviceCategory];
  sheet.use(row);
  found.serviceCategory = serviceCategory;
  found.modifier = modifier;
  found.fee = row;

  const rate = sheet.amount("rate", row, "rate");
  if (rate === null) throw manuallyPriced(section, code, sheet);
  const named = rate.called(labelOf(row));
  const payment =
    rate.value.scale > CENTS_DECIMALS
      ? sheet.published(section, named, { isResultUnsaid: true })
      : sheet.dollars(section, named);

  found.component = componentOf(row, rate, live, sheet);
  if (ageGroup !== null) sheet.note(section, { texts: [`age group ${ageGroup}`], terms: [] });
  return payment;
}

function labelOf({ serviceCategory, program, modifier }: FeeRow): string {
  const { label } = SCHEDULES[serviceCategory];
  const ofProgram = program === null ? label : `${label} for program ${program}`;
  return modifier === null ? ofProgram : `${ofProgram} with modifier ${modifier}`;
}

/** What share of the unmodified rate a professional or technical component is; shown only (ga 4.3). */
function componentOf(row: FeeRow, rate: Figure<Factor>, live: readonly FeeRow[], sheet: Sheet): Component | null {
  if (row.modifier !== "26" && row.modifier !== "TC") return null;
  const base = live.find(
    (other) =>
      other.modifier === null &&
      other.serviceCategory === row.serviceCategory &&
      other.placeOfService === row.placeOfService &&
      other.program === row.program,
  );
  if (base === undefined || base.rate === null || isZero(base.rate)) return null;
  const baseRate = sheet.amount("base rate", base, "rate") as Figure<Factor>;
  const { section } = SCHEDULES[row.serviceCategory];
  const adjustment = sheet.fixedFactor(section, over(rate, baseRate), 4, { lead: "modifier adjustment = " });
  return { baseRate, adjustment };
}
