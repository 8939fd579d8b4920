import type { Day } from "../../../calendar/day.ts";
import { contains } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { compare } from "../../../money/arithmetic.ts";
import { withoutLeadingZeros } from "../leading-zeros.ts";
import { type MultiplierRule, type Provider, rateMultipliers } from "../tables.ts";
import type { MultiplierKind, Schedule } from "../values.ts";

/** Who bills what for whom: all that a multiplier depends on. */
export interface BilledService {
  readonly schedule: Schedule;
  readonly code: string;
  readonly provider: Pick<Provider, "flProviderTypeCode" | "flSpecialtyCode">;
  readonly isChild: boolean;
  readonly day: Day;
}

/** The rule of each kind that applies; null where none does. */
export interface Multipliers {
  readonly providerType: MultiplierRule | null;
  readonly age: MultiplierRule | null;
  readonly specialty: MultiplierRule | null;
}

/** The fee increases and reductions of a service (fl 4.3 step 7). */
export function multipliersOf(service: BilledService, data: RateData): Multipliers {
  return {
    providerType: multiplierOf("provider_type", service, data),
    age: multiplierOf("age", service, data),
    specialty: multiplierOf("specialty", service, data),
  };
}

function multiplierOf(kind: MultiplierKind, service: BilledService, data: RateData): MultiplierRule | null {
  return highest(data.rows(rateMultipliers, kind), service);
}

/** Of the rules that match, the highest; then the later start, then the earlier line (fl 2.4). */
export function highest(rules: readonly MultiplierRule[], service: BilledService): MultiplierRule | null {
  let best: MultiplierRule | null = null;
  for (const rule of rules) {
    if (applies(rule, service) && (best === null || isPreferred(rule, best))) best = rule;
  }
  return best;
}

function isPreferred(rule: MultiplierRule, best: MultiplierRule): boolean {
  const order = compare(rule.multiplier, best.multiplier);
  return order > 0 || (order === 0 && rule.period.start > best.period.start);
}

function applies(rule: MultiplierRule, { schedule, code, provider, isChild, day }: BilledService): boolean {
  return (
    (isChild || !rule.childPatientOnly) &&
    rule.schedules.includes(schedule) &&
    contains(rule.period, day) &&
    (rule.codeStart === null || rule.codeEnd === null || (rule.codeStart <= code && code <= rule.codeEnd)) &&
    isAmong(rule.providerTypeCodes, provider.flProviderTypeCode) &&
    isAmong(rule.specialtyCodes, provider.flSpecialtyCode)
  );
}

/** No list means every provider; a provider without a code is in no list. */
function isAmong(listed: readonly string[], code: string | null): boolean {
  return listed.length === 0 || (code !== null && listed.includes(withoutLeadingZeros(code)));
}
