import { effective } from "../../../core/calendar/period.ts";
import { compare, isZero } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { compareText } from "../../../core/text/order.ts";
import type { NoRate, Remedy } from "../../../pricing/no-rate.ts";
import type { PlaceOfService } from "../../../pricing/place-of-service.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, over, times, words } from "../../../pricing/worksheet/calculation.ts";
import { noneEffective } from "../failures.ts";
import {
  CARVE_OUTS,
  type CarveOut,
  type FeeRow,
  feeSchedule,
  floridaProgram,
  type MultiplierRule,
  type Provider,
  rateMultipliers,
} from "../tables.ts";
import {
  hasFacilityFees,
  type MultiplierKind,
  PROVIDER_TYPE_LABELS,
  type ProviderType,
  SCHEDULES_OF,
  type Schedule,
  withoutLeadingZeros,
} from "../values.ts";
import { COMPONENTS, type OutpatientRequest, placeSentOrDefault } from "./request.ts";

export interface FeeFound {
  /** The fee schedule row that is paid, or that is by report. */
  match?: FeeMatch;
  /** The parts of the price; only if the fee can be priced. */
  fee?: {
    readonly modifierAdjustment: Figure<Factor> | null;
    readonly placeOfService: PlaceOfService | null;
    readonly multipliers: Multipliers;
  };
}

/** A row that matches the requested modifier, and how. */
export interface FeeMatch {
  readonly row: FeeRow;
  /** As results show it (fl 4.3 step 9). */
  readonly modifier: string | null;
  /** The paid component; null: the fee. */
  readonly component: Component | null;
  /** The modifier whose share of the fee is paid; null: the whole fee. */
  readonly carveOut: CarveOut | null;
}

type Component = (typeof COMPONENTS)[keyof typeof COMPONENTS];

/** The fee schedule rows that price a code for a type of provider (fl 4.3 steps 1 to 3). */
export function chooseFeeRows(
  { billingCode: { code }, modifier }: Pick<OutpatientRequest, "billingCode" | "modifier">,
  providerType: ProviderType,
  sheet: Sheet,
): readonly FeeMatch[] {
  const schedules = SCHEDULES_OF[providerType];
  const published = sheet.those(
    sheet.rows(feeSchedule, { code }),
    ({ schedule }) => schedules.includes(schedule),
    ({ schedule }) => `another schedule, ${schedule}, that does not pay this type of provider`,
  );
  const rows = sheet.effective(published);
  if (rows.length === 0) {
    throw sheet.noneEffective(published, "code_not_listed", (nearest) =>
      nearest === null ? notOnSchedule(code, providerType) : noneEffective(code, sheet.day, nearest),
    );
  }

  const matches = firstMatches(rows, schedules, modifier);
  const [first] = matches;
  if (first === undefined) throw noneWithModifier(code, modifier, rows, schedules, sheet);
  const answering = matches.map(({ row }) => row);
  sheet.readings.choose(rows, answering, (row: FeeRow) => whyNot(row, first.row.schedule, schedules, modifier));
  return matches;
}

