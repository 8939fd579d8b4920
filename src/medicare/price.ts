import { type Factor, whole } from "../core/money/factor.ts";
import type { Money } from "../core/money/money.ts";
import {
  anesthesiaBaseUnits,
  anesthesiaFactors,
  type LaboratoryFee,
  laboratoryFees,
  MEDICARE_PARAMETERS,
  medicareParameters,
  type PhysicianValue,
  physicianValues,
} from "../dataset/medicare-tables.ts";
import type { RateData } from "../dataset/table.ts";
import type { NoRate } from "../pricing/no-rate.ts";
import { type Outcome, RequestPricer } from "../pricing/outcome.ts";
import { programOf } from "../pricing/program.ts";
import type { Sheet } from "../pricing/sheet.ts";
import { type Figure, over, plus, times } from "../pricing/worksheet/calculation.ts";
import { localityOf, localityText } from "./locality.ts";
import { isPricedBy, physicianPayment, whyUnpriced } from "./physician.ts";
import type { MedicareFound, MedicareRequest } from "./request.ts";

const NOTATION = { dollarSignInParentheses: true };

/** Whether a release has anything to price by. */
function isMedicareLoaded(data: RateData): boolean {
  return data.hasRows(physicianValues) || data.hasRows(laboratoryFees);
}

/** What Medicare pays for a code at a place on a day (medicare 3). */
export function medicarePrice(request: MedicareRequest, data: RateData): Outcome<MedicareFound> {
  const pricer = new RequestPricer(data, request.dateOfService, "date_of_service", NOTATION);
  const found: MedicareFound = { modifier: request.modifier, notes: [] };
  return pricer.workOut(found, (sheet) => payment(request, data, sheet, found));
}

/** The schedule that prices the code: physician values first, then anesthesia, then the laboratory (medicare 3.3). */
function payment(request: MedicareRequest, data: RateData, sheet: Sheet, found: MedicareFound): Figure<Money> {
  const { code } = request.code;
  if (!isMedicareLoaded(data)) throw notLoaded(sheet);
  const published = sheet.rows(physicianValues, { code });
  const live = sheet.effective(published);
  const whole = live.find(({ modifier }) => modifier === null);
  if (whole?.statusCode === "J") {
    found.statusCode = "J";
    return anesthesiaPayment(request, whole, sheet, found);
  }
  const [row] = sheet.those(live, ({ modifier }) => modifier === request.modifier, anotherModifier);
  if (row !== undefined) found.statusCode = row.statusCode;
  const { anesthesiaMinutes: minutes, anesthesiaBaseUnits: units } = request;
  if (minutes !== null || units !== null)
    found.notes.push(`${code} is no anesthesia code: its price has no time and no units.`);
  if (row !== undefined && isPricedBy(row)) return physicianPayment(request, row, sheet, found);
  const fees = sheet.rows(laboratoryFees, { code });
  if (fees.length > 0) return laboratoryPayment(request, fees, sheet, found);
  if (row !== undefined) throw whyUnpriced(sheet.use(row), sheet);
  if (live.length > 0) throw noRowWithModifier(request, live, sheet);
  throw sheet.noneEffective(published, "code_not_listed", (nearest) =>
    nearest === null
      ? `Code ${code} is in none of the loaded Medicare schedules.`
      : `No Medicare schedule with ${code} is loaded for ${sheet.day}; the nearest published period is ${nearest}.`,
  );
}

/** The national fee of the laboratory schedule, at every place the same (medicare 4.3). */
function laboratoryPayment(
  { code: { code }, modifier }: MedicareRequest,
  published: readonly LaboratoryFee[],
  sheet: Sheet,
  found: MedicareFound,
): Figure<Money> {
  found.schedule = "laboratory";
  const live = sheet.effective(published);
  if (live.length === 0) {
    throw sheet.noneEffective(
      published,
      "code_not_listed",
      (nearest) =>
        `No Medicare laboratory fee of ${code} is loaded for ${sheet.day}; the nearest published period is ${nearest}.`,
    );
  }
  const [row] = sheet.those(live, (each) => each.modifier === modifier, anotherModifier);
  if (row === undefined) throw noRowWithModifier({ code: { code }, modifier }, live, sheet);
  return sheet.dollars("medicare 4.3", sheet.figure("laboratory fee", sheet.use(row), "rate"));
}

function notLoaded(sheet: Sheet): NoRate {
  return sheet.noRate(
    "not_loaded",
    "No Medicare schedule is loaded. They come from: National Physician Fee Schedule Relative Value File (medicare/physician-values), Geographic Practice Cost Indices (medicare/practice-costs), ZIP Code to Carrier Locality File (medicare/localities), Clinical Laboratory Fee Schedule (federal/clfs).",
    { searched: { table: physicianValues, key: {} } },
  );
}

function anotherModifier({ modifier }: Pick<PhysicianValue, "modifier">): string {
  return modifier === null ? "without a modifier" : `another modifier, ${modifier}`;
}

/** The payment indicator that says whether Medicare pays a modifier, and by which rule. */
const INDICATORS: Readonly<Record<string, readonly [keyof PhysicianValue, string]>> = {
  "50": ["bilateralSurgery", "bilateral surgery"],
  "51": ["multipleProcedure", "multiple procedure"],
  "62": ["coSurgery", "co-surgery"],
  "66": ["teamSurgery", "team surgery"],
  "80": ["assistantSurgery", "assistant surgery"],
  "81": ["assistantSurgery", "assistant surgery"],
  "82": ["assistantSurgery", "assistant surgery"],
  AS: ["assistantSurgery", "assistant surgery"],
};

/** Why a modifier without a row has no price: it changes a payment by a rule beside the schedule, or by none that is known here. */
function ruleOf(modifier: string | null, [row]: readonly Partial<PhysicianValue>[]): string {
  const [column, name] = INDICATORS[modifier ?? ""] ?? [];
  const indicator = column === undefined ? null : (row?.[column] ?? null);
  return indicator === null
    ? ""
    : ` Medicare pays modifier ${modifier} by a rule beside the schedule (${name} indicator ${String(indicator)}), which is not priced here.`;
}

/** A modifier that has no row of its own changes the payment of a claim by rules that no schedule prints. */
function noRowWithModifier(
  { code: { code }, modifier }: { readonly code: { readonly code: string }; readonly modifier: string | null },
  live: readonly (Pick<PhysicianValue, "modifier"> & Partial<PhysicianValue>)[],
  sheet: Sheet,
): NoRate {
  const known = live.map((row) => row.modifier ?? "no modifier").join(", ");
  const asked = modifier === null ? "without a modifier" : `with modifier ${modifier}`;
  return sheet.noRate(
    "not_for_request",
    `Medicare's schedule has no row of ${code} ${asked}; it has one for: ${known}.${ruleOf(modifier, live)}`,
    { remedy: live.map((row) => ({ parameter: "modifier", value: row.modifier ?? "", why: "the schedule lists it" })) },
  );
}

const program = programOf(medicareParameters, MEDICARE_PARAMETERS);

/** Who is paid the whole amount, and who half of it because two share the case (medicare 4.2 step 3). */
const WHOLE = ["AA", "QZ"];
const DIRECTED = ["QK", "QX", "QY"];

/** Decimals of time units (medicare 4.2 step 1). */
const TIME_DECIMALS = 1;

/** Anesthesia by base and time units (medicare 4.2). `listed` is the row of the code, which has no relative values. */
function anesthesiaPayment(
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
