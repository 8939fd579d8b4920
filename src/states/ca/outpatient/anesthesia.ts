import { ceilingOfQuotient, difference, dollars, smaller, sum } from "../../../money/arithmetic.ts";
import { type Factor, whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { MediCalProgram } from "../program.ts";
import type { FeeRow } from "../tables.ts";
import type { OutpatientClaim } from "./claim.ts";
import { cutbackOf, hospitalAddOnOf, withCutback, withHospitalAddOn } from "./facility-adjustments.ts";
import { notPayable } from "./fee-schedule.ts";

/** What an anesthesia price is made of. */
export interface AnesthesiaFactors {
  readonly timeUnits: number | null;
  /** The base units a nurse anesthetist is not paid for; null for every other type. */
  readonly reduction: Factor | null;
  readonly cutback: Factor | null;
  readonly hospitalAddOn: Factor | null;
}

/** Any part of 15 minutes is a time unit; null without minutes (ca 4.4 step 1). */
export function timeUnitsOf(minutes: number | null, program: MediCalProgram): number | NoRate | null {
  if (minutes === null) return null;
  const minutesPerUnit = program("anesthesia_minutes_per_unit");
  return minutesPerUnit instanceof NoRate ? minutesPerUnit : ceilingOfQuotient(minutes, minutesPerUnit);
}

/** Which steps apply and with what figures, or why the line cannot be priced (ca 4.4). */
export function anesthesiaFactors(claim: OutpatientClaim): AnesthesiaFactors | NoRate {
  const { line, fee, program } = claim;
  if (line.modifier !== null) return notPayable(line.modifier, line.code, fee);

  const timeUnits = timeUnitsOf(line.anesthesiaMinutes, program);
  if (timeUnits instanceof NoRate) return timeUnits;

  const reduction = line.providerType === "nurse_anesthetist" ? reductionOf(fee, program) : null;
  if (reduction instanceof NoRate) return reduction;

  const cutback = cutbackOf(claim);
  if (cutback instanceof NoRate) return cutback;

  // The contract gives hospitals the add-on automatically, so the code's eligibility has no effect here.
  const hospitalAddOn = hospitalAddOnOf(claim);
  if (hospitalAddOn instanceof NoRate) return hospitalAddOn;

  return { timeUnits, reduction, cutback, hospitalAddOn };
}

/** Never more than the base units there are (ca 4.4 step 2). */
function reductionOf({ unitValue }: FeeRow, program: MediCalProgram): Factor | NoRate {
  const reduction = program("nurse_anesthetist_base_unit_reduction");
  return reduction instanceof NoRate ? reduction : smaller(reduction, unitValue as Factor);
}

/** OP-B: (base + time units) x conversion factor, then cutback, HOPD; null without minutes (ca 4.4). */
export function anesthesiaPayment(
  { fee, factor }: OutpatientClaim,
  { timeUnits, reduction, cutback, hospitalAddOn }: AnesthesiaFactors,
  sheet: Worksheet,
): Money | null {
  const baseUnits = fee.unitValue as Factor;
  const { conversionFactor } = factor;
  const time = timeUnits ?? "anesthesia_minutes not supplied";
  const shown =
    reduction === null
      ? formula`(base units (${baseUnits}) + time units (${time})) x conversion factor (${conversionFactor})`
      : formula`(base units (${baseUnits}) - nurse anesthetist reduction (${reduction}) + time units (${time})) x conversion factor (${conversionFactor})`;

  if (timeUnits === null) {
    sheet.note(shown);
    if (cutback !== null) sheet.note(formula`x cutback (${cutback})`);
    if (hospitalAddOn !== null) sheet.note(formula`x HOPD add-on (${hospitalAddOn})`);
    return null;
  }

  const effectiveBase = reduction === null ? baseUnits : difference(baseUnits, reduction);
  const amount = sheet.step(shown, dollars(sum(effectiveBase, whole(timeUnits)), conversionFactor));
  return withHospitalAddOn(withCutback(amount, cutback, sheet), hospitalAddOn, sheet);
}
