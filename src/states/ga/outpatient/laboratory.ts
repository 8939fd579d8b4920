import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, lesserOf } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { anotherModifier, type ModifierFound, manuallyPriced, noRateOnDay, noRowWithModifier } from "../failures.ts";
import { type LabRow, medicareClfs } from "../tables.ts";
import type { PathFound } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** ga 4.5 */
export interface LaboratoryFound extends PathFound, ModifierFound {
  scheduleRate?: Figure<Money>;
  medicareRate?: Figure<Money>;
}

/** The laboratory schedule's price of a code, or why it has none (ga 4.5 steps 1 and 2). `published` are the code's rows. */
export function laboratoryPayment(
  { billingCode: { code }, modifier }: OutpatientRequest,
  published: readonly LabRow[],
  sheet: Sheet,
  found: LaboratoryFound,
): Figure<Money> {
  if (published.length === 0) {
    throw sheet.noRate("code_not_listed", `Code ${code} is not on the Georgia clinical laboratory fee schedule.`);
  }
  const live = sheet.effective(published);
  if (live.length === 0) throw noRateOnDay(code, published, sheet);
  const row = laboratoryRow(live, modifier, sheet);
  if (row === undefined) throw noRowWithModifier(code, modifier, live, live.filter(hasRate), sheet, found);
  return laboratoryRowPayment(row, sheet, found);
}

/** The effective row of the modifier. */
export function laboratoryRow(live: readonly LabRow[], modifier: string | null, sheet: Sheet): LabRow | undefined {
  return sheet.those(live, (row) => row.modifier === modifier, anotherModifier)[0];
}

/** Whether an amount is published; a row without one is manually priced. */
export function hasRate({ rate }: { readonly rate: unknown }): boolean {
  return rate !== null;
}

/** Why there is no Medicare rate: the edition of the day has none, or no edition is loaded for the day (ga 4.5 step 5). */
const NOT_PUBLISHED = ", no Medicare CLFS rate published";
const NOT_LOADED = ", no Medicare CLFS edition loaded for the date of service";

/** The lesser of the state's rate and Medicare's, where Medicare has one (ga 4.5 steps 3 to 5). */
export function laboratoryRowPayment(row: LabRow, sheet: Sheet, found: LaboratoryFound): Figure<Money> {
  const { code, modifier } = row;
  sheet.use(row);
  found.serviceCategory = "clinical_lab";
  found.modifier = modifier;
  const scheduleRate = sheet.figure("GA schedule rate", row, "rate");
  if (scheduleRate === null) throw manuallyPriced("ga 4.5 step 3", code, sheet);
  found.scheduleRate = scheduleRate;

  const section = "ga 4.5 step 4";
  const medicare = sheet.rowIfAny(medicareClfs, { code, modifier });
  if (medicare === undefined) {
    const trail = sheet.hasEdition(medicareClfs) ? NOT_PUBLISHED : NOT_LOADED;
    return sheet.dollars(section, scheduleRate, { trail });
  }
  const medicareRate = sheet.figure("Medicare CLFS rate", sheet.use(medicare), "rate");
  found.medicareRate = medicareRate;
  const payment = sheet.dollars(section, lesserOf(scheduleRate, medicareRate));
  sheet.decided(payment, decide(medicareRate, "less", scheduleRate));
  return payment;
}
