import type { Day } from "../core/calendar/day.ts";
import { contains, type Period } from "../core/calendar/period.ts";
import {
  boolean,
  day,
  nullableChoice,
  nullableDay,
  nullableDecimal,
  nullableInteger,
  nullableNpi,
  nullableString,
} from "../core/schema/schema.ts";
import { isByReport, isPriced, type Outcome } from "./outcome.ts";
import { besidePrice } from "./result.ts";

/*
 * The fields that results share, in the contract's order: a state spreads a list before its own fields. A state with its own
 * meaning for a field declares it again after the list; the field keeps its place.
 */

const CODE_SYSTEMS = ["HCPCS", "APR-DRG", "EAPG", "APG"] as const;
const PAYMENT_RATE_TYPES = ["fee_schedule", "percent_of_charges", "manually_priced", "claim", "per_diem"] as const;

export const PAYMENT_RATE_TYPE_WORDS: Readonly<Record<(typeof PAYMENT_RATE_TYPES)[number], string>> = {
  fee_schedule: "fee schedule",
  percent_of_charges: "percent of charges",
  manually_priced: "manually priced",
  claim: "claim",
  per_diem: "per diem",
};

/** The facts that the fields of every result are made from; the compiler demands them of each state. */
interface Facts {
  readonly request: { readonly referenceId: string | null; readonly npi: string | null; readonly today: Day };
  readonly provider: { readonly npi: string | null; readonly providerName: string } | null;
  readonly outcome: Outcome;
  readonly matchesTotal: number | null;
  readonly shared: {
    readonly billingCode: string | null;
    readonly billingCodeType: (typeof CODE_SYSTEMS)[number] | null;
    readonly billingCodeDescription: string | null;
    /** The kind of rate; ignored without one. */
    readonly rateType: (typeof PAYMENT_RATE_TYPES)[number];
  };
}

/** The facts of `state_provider_id`, which not every state has. */
interface StateProviderIdFacts {
  readonly request: { readonly stateProviderId: string | null };
  readonly provider: { readonly stateProviderId: string | null } | null;
}

/** The state's own identifier of the provider, described in the state's words. */
export function stateProviderId(description: string) {
  return nullableString(description).from(({ request, provider }: StateProviderIdFacts) =>
    provider === null ? request.stateProviderId : provider.stateProviderId,
  );
}

/** The fields of every result (contract 2.3). */
export const commonResultFields = {
  reference_id: nullableString("Echo of the request's reference_id; null when none was sent.").from(
    ({ request }: Facts) => request.referenceId,
  ),
  rate_found: boolean("Whether a rate was found.").from(({ outcome }: Facts) => isPriced(outcome)),
  error_message: nullableString("Why no rate was found and what would help; null on success.").from(
    ({ outcome }: Facts) => outcome.noRate?.message,
  ),
  provider_matches_total: nullableInteger(
    "Lookups by provider_name only: how many providers match the name and can be priced for this request. More than the providers returned means that the answer is one capped page of 20; narrow the name or add filters.",
  ).from(({ matchesTotal }: Facts) => matchesTotal),
  npi: nullableNpi("The provider's National Provider Identifier.").from(({ request, provider }: Facts) =>
    provider === null ? request.npi : provider.npi,
  ),
  state_provider_id: stateProviderId("The state's own identifier of the provider."),
  provider_name: nullableString("The provider's name.").from(({ provider }: Facts) => provider?.providerName),
  billing_code: nullableString("The billing code that was sent.").from(({ shared }: Facts) => shared.billingCode),
  billing_code_type: nullableChoice(CODE_SYSTEMS, "The code system of the billing code.").from(
    ({ shared }: Facts) => shared.billingCodeType,
  ),
  billing_code_description: nullableString(
    "What the code stands for: HCPCS Level II and APR-DRG only. Null for CPT, EAPG and APG codes, whose descriptions are licensed.",
  ).from(({ shared }: Facts) => shared.billingCodeDescription),
  payment_rate: nullableDecimal(
    "The payment rate in dollars, with two decimals; a rate per unit that is published with more keeps its digits.",
  ).from(({ outcome }: Facts) => outcome.payment?.value.text),
  payment_rate_type: nullableChoice(PAYMENT_RATE_TYPES, "What kind of rate it is.").from(
    ({ outcome, shared }: Facts) =>
      isPriced(outcome) ? shared.rateType : isByReport(outcome) ? "manually_priced" : null,
  ),
  calculation_method: nullableString("The formula in one line, with the actual values.").from(
    ({ outcome }: Facts) => outcome.method,
  ),
  effective_start_date: nullableDay("First day of the period in which this price holds.").from(
    ({ outcome }: Facts) => outcome.period?.start,
  ),
  effective_end_date: nullableDay(
    "Last day of that period. Null: the period contains today or has no end; `period.end` of the explanation has a known last day.",
  ).from(({ request, outcome }: Facts) => endShown(outcome.period, request.today)),
};

export const outpatientResultFields = {
  ...commonResultFields,
  date_of_service_used: besidePrice(
    day("The day the rate was priced against.").from(
      ({ request }: { readonly request: { readonly dateOfService: Day } }) => request.dateOfService,
    ),
  ),
};

/** The fields of every inpatient result, without the priced day: its name differs between states. */
export const inpatientResultFields = { ...commonResultFields };

/** Null while the period is active today, whether its last day is known or not (conventions 3.5). */
function endShown(period: Period | null, today: Day): Day | null {
  return period === null || contains(period, today) ? null : period.end;
}
