import { type Dated, nearestPeriod, periodText } from "../../core/calendar/period.ts";
import { compareText } from "../../core/text/order.ts";
import { NoRate, type Remedy, type RowSearch } from "../../pricing/no-rate.ts";
import type { SearchedName } from "../../pricing/request/kinds.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import { words } from "../../pricing/worksheet/calculation.ts";
import type { Provider } from "./tables.ts";
import { type ProviderType, providerTypeOf } from "./values.ts";

/* The failures that more than one section of the page uses, by their numbers. */

interface Identified {
  readonly npi: string | null;
  readonly providerName: SearchedName | null;
}

/** The identifiers sent, as messages name them (ga 3.1). */
function criteria({ npi, providerName }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`NPI ${npi}`);
  if (providerName !== null) sent.push(`name matching "${providerName.sent}"`);
  return sent.join(" and ");
}

/** ga E1 */
export function noProviderFound(request: Identified): NoRate {
  return new NoRate("no_such_provider", `No Georgia provider found with ${criteria(request)}.`);
}

/** ga E2 */
export function noRecordOfType(type: ProviderType, request: Identified, matching: readonly Provider[]): NoRate {
  const enrolledAs = [...new Set(matching.map(providerTypeOf))].sort(compareText).join(", ");
  return new NoRate(
    "not_for_provider_type",
    `No ${type} record found with ${criteria(request)}; enrolled as ${enrolledAs}.`,
  );
}

/** ga E3 */
export function noneCanBePriced(request: Identified, nameMatches: boolean): NoRate {
  return new NoRate(
    nameMatches ? "none_can_be_priced" : "no_such_provider",
    `No Georgia provider with ${criteria(request)} can be priced for this request.`,
  );
}

/** ga E6, of a code that has rows of other periods. */
export function noRateOnDay(code: string, published: readonly Dated[], sheet: Sheet, searched?: RowSearch): NoRate {
  const nearest = nearestPeriod(published, sheet.day);
  return sheet.noRate(
    "not_in_force",
    `No rate for code ${code} is published for ${sheet.day}; the nearest published period is ${periodText(nearest)}.`,
    { nearest, ...(searched && { searched }) },
  );
}

interface Modified {
  readonly modifier: string | null;
}

/** What a schedule with rows by modifier finds. */
export interface ModifierFound {
  /** Of the row that matched, not of the request. */
  modifier?: string | null;
  /** The published modifiers, if none of the effective rows has the modifier sent (ga 4.3). */
  publishedModifiers?: readonly (string | null)[];
}

/** ga E7. `payable`: the effective rows that would give a price. */
export function noRowWithModifier(
  code: string,
  modifier: string | null,
  live: readonly Modified[],
  payable: readonly Modified[],
  sheet: Sheet,
  found: ModifierFound,
  searched?: RowSearch,
): NoRate {
  const what = `Code ${code} has no rate row with modifier ${modifierText(modifier)}`;
  return onlyOtherModifiers(what, live, payable, sheet, found, searched);
}

/** Only rows with other modifiers are effective (ga E7, E11 and E19): a lookup without a modifier prices each of them. */
export function onlyOtherModifiers(
  what: string,
  live: readonly Modified[],
  payable: readonly Modified[],
  sheet: Sheet,
  found: ModifierFound,
  searched?: RowSearch,
): NoRate {
  found.publishedModifiers = distinctModifiers(live);
  return sheet.noRate("not_for_request", `${what} on ${sheet.day}; published modifiers: ${modifierList(live)}.`, {
    remedy: otherModifiers(payable),
    ...(searched && { searched }),
  });
}

/** ga E10: the code is covered, its payment is set claim by claim. */
export function manuallyPriced(section: string, code: string, sheet: Sheet): NoRate {
  sheet.note(section, words`Manually priced: no published amount; payment is determined per claim`);
  return sheet.noRate(
    "by_report",
    `Code ${code} is manually priced: Georgia publishes no amount for it and sets the payment per claim.`,
  );
}

const NO_MODIFIER = "none";

export function modifierText(modifier: string | null): string {
  return modifier ?? NO_MODIFIER;
}

/** Why a row of another modifier lost. */
export function anotherModifier({ modifier }: Modified): string {
  return `another modifier, ${modifierText(modifier)}`;
}

/** Distinct and sorted, the empty modifier last (ga 4.2). */
function distinctModifiers(rows: readonly Modified[]): (string | null)[] {
  const modifiers = new Set(rows.map(({ modifier }) => modifier));
  const hasUnmodified = modifiers.delete(null);
  const sorted: (string | null)[] = [...modifiers].sort(compareText);
  return hasUnmodified ? [...sorted, null] : sorted;
}

/** As messages list them. */
function modifierList(rows: readonly Modified[]): string {
  return distinctModifiers(rows).map(modifierText).join(", ");
}

/** The modifiers that could be sent instead; an empty one stands for none. */
function otherModifiers(rows: readonly Modified[]): readonly Remedy[] {
  return distinctModifiers(rows).map((modifier) => ({
    parameter: "modifier",
    value: modifier ?? "",
    why: modifier === null ? "published without a modifier" : "published with this modifier",
  }));
}
