import { type Factor, whole } from "../core/money/factor.ts";
import type { Money } from "../core/money/money.ts";
import {
  anesthesiaBaseUnits,
  anesthesiaFactors,
  MEDICARE_PARAMETERS,
  medicareParameters,
  type PhysicianValue,
} from "../dataset/medicare-tables.ts";
import { programOf } from "../pricing/program.ts";
import type { Sheet } from "../pricing/sheet.ts";
import { type Figure, over, plus, times } from "../pricing/worksheet/calculation.ts";
import { localityOf, localityText } from "./locality.ts";
import type { MedicareFound, MedicareRequest } from "./request.ts";

const program = programOf(medicareParameters, MEDICARE_PARAMETERS);

/** Who is paid the whole amount, and who half of it because two share the case (medicare 4.2 step 3). */
const WHOLE = ["AA", "QZ"];
const DIRECTED = ["QK", "QX", "QY"];

/** Decimals of time units (medicare 4.2 step 1). */
const TIME_DECIMALS = 1;

/** Anesthesia by base and time units (medicare 4.2). `listed` is the row of the code, which has no relative values. */
export function anesthesiaPayment(
  request: MedicareRequest,
  listed: PhysicianValue,
  sheet: Sheet,
  found: MedicareFound,
): Figure<Money> {
  found.schedule = "anesthesia";
  sheet.use(listed);
  const modifier = performedBy(request.modifier, sheet);
  found.modifier = modifier;
  const costs = localityOf(request, sheet);
  found.locality = costs;
  const { contractor, locality } = costs;
  const factors = sheet.row(anesthesiaFactors, { contractor, locality }, "not_loaded", (nearest) =>
    nearest === null
      ? `No anesthesia conversion factor of Medicare locality ${localityText(costs)} is loaded; medicare/anesthesia brings it.`
      : `No anesthesia conversion factor of Medicare locality ${localityText(costs)} is loaded for ${sheet.day}; the nearest published period is ${nearest}.`,
  );
  const units = plus(baseUnitsOf(request, listed.code, sheet), timeUnitsOf(request, listed.code, sheet));
  const factor = sheet.figure("conversion factor", factors, "conversionFactor", "dollars");
  const section = "medicare 4.2 step 3";
  if (WHOLE.includes(modifier)) return sheet.dollars(section, times(units, factor));
  const share = sheet.parameter(program, "anesthesia_directed_share").called("share of a directed case");
  return sheet.dollars(section, times(units, factor, share));
}

function performedBy(modifier: string | null, sheet: Sheet): string {
  if (modifier === null) {
    sheet.assume("modifier", "AA", "not sent: anesthesia is personally performed");
    return "AA";
  }
  const known = [...WHOLE, ...DIRECTED];
  if (known.includes(modifier)) return modifier;
  throw sheet.noRate(
    "not_for_request",
    `Medicare's price of anesthesia is known for the modifiers ${known.join(", ")}, not for ${modifier}.`,
    { remedy: known.map((value) => ({ parameter: "modifier", value, why: "it says who performed the anesthesia" })) },
  );
}

/** The published units of the code, or those that were sent. */
function baseUnitsOf({ anesthesiaBaseUnits: sent }: MedicareRequest, code: string, sheet: Sheet): Figure<Factor> {
  if (sent !== null) return sheet.sent("base units", "anesthesia_base_units", whole(sent), "units");
  const row = sheet.rowIfAny(anesthesiaBaseUnits, { code });
  if (row !== undefined) return sheet.figure("base units", sheet.use(row), "baseUnits", "units");
  throw sheet.noRate(
    "missing_information",
    `No base units of ${code} are loaded for ${sheet.day}: send anesthesia_base_units, or load medicare/anesthesia_base_units.`,
    { remedy: [{ parameter: "anesthesia_base_units", value: null, why: "the formula adds them to the time units" }] },
  );
}

/** Minutes over the minutes of a unit, to a tenth of a unit (medicare 4.2 step 1). */
function timeUnitsOf({ anesthesiaMinutes }: MedicareRequest, code: string, sheet: Sheet): Figure<Factor> {
  if (anesthesiaMinutes === null) {
    throw sheet.noRate("missing_information", `Medicare pays ${code} by its time: send anesthesia_minutes.`, {
      remedy: [{ parameter: "anesthesia_minutes", value: null, why: "the formula needs the time units" }],
    });
  }
  const minutes = sheet.sent("minutes", "anesthesia_minutes", whole(anesthesiaMinutes), "units");
  const perUnit = sheet.parameter(program, "anesthesia_minutes_per_unit", "units").called("minutes per unit");
  return sheet
    .fixedFactor("medicare 4.2 step 1", over(minutes, perUnit), TIME_DECIMALS, { lead: "time units: " })
    .called("time units");
}
