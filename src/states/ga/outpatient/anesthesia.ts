import { nearestPeriod } from "../../../core/calendar/period.ts";
import { ZERO } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  begunUnits,
  constant,
  type Figure,
  MissingFigure,
  plus,
  times,
} from "../../../pricing/worksheet/calculation.ts";
import { anotherModifier, type ModifierFound, modifierText, noRateOnDay, onlyOtherModifiers } from "../failures.ts";
import { anesthesiaConversionFactors, type BaseUnitsRow, type ConversionFactorRow, georgiaProgram } from "../tables.ts";
import type { PathFound } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

const STATUS_SECTION = "ga 4.4 step 1";

/** ga 4.4; a flat fee has the status units only. */
export interface AnesthesiaFound extends PathFound, ModifierFound {
  physicalStatusUnits?: Figure<Factor>;
  baseUnits?: Figure<Factor>;
  conversionFactor?: Figure<Factor>;
  timeUnits?: Figure<Factor>;
}

/** Anesthesia by base, time and physical status units; null without minutes (ga 4.4). `published` are the code's base units. */
export function anesthesiaPayment(
  request: OutpatientRequest,
  published: readonly BaseUnitsRow[],
  sheet: Sheet,
  found: AnesthesiaFound,
): Figure | null {
  const {
    billingCode: { code },
    modifier,
    anesthesiaMinutes: minutes,
  } = request;
  found.serviceCategory = "anesthesia";
  // Zero even if the figure of the status has no value.
  found.physicalStatusUnits = noStatusUnits();
  const statusUnits = statusUnitsOf(request, sheet);
  found.physicalStatusUnits = statusUnits;

  const [base] = sheet.effective(published);
  if (base === undefined) throw noRateOnDay(code, published, sheet);
  const baseUnits = sheet.figure("base units", sheet.use(base), "baseUnits", "units");
  found.baseUnits = baseUnits;

  const factor = conversionFactorOf(modifier, sheet, found);
  const conversionFactor = sheet
    .figure("conversion factor", factor, "conversionFactor", "dollars")
    .called("conversion factor", `, ${factor.modifier ?? "no modifier"}`);
  found.conversionFactor = conversionFactor;
  found.modifier = factor.modifier;

  const timeUnits = minutes === null ? null : timeUnitsOf(minutes, sheet);
  const counted = timeUnits ?? new MissingFigure("time units", "anesthesia_minutes not supplied", "anesthesia_minutes");
  const formula = times(plus(baseUnits, counted, statusUnits), conversionFactor);
  if (timeUnits === null) {
    sheet.unfinished("ga 4.4 step 4", formula, { trail: " = no dollar amount" });
    return null;
  }
  found.timeUnits = timeUnits;
  return sheet.dollars("ga 4.4 step 5", formula);
}

function noStatusUnits(): Figure<Factor> {
  return constant(STATUS_SECTION, ZERO, "units").called("physical status units");
}

/** The units that the patient's physical status adds; 0 when none is sent (ga 4.4 step 1). */
function statusUnitsOf({ physicalStatus }: OutpatientRequest, sheet: Sheet): Figure<Factor> {
  if (physicalStatus === null) {
    sheet.assume("physical_status", "none", "not sent: no units are added for it");
    return noStatusUnits();
  }
  return wholeUnits(sheet.parameter(georgiaProgram, `physical_status_units_${physicalStatus}`, "units"), sheet);
}

/** On a flat fee the units are only shown, so a missing figure is zero (ga 4.4, last paragraph). */
export function flatFeeStatusUnits({ physicalStatus }: OutpatientRequest, sheet: Sheet): Figure<Factor> {
  if (physicalStatus === null) return noStatusUnits();
  const published = sheet.parameterIfAny(georgiaProgram, `physical_status_units_${physicalStatus}`, "units");
  if (published === null) return noStatusUnits();
  const units = wholeUnits(published, sheet);
  sheet.notApplied(units, null);
  return units;
}

function wholeUnits(published: Figure<Factor>, sheet: Sheet): Figure<Factor> {
  return sheet.count(STATUS_SECTION, published, "units", UNPRINTED).called("physical status units");
}

/** The factor of the modifier, or the one without a modifier if none was sent (ga 4.4 step 3). */
function conversionFactorOf(modifier: string | null, sheet: Sheet, found: AnesthesiaFound): ConversionFactorRow {
  const published = sheet.rows(anesthesiaConversionFactors, {});
  const live = sheet.effective(published);
  const [row] = sheet.those(live, (each) => each.modifier === modifier, anotherModifier);
  if (row === undefined) throw noConversionFactor(modifier, published, live, sheet, found);
  return sheet.use(row);
}

/** ga E11 */
function noConversionFactor(
  modifier: string | null,
  published: readonly ConversionFactorRow[],
  live: readonly ConversionFactorRow[],
  sheet: Sheet,
  found: AnesthesiaFound,
): NoRate {
  const what = `No anesthesia conversion factor is published for modifier ${modifierText(modifier)}`;
  if (live.length > 0) return onlyOtherModifiers(what, live, live, sheet, found);
  const message = `${what} on ${sheet.day}; published modifiers: none.`;
  if (published.length === 0) return sheet.noRate("not_loaded", message);
  return sheet.noRate("not_in_force", message, { nearest: nearestPeriod(published, sheet.day) });
}

/** Any part of a unit of minutes counts as one (ga 4.4 step 5). */
function timeUnitsOf(minutes: number, sheet: Sheet): Figure<Factor> {
  const section = "ga 4.4 step 5";
  const sent = sheet.sent("minutes", "anesthesia_minutes", whole(minutes), "units");
  const perUnit = sheet.parameter(georgiaProgram, "anesthesia_minutes_per_unit", "units").called("minutes per unit");
  return sheet.count(section, begunUnits(section, sent, perUnit), "units", UNPRINTED).called("time units");
}
