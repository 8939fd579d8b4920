import type { Day } from "../calendar/day.ts";
import { contains, type Period } from "../calendar/period.ts";
import type { ObjectOf } from "../schema/schema.ts";
import { isByReport, isPriced, type Outcome } from "./outcome.ts";
import type { commonResultFields } from "./result-fields.ts";

/** The fields that every result has (contract 2.3). */
export type CommonResult = ObjectOf<typeof commonResultFields>;

/** What a result says of whom and what was asked about; each state has its own rules for these. */
export interface Told {
  readonly referenceId: string | null;
  readonly npi: string | null;
  readonly stateProviderId: string | null;
  readonly providerName: string | null;
  readonly billingCode: string | null;
  readonly billingCodeType: CommonResult["billing_code_type"];
  readonly billingCodeDescription: string | null;
  /** What kind of rate it is when there is one. */
  readonly rateType: CommonResult["payment_rate_type"];
  /** The day of the service. */
  readonly today: Day;
}

/** The fields that all results share, filled in once. `matchesTotal` is null on identifier lookups. */
export function commonResult(told: Told, outcome: Outcome, matchesTotal: number | null): CommonResult {
  const { payment, noRate, method, period } = outcome;
  return {
    reference_id: told.referenceId,
    rate_found: isPriced(outcome),
    error_message: noRate?.message ?? null,
    provider_matches_total: matchesTotal,
    npi: told.npi,
    state_provider_id: told.stateProviderId,
    provider_name: told.providerName,
    billing_code: told.billingCode,
    billing_code_type: told.billingCodeType,
    billing_code_description: told.billingCodeDescription,
    payment_rate: payment?.value.text ?? null,
    payment_rate_type: isPriced(outcome) ? told.rateType : isByReport(outcome) ? "manually_priced" : null,
    calculation_method: method,
    effective_start_date: period?.start ?? null,
    effective_end_date: period === null ? null : endShown(period, told.today),
  };
}

/** Null while the period is active, whatever day was asked for, and whether its last day is known or not (conventions 3.5). */
function endShown(period: Period, today: Day): Day | null {
  return contains(period, today) ? null : period.end;
}
