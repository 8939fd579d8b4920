import type { Money } from "../core/money/money.ts";
import {
  type LaboratoryFee,
  laboratoryFees,
  type PhysicianValue,
  physicianValues,
} from "../dataset/medicare-tables.ts";
import type { RateData } from "../dataset/table.ts";
import type { NoRate } from "../pricing/no-rate.ts";
import { type Outcome, RequestPricer } from "../pricing/outcome.ts";
import type { Sheet } from "../pricing/sheet.ts";
import type { Figure } from "../pricing/worksheet/calculation.ts";
import { anesthesiaPayment } from "./anesthesia.ts";
import { isPricedBy, type PriceTerms, physicianPayment, whyUnpriced } from "./physician.ts";
import type { MedicareFound, MedicareRequest } from "./request.ts";

const NOTATION = { dollarSignInParentheses: true };

/** Whether a release has anything to price by. */
function isMedicareLoaded(data: RateData): boolean {
  return data.hasRows(physicianValues) || data.hasRows(laboratoryFees);
}

/** What Medicare pays for a code at a place on a day (medicare 3). */
export function medicarePrice(
  request: MedicareRequest,
  data: RateData,
  terms: PriceTerms = {},
): Outcome<MedicareFound> {
  const pricer = new RequestPricer(data, request.dateOfService, "date_of_service", NOTATION);
  const found: MedicareFound = { modifier: request.modifier, notes: [] };
  return pricer.workOut(found, (sheet) => payment(request, data, sheet, found, terms));
}

/** The schedule that prices the code: physician values first, then anesthesia, then the laboratory (medicare 3.3). */
function payment(
  request: MedicareRequest,
  data: RateData,
  sheet: Sheet,
  found: MedicareFound,
  terms: PriceTerms,
): Figure<Money> {
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
  if (row !== undefined && isPricedBy(row, terms)) return physicianPayment(request, row, sheet, found);
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
