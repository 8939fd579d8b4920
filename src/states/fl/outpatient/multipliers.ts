import { effective } from "../../../core/calendar/period.ts";
import { compare } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { type MultiplierRule, type Provider, rateMultipliers } from "../tables.ts";
import { type MultiplierKind, type Schedule, withoutLeadingZeros } from "../values.ts";

/** All that a multiplier depends on besides the day. */
export interface BilledService {
  readonly schedule: Schedule;
  readonly code: string;
  readonly provider: Pick<Provider, "flProviderTypeCode" | "flSpecialtyCode">;
  readonly isChild: boolean;
}

/** The multiplier of each kind; null if none applies. */
export interface Multipliers {
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
