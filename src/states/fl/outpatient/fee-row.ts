import { compareText } from "../../../core/text/order.ts";
import type { NoRate, Remedy } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { noneInForce } from "../failures.ts";
import { type FeeRow, feeSchedule } from "../tables.ts";
import { hasFacilityFees, PROVIDER_TYPE_LABELS, type ProviderType, SCHEDULES_OF, type Schedule } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** Modifiers that pay a share of the whole fee (fl 4.3 step 3c). */
const CARVE_OUTS = ["50", "52", "53", "54", "55", "56", "62", "80"] as const;

export type CarveOut = (typeof CARVE_OUTS)[number];

/** Modifiers that a base row answers with an amount of its own (fl 4.3 step 3b). */
const COMPONENTS = { "26": "pci", TC: "tci" } as const;

/** The modifiers that change a price, or leave none where nothing is published for them (fl 4.3). */
export const PRICED_MODIFIERS: readonly string[] = [...Object.keys(COMPONENTS), ...CARVE_OUTS];

export type Component = (typeof COMPONENTS)[keyof typeof COMPONENTS];

/** A row that answers the requested modifier, and how it does. */
export interface FeeMatch {
  readonly row: FeeRow;
  /** As results show it (fl 4.3 step 9). */
  readonly modifier: string | null;
  /** The component that is paid; null when it is the fee. */
  readonly component: Component | null;
  /** The modifier whose share of the fee is paid; null when it is all of it. */
  readonly carveOut: CarveOut | null;
}

function ofWholeFee(row: FeeRow): FeeMatch {
  return { row, modifier: row.modifier, component: null, carveOut: null };
}

/** The part of a base row that a modifier asks for; there is none to apply where the row is by report (fl 4.3 step 4). */
function ofPart(base: FeeRow, part: Omit<FeeMatch, "row">): FeeMatch {
  return base.byReport ? ofWholeFee(base) : { row: base, ...part };
}

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
  const rows = sheet.inForce(published);
  if (rows.length === 0) {
    throw sheet.noneInForce(published, "code_not_listed", (nearest) =>
      nearest === null ? notOnSchedule(code, providerType) : noneInForce(code, sheet.day, nearest),
    );
  }

  const matches = firstMatches(rows, schedules, modifier);
  const [first] = matches;
  if (first === undefined) throw noneWithModifier(code, modifier, rows, schedules, sheet);
  const answering = matches.map(({ row }) => row);
  sheet.readings.choose(rows, answering, (row: FeeRow) => whyNot(row, first.row.schedule, schedules, modifier));
  return matches;
}

/** Of the first schedule that answers a modifier, the rows that do (fl 4.3 step 3). */
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

/** F4 */
export function notOnSchedule(code: string, providerType: ProviderType): string {
  return `${code} is not on the Florida ${PROVIDER_TYPE_LABELS[providerType]} fee schedule.`;
}

/** Why a row in force does not answer the request, in words, once a schedule does. */
function whyNot(row: FeeRow, chosen: Schedule, schedules: readonly Schedule[], modifier: string | null): string {
  if (row.schedule === chosen) return anotherModifier(row);
  return schedules.indexOf(row.schedule) < schedules.indexOf(chosen)
    ? `the ${row.schedule} schedule has no rate ${asked(modifier)}`
    : `another schedule, ${row.schedule}, that comes after ${chosen}`;
}

/** What is said of the rows of one schedule that were not asked for. */
export function anotherModifier({ modifier }: FeeRow): string {
  return modifier === null ? "the rate without a modifier" : `another modifier, ${modifier}`;
}

function asked(modifier: string | null): string {
  return modifier === null ? "without a modifier" : `with modifier ${modifier}`;
}

/** The rows of one schedule that answer a modifier (fl 4.3 step 3 a to c). */
function matchesOf(rows: readonly FeeRow[], modifier: string | null): readonly FeeMatch[] {
  const base = rows.find((row) => row.modifier === null);
  if (modifier === null) {
    if (base === undefined) return rows.toSorted(byModifier).map(ofWholeFee);
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

function byModifier(a: FeeRow, b: FeeRow): number {
  return compareText(a.modifier, b.modifier);
}

/** Whether a base row answers a request without a modifier: it may publish nothing but components. */
function hasWholeFee({ fsi, facility, byReport }: FeeRow): boolean {
  return fsi !== null || facility !== null || byReport;
}

function isCarveOut(modifier: string): modifier is CarveOut {
  return (CARVE_OUTS as readonly string[]).includes(modifier);
}

/** F5: what is published on the day instead. */
function noneWithModifier(
  code: string,
  modifier: string | null,
  rows: readonly FeeRow[],
  schedules: readonly Schedule[],
  sheet: Sheet,
): NoRate {
  sheet.readings.choose(rows, [], () => `no rate ${asked(modifier)}`);
  const published = publishedModifiers(rows);
  const message = `${code} has no published rate ${asked(modifier)}; published: ${published.map((each) => each ?? "no modifier").join(", ")}.`;
  const payable = published.filter((each) => firstMatches(rows, schedules, each).some(({ row }) => !row.byReport));
  return sheet.noRate("not_for_request", message, { remedy: payable.map(asRemedy) });
}

/** The modifiers that some row answers, null standing for none at all: that one first, then components, then the state's own. */
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
  return { parameter: "modifier", value: modifier ?? "", why: `the code has a rate ${asked(modifier)}` };
}
