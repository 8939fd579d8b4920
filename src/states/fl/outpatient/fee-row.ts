import { inForce } from "../../../calendar/period.ts";
import { compareText } from "../../../names/order.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { noneInForce } from "../failures.ts";
import type { FeeRow } from "../tables.ts";
import { hasFacilityFees, PROVIDER_TYPE_LABELS, type ProviderType, SCHEDULES_OF } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** Modifiers that pay a share of the whole fee (fl 4.3 step 3c). */
const CARVE_OUTS = ["50", "52", "53", "54", "55", "56", "62", "80"] as const;

export type CarveOut = (typeof CARVE_OUTS)[number];

/** Modifiers that a base row answers with an amount of its own (fl 4.3 step 3b). */
const COMPONENTS = { "26": "pci", TC: "tci" } as const;

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
  ofCode: readonly FeeRow[],
  request: Pick<OutpatientRequest, "billingCode" | "dateOfService" | "modifier">,
  providerType: ProviderType,
): readonly FeeMatch[] | NoRate {
  const {
    billingCode: { code },
    dateOfService: day,
    modifier,
  } = request;
  const schedules = SCHEDULES_OF[providerType];
  const published = ofCode.filter(({ schedule }) => schedules.includes(schedule));
  if (published.length === 0) return notOnSchedule(code, providerType);
  const rows = inForce(published, day);
  if (rows.length === 0) return noneInForce(code, published, day);

  for (const schedule of schedules) {
    const ofSchedule = rows.filter((row) => row.schedule === schedule);
    const matches = matchesOf(ofSchedule, modifier);
    if (matches.length > 0) return matches;
  }
  return noneWithModifier(code, modifier, rows);
}

/** F4 */
export function notOnSchedule(code: string, providerType: ProviderType): NoRate {
  return new NoRate(`${code} is not on the Florida ${PROVIDER_TYPE_LABELS[providerType]} fee schedule.`);
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
function noneWithModifier(code: string, modifier: string | null, rows: readonly FeeRow[]): NoRate {
  const bases = rows.filter((row) => row.modifier === null);
  const published: string[] = [];
  if (bases.some(hasWholeFee)) published.push("no modifier");
  if (bases.some(({ pci }) => pci !== null)) published.push("26");
  if (bases.some(({ tci }) => tci !== null)) published.push("TC");
  const stateModifiers = new Set(rows.flatMap((row) => row.modifier ?? []));
  published.push(...[...stateModifiers].sort(compareText));

  const asked = modifier === null ? "without a modifier" : `with modifier ${modifier}`;
  return new NoRate(`${code} has no published rate ${asked}; published: ${published.join(", ")}.`);
}
