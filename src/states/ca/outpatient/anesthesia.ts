import { type Factor, whole } from "../../../core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  begunUnits,
  type Figure,
  lesserOf,
  MissingFigure,
  minus,
  plus,
  type Term,
  times,
  words,
} from "../../../pricing/worksheet/calculation.ts";
import { mediCalProgram } from "../program.ts";
import type { OutpatientClaim } from "./claim.ts";
import { cutbackOf, hospitalAddOnOf } from "./facility-adjustments.ts";
import { notPayable } from "./fee-schedule.ts";
import type { Found } from "./found.ts";

/** Any part of 15 minutes is a time unit (ca 4.4 step 1); undefined without minutes, or while their parameter has no value. */
export function timeUnitsOf(minutes: number | null, sheet: Sheet): Figure<Factor> | undefined {
  if (minutes === null) return undefined;
  const perUnit = sheet.parameterIfAny(mediCalProgram, "anesthesia_minutes_per_unit");
  if (perUnit === null) return undefined;
  const section = "ca 4.4 step 1";
  const sent = sheet.sent("minutes", "anesthesia_minutes", whole(minutes), "units");
  return sheet.count(section, begunUnits(section, sent, perUnit), "units", UNPRINTED).called("time units");
}

const CUTBACK = "ca 4.4 step 3";

/** OP-B: (base + time units) x conversion factor, then cutback, HOPD; null without minutes (ca 4.4). */
export function anesthesiaPayment(claim: OutpatientClaim, sheet: Sheet, found: Found): Figure | null {
  const { line, fee, factor } = claim;
  if (line.modifier !== null) throw notPayable(line.modifier, line.code, fee, sheet);

  // Minutes were sent and their parameter has no value: asking for it once more ends the calculation.
  if (line.anesthesiaMinutes !== null && found.timeUnits === undefined) {
    sheet.parameter(mediCalProgram, "anesthesia_minutes_per_unit");
  }
  const timeUnits =
    found.timeUnits ?? new MissingFigure("time units", "anesthesia_minutes not supplied", "anesthesia_minutes");
  const base = effectiveBase(claim, sheet);
  const cutback = cutbackOf(claim, CUTBACK, sheet);
  // The contract gives hospitals the add-on automatically, so the code's eligibility has no effect here.
  const hospitalAddOn = hospitalAddOnOf(claim, sheet);
  found.factors = { modifier: null, cutback, familyPlanning: null, hospitalAddOn };

  const formula = times(plus(base, timeUnits), sheet.figure("conversion factor", factor, "conversionFactor"));
  if (timeUnits instanceof MissingFigure) {
    sheet.unfinished("ca 4.4 step 2", formula);
    if (cutback !== null) sheet.note(CUTBACK, words`x ${cutback}`);
    if (hospitalAddOn !== null) sheet.note("ca 4.4 step 4", words`x ${hospitalAddOn}`);
    return null;
  }

  const amount = sheet.dollars("ca 4.4 step 2", formula);
  const afterCutback = cutback === null ? amount : sheet.dollars(CUTBACK, times(amount, cutback));
  return hospitalAddOn === null ? afterCutback : sheet.dollars("ca 4.4 step 4", times(afterCutback, hospitalAddOn));
}

/** A nurse anesthetist is not paid for all base units, but never for fewer than none (ca 4.4 step 2). */
function effectiveBase({ line, fee }: OutpatientClaim, sheet: Sheet): Term {
  const baseUnits = sheet.figure("base units", fee, "unitValue", "units");
  if (line.providerType !== "nurse_anesthetist") return baseUnits;
  const published = sheet.parameter(mediCalProgram, "nurse_anesthetist_base_unit_reduction");
  const reduction = sheet.factor("ca 4.4 step 2", lesserOf(published, baseUnits), null, UNPRINTED);
  return minus(baseUnits, reduction.called("nurse anesthetist reduction"));
}
