import { inForce, onlyInForce, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { ceilingOfQuotient, dollars, nearestWhole, sum } from "../../../money/arithmetic.ts";
import { whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { modifierList, modifierText, noRateOnDay } from "../failures.ts";
import { type GeorgiaProgram, georgiaProgram } from "../program.ts";
import { anesthesiaConversionFactors, type BaseUnitsRow, type ConversionFactorRow } from "../tables.ts";
import type { AnesthesiaFinding, Finding } from "./finding.ts";
import type { OutpatientRequest } from "./request.ts";

/** Who directs when no modifier says so: anesthesia is personally performed. */
export const PERSONALLY_PERFORMED = "AA";

/** Anesthesia by base, time and physical status units (ga 4.4). `published` are the code's base units. */
export function anesthesiaPrice(
  request: OutpatientRequest,
  published: readonly BaseUnitsRow[],
  data: RateData,
): Finding {
  const {
    billingCode: { code },
    dateOfService: day,
    modifier,
    anesthesiaMinutes: minutes,
  } = request;
  const program = georgiaProgram(data, day);

  const status = physicalStatusUnits(request, program);
  if (status instanceof NoRate) return anesthesiaFailure(status.message, { physicalStatusUnits: 0 });
  let anesthesia: AnesthesiaFinding = { physicalStatusUnits: status };

  const base = onlyInForce(published, day);
  if (base === undefined) return anesthesiaFailure(noRateOnDay(code, day, published), anesthesia);
  anesthesia = { ...anesthesia, baseUnits: base.baseUnits };

  const live = inForce(data.rows(anesthesiaConversionFactors), day);
  const factor = conversionFactorOf(live, modifier);
  if (factor === undefined) {
    const message = `No anesthesia conversion factor is published for modifier ${modifierText(modifier)} on ${day}; published modifiers: ${modifierList(live)}.`;
    return anesthesiaFailure(message, anesthesia);
  }
  anesthesia = { ...anesthesia, conversionFactor: factor.conversionFactor };

  const timeUnits = minutes === null ? null : timeUnitsOf(minutes, program);
  if (timeUnits instanceof NoRate) {
    return { ...anesthesiaFailure(timeUnits.message, anesthesia), modifier: factor.modifier };
  }

  const sheet = new Worksheet();
  const payment = anesthesiaPayment(base, timeUnits, status, factor, sheet);
  return {
    kind: "priced",
    serviceCategory: "anesthesia",
    payment,
    method: sheet.line,
    period: sharedPeriod(base.period, factor.period),
    modifier: factor.modifier,
    anesthesia: { ...anesthesia, timeUnits },
  };
}

/** All units x dollars per unit; null without minutes (ga 4.4 steps 4 and 5). */
function anesthesiaPayment(
  { baseUnits }: BaseUnitsRow,
  timeUnits: number | null,
  statusUnits: number,
  { conversionFactor, modifier }: ConversionFactorRow,
  sheet: Worksheet,
): Money | null {
  const shown = formula`(base units (${baseUnits}) + time units (${timeUnits ?? "anesthesia_minutes not supplied"}) + physical status units (${statusUnits})) x conversion factor ($${conversionFactor}, ${modifier ?? "no modifier"})`;
  if (timeUnits === null) {
    sheet.step(shown, "no dollar amount");
    return null;
  }
  return sheet.step(shown, dollars(sum(baseUnits, whole(timeUnits + statusUnits)), conversionFactor));
}

function anesthesiaFailure(message: string, anesthesia: AnesthesiaFinding): Finding {
  return { kind: "failed", message, serviceCategory: "anesthesia", anesthesia };
}

/** The units that the patient's physical status adds; 0 when none is sent (ga 4.4 step 1). */
function physicalStatusUnits({ physicalStatus }: OutpatientRequest, program: GeorgiaProgram): number | NoRate {
  if (physicalStatus === null) return 0;
  const units = program(`physical_status_units_${physicalStatus}`);
  return units instanceof NoRate ? units : nearestWhole(units);
}

/** On a flat fee the units are shown only, so a missing figure is none (ga 4.4, last paragraph). */
export function flatFeeStatusUnits(request: OutpatientRequest, data: RateData): number {
  const units = physicalStatusUnits(request, georgiaProgram(data, request.dateOfService));
  return units instanceof NoRate ? 0 : units;
}

/** The factor of the modifier; without one that for no modifier, else as personally performed (ga 4.4 step 3). */
function conversionFactorOf(
  live: readonly ConversionFactorRow[],
  modifier: string | null,
): ConversionFactorRow | undefined {
  const exact = live.find((row) => row.modifier === modifier);
  if (exact !== undefined || modifier !== null) return exact;
  return live.find((row) => row.modifier === PERSONALLY_PERFORMED);
}

/** Any part of a unit of minutes counts as one (ga 4.4 step 5). */
function timeUnitsOf(minutes: number, program: GeorgiaProgram): number | NoRate {
  const minutesPerUnit = program("anesthesia_minutes_per_unit");
  return minutesPerUnit instanceof NoRate ? minutesPerUnit : ceilingOfQuotient(minutes, minutesPerUnit);
}