/** The matching rows of the first schedule that has some (fl 4.3 step 3). */
function firstMatches(
  rows: readonly FeeRow[],
  schedules: readonly Schedule[],
  modifier: string | null,
): readonly FeeMatch[] {
  for (const schedule of schedules) {
    const ofSchedule = rows.filter((row) => row.schedule === schedule);
    const matches = matchesOf(ofSchedule, modifier);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** The rows of one schedule that match a modifier (fl 4.3 step 3 a to c). */
function matchesOf(rows: readonly FeeRow[], modifier: string | null): readonly FeeMatch[] {
  const base = rows.find((row) => row.modifier === null);
  if (modifier === null) {
    if (base === undefined) return rows.toSorted((a, b) => compareText(a.modifier, b.modifier)).map(ofWholeFee);
    return hasWholeFee(base) ? [ofWholeFee(base)] : [];
  }
  if (modifier === "26" || modifier === "TC") {
    const component = COMPONENTS[modifier];
    const answers = base !== undefined && (base[component] !== null || base.byReport);
    return answers ? [ofPart(base, { modifier, component, carveOut: null })] : [];
  }

  const own = rows.find((row) => row.modifier === modifier);
  if (own !== undefined) return [ofWholeFee(own)];
  return isCarveOut(modifier) && base !== undefined && hasFacilityFees(base.schedule) && hasWholeFee(base)
    ? [ofPart(base, { modifier, component: null, carveOut: modifier })]
    : [];
}

function ofWholeFee(row: FeeRow): FeeMatch {
  return { row, modifier: row.modifier, component: null, carveOut: null };
}

/** The part of a base row that a modifier names; there is none to apply where the row is by report (fl 4.3 step 4). */
function ofPart(base: FeeRow, part: Omit<FeeMatch, "row">): FeeMatch {
  return base.byReport ? ofWholeFee(base) : { row: base, ...part };
}

/** Whether a base row matches a request without a modifier: it may publish only components. */
function hasWholeFee({ fsi, facility, byReport }: FeeRow): boolean {
  return fsi !== null || facility !== null || byReport;
}

function isCarveOut(modifier: string): modifier is CarveOut {
  return (CARVE_OUTS as readonly string[]).includes(modifier);
}

/** Why an effective row does not match, when a schedule does. */
function whyNot(row: FeeRow, chosen: Schedule, schedules: readonly Schedule[], modifier: string | null): string {
  if (row.schedule === chosen) return anotherModifier(row);
  return schedules.indexOf(row.schedule) < schedules.indexOf(chosen)
    ? `the ${row.schedule} schedule has no rate ${inWords(modifier)}`
    : `another schedule, ${row.schedule}, that comes after ${chosen}`;
}

function anotherModifier({ modifier }: FeeRow): string {
  return modifier === null ? "the rate without a modifier" : `another modifier, ${modifier}`;
}

function inWords(modifier: string | null): string {
  return modifier === null ? "without a modifier" : `with modifier ${modifier}`;
}

/** F4 */
export function notOnSchedule(code: string, providerType: ProviderType): string {
  return `${code} is not on the Florida ${PROVIDER_TYPE_LABELS[providerType]} fee schedule.`;
}

/** F5: what is published on the day instead. */
function noneWithModifier(
  code: string,
  modifier: string | null,
  rows: readonly FeeRow[],
  schedules: readonly Schedule[],
  sheet: Sheet,
): NoRate {
  sheet.readings.choose(rows, [], () => `no rate ${inWords(modifier)}`);
  const published = publishedModifiers(rows);
  const message = `${code} has no published rate ${inWords(modifier)}; published: ${published.map((each) => each ?? "no modifier").join(", ")}.`;
  const payable = published.filter((each) => firstMatches(rows, schedules, each).some(({ row }) => !row.byReport));
  return sheet.noRate("not_for_request", message, { remedy: payable.map(asRemedy) });
}

/** The published modifiers: no modifier (null) first, then components, then the state's own. */
function publishedModifiers(rows: readonly FeeRow[]): readonly (string | null)[] {
  const bases = rows.filter((row) => row.modifier === null);
  const published: (string | null)[] = [];
  if (bases.some(hasWholeFee)) published.push(null);
  if (bases.some(({ pci }) => pci !== null)) published.push("26");
  if (bases.some(({ tci }) => tci !== null)) published.push("TC");
  const stateModifiers = new Set(rows.flatMap((row) => row.modifier ?? []));
  return [...published, ...[...stateModifiers].sort(compareText)];
}

/** An empty parameter counts as absent (conventions 2.2). */
function asRemedy(modifier: string | null): Remedy {
  return { parameter: "modifier", value: modifier ?? "", why: `the code has a rate ${inWords(modifier)}` };
}

/** The fee of one matching row: each has its own result (fl 4.3 steps 3a to 9). */
export function feeOf(
  matches: readonly FeeMatch[],
  place: number,
  request: OutpatientRequest,
  provider: Provider,
  sheet: Sheet,
  found: FeeFound,
): Figure<Money> {
  const match = matches[place] as FeeMatch;
  const rows = matches.map(({ row }) => row);
  const { modifier } = sheet.use(sheet.chosen(rows, match.row, anotherModifier));
  if (modifier !== null && request.modifier === null) {
    sheet.assume("modifier", modifier, "not sent: one result for each modifier, since there is no rate without one");
  }
  if (!match.row.byReport) return feePayment(match, request, provider, sheet, found);
  found.match = match;
  throw byReport(request.billingCode.code, sheet);
}

/** F8: the code is covered, its payment is set case by case (fl 4.3 step 4). */
function byReport(code: string, sheet: Sheet): NoRate {
  sheet.note("fl 4.3 step 4", words`By Report: no published amount; payment = amount set by the state case by case`);
  return sheet.noRate(
    "by_report",
    `${code} is priced By Report: it is covered and the state sets the payment case by case; no amount is published.`,
  );
}

const SCHEDULE_LABELS: Readonly<Record<Schedule, string>> = {
  PRACTITIONER: "Practitioner fee schedule",
  RADIOLOGY: "Radiology fee schedule",
  LABORATORY: "Practitioner laboratory fee schedule",
  INDEPENDENT_LAB: "Independent laboratory fee schedule",
  ASC: "Ambulatory surgical center fee schedule",
};

/** The payment of a fee schedule row that is not by report (fl 4.3 steps 5 to 9). */
export function feePayment(
  match: FeeMatch,
  request: Pick<OutpatientRequest, "placeOfService" | "childPatient">,
  provider: Pick<Provider, "flProviderTypeCode" | "flSpecialtyCode">,
  sheet: Sheet,
  found: FeeFound,
): Figure<Money> {
  const { schedule, code } = match.row;
  const { amount, placeOfService } = amountOf(match, request.placeOfService, sheet);
  const carveOut = match.carveOut === null ? null : carveOutFactor(match.carveOut, sheet);
  const multipliers = multipliersOf({ schedule, code, provider, isChild: request.childPatient }, sheet);
  const { providerType, age, specialty } = multipliers;
  const factors = [carveOut, providerType, age, specialty].filter((factor) => factor !== null);

  // One product, rounded once: the state's stack of increases is not rounded in between (fl 4.3 step 8).
  const payment = sheet.dollars("fl 4.3 step 8", times(amount, ...factors), { lead: `${SCHEDULE_LABELS[schedule]} ` });
  found.match = match;
  found.fee = { modifierAdjustment: carveOut ?? componentShare(match, sheet), placeOfService, multipliers };
  return payment;
}

interface FeeAmount {
  readonly amount: Figure<Money>;
  readonly placeOfService: PlaceOfService | null;
}

/** The published amount that the match and the place of service point to (fl 4.3 step 5). */
export function amountOf({ row, component }: FeeMatch, placeSent: string | null, sheet: Sheet): FeeAmount {
  if (component !== null) {
    // A row matches a component only if it publishes it.
    return { amount: componentOf(row, component, sheet) as Figure<Money>, placeOfService: null };
  }
  const facility = sheet.figure("facility fee", row, "facility");
  const fee = sheet.figure("fee", row, "fsi");
  // A row that matches by its fee, and is not by report, publishes one of the two.
  if (facility === null) return { amount: fee as Figure<Money>, placeOfService: null };
  if (fee === null) return { amount: facility, placeOfService: "facility" };

  const placeOfService = placeSentOrDefault(placeSent);
  if (placeSent === null) sheet.assume("place_of_service", placeOfService, "not sent: the non-facility fee is meant");
  const amount = placeOfService === "facility" ? facility : sheet.figure("non-facility fee", row, "fsi");
  return { amount: amount as Figure<Money>, placeOfService };
}

const COMPONENT_LABELS: Readonly<Record<Component, string>> = {
  pci: "professional component",
  tci: "technical component",
};

function componentOf(row: FeeMatch["row"], component: Component, sheet: Sheet): Figure<Money> | null {
  return sheet.figure(COMPONENT_LABELS[component], row, component);
}

/** The share of the fee that a modifier pays (fl 4.3 step 6). */
function carveOutFactor(modifier: CarveOut, sheet: Sheet): Figure<Factor> {
  return sheet.parameter(floridaProgram, `modifier_${modifier}`).called(`modifier ${modifier} factor`);
}

/** The decimals of a factor that the service derives by dividing (conventions 1.4). */
const SHARE_DECIMALS = 4;

/** A component as a share of the whole fee, for information: the price starts from the component itself (fl 4.3 step 9). */
export function componentShare({ row, component }: FeeMatch, sheet: Sheet): Figure<Factor> | null {
  if (component === null) return null;
  const part = componentOf(row, component, sheet);
  const fee = sheet.figure("fee", row, "fsi");
  if (part === null || fee === null || isZero(fee.value)) return null;
  return sheet.fixedFactor("fl 4.3 step 9", over(part, fee), SHARE_DECIMALS, UNPRINTED);
}

/** All that a multiplier depends on besides the day. */
export interface BilledService {
  readonly schedule: Schedule;
  readonly code: string;
  readonly provider: Pick<Provider, "flProviderTypeCode" | "flSpecialtyCode">;
  readonly isChild: boolean;
}

/** The multiplier of each kind; null if none applies. */
interface Multipliers {
  readonly providerType: Figure<Factor> | null;
  readonly age: Figure<Factor> | null;
  readonly specialty: Figure<Factor> | null;
}

/** The fee increases and reductions of a service (fl 4.3 step 7). */
export function multipliersOf(service: BilledService, sheet: Sheet): Multipliers {
  return {
    providerType: multiplierOf("provider_type", "provider type multiplier", service, sheet),
    age: multiplierOf("age", "age multiplier", service, sheet),
    specialty: multiplierOf("specialty", "specialty multiplier", service, sheet),
  };
}

/** Of the rules that match, the highest; then the later start, then the earlier line (fl 2.4). */
function multiplierOf(kind: MultiplierKind, name: string, service: BilledService, sheet: Sheet): Figure<Factor> | null {
  const published = sheet.rows(rateMultipliers, { kind });
  if (effective(published, sheet.day).some((rule) => objectionTo(rule, service) === CHILDREN_ONLY)) {
    sheet.assume("child_patient", "false", "not sent: priced as for a patient of 21 and over");
  }
  const ofService = sheet.those(
    published,
    (rule) => objectionTo(rule, service) === null,
    (rule) => objectionTo(rule, service) as string,
  );
  const matching = sheet.effective(ofService);
  const [first, ...others] = matching;
  if (first === undefined) return null;
  const highest = others.reduce((best, rule) => (isPreferred(rule, best) ? rule : best), first);
  sheet.use(sheet.chosen(matching, highest, (rule) => whyLower(rule, highest)));
  return sheet.figure(name, highest, "multiplier");
}

function isPreferred(rule: MultiplierRule, best: MultiplierRule): boolean {
  const order = compare(rule.multiplier, best.multiplier);
  return order > 0 || (order === 0 && rule.period.start > best.period.start);
}

function whyLower({ multiplier, period }: MultiplierRule, highest: MultiplierRule): string {
  if (compare(multiplier, highest.multiplier) < 0) return `a lower multiplier, ${multiplier}`;
  return period.start < highest.period.start
    ? "the same multiplier, started earlier"
    : "the same multiplier, listed later";
}

const CHILDREN_ONLY = "for patients under 21 only";

/** Why a rule does not match a service; null if it matches (fl 2.4). The age is the reason only if all else matches. */
function objectionTo(rule: MultiplierRule, { schedule, code, provider, isChild }: BilledService): string | null {
  if (!rule.schedules.includes(schedule)) return "for other fee schedules";
  if (rule.codeStart !== null && rule.codeEnd !== null && (code < rule.codeStart || rule.codeEnd < code)) {
    return "for other codes";
  }
  if (!isAmong(rule.providerTypeCodes, provider.flProviderTypeCode)) return "for other provider type codes";
  if (!isAmong(rule.specialtyCodes, provider.flSpecialtyCode)) return "for other specialty codes";
  return rule.childPatientOnly && !isChild ? CHILDREN_ONLY : null;
}

/** No list means every provider; a provider without a code is in no list. */
function isAmong(listed: readonly string[], code: string | null): boolean {
  return listed.length === 0 || (code !== null && listed.includes(withoutLeadingZeros(code)));
}
