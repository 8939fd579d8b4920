import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import type { OutcomeReason } from "../pricing/line-outcome.ts";
import type { NoAmountCode, ReasonCount } from "../pricing/reason.ts";
import type { NotPriced } from "./summary.ts";

/** What an analyst can do about lines without a rate, by reason. */
export const REMEDIES: Readonly<Record<NoAmountCode, string>> = {
  unreadable_units: "Correct the units in the file of faults and run that file by itself.",
  no_such_provider:
    "Check the NPI or the state's own number, or load an edition of the provider list that has the provider.",
  none_can_be_priced: "Ask by NPI or by the state's own number of the provider instead of its name.",
  code_not_listed: "Check the code; a code that is paid under another schedule or setting is priced there.",
  not_in_force: "Check the date of service, or load the edition that was in force on that day.",
  not_for_provider_type:
    "Check the provider type that the release has for the provider, and whether it may bill the code.",
  not_for_request: "Check modifier, procedure type, service type, place of service and rate code of the line.",
  no_provider_rate: "Load the provider's own rates, or ask the state for its rate letter.",
  by_report: "Nothing is published: compare with the state's decision on the claim.",
  missing_information:
    "Add what the formula lacks, such as charges, minutes or the length of the stay; ratebook explain names it for a line.",
  not_payable: "Nothing is due from the program; look for another payer, or for a line that was coded wrongly.",
  not_loaded: "Import the publication that the message names and build the release again.",
};

const MEANINGS: Readonly<Record<NoAmountCode, string>> = {
  ...NO_RATE_CODES,
  unreadable_units: "There is a rate, and the units of the line cannot be read.",
};

/** Why a line has no price, and what to do: the message of its result, or what its code means. */
export function notPricedReason(code: string, message: string): { readonly why: string; readonly remedy: string } {
  if (!isNoAmountCode(code)) return { why: message, remedy: "" };
  return { why: message === "" ? MEANINGS[code] : message, remedy: REMEDIES[code] };
}

function isNoAmountCode(code: string): code is NoAmountCode {
  return Object.hasOwn(MEANINGS, code);
}

type NotComparedReason = Exclude<OutcomeReason, NoAmountCode>;

/** Why a priced line is not compared, or has no expected amount; `word` is what is compared: paid or allowed. */
const REASONS: Readonly<Partial<Record<NotComparedReason, (word: string) => string>>> = {
  several_amounts: () => "Several enrolments with different rates: choose one by its NPI or Medicaid provider ID.",
  modifier_not_priced: () => "A modifier changes what is paid, and the rate is without it.",
  modifier_assumed: () => "The rate is that of a modifier that the line does not have.",
  money_taken_back: () => "Takeback: the payment that it undoes is on another line.",
  allowed_amount_empty: () => "The allowed amount is not entered, although something was paid.",
  amount_empty: (word) => `The ${word} amount is not entered.`,
  invalid_amount: (word) => `The ${word} amount cannot be read.`,
  invalid_billed_amount: () => "The billed amount cannot be right or cannot be read.",
};

export const NOT_COMPARED_REASONS: Readonly<Record<string, ((word: string) => string) | undefined>> = REASONS;

/** The reasons with their remedies, the most frequent first. */
export function notPricedByCode(counts: readonly ReasonCount[]): readonly NotPriced[] {
  return [...Map.groupBy(counts, ([code]) => code)]
    .map(([code, reasons]) => ({
      code,
      meaning: MEANINGS[code],
      remedy: REMEDIES[code],
      lookups: reasons.reduce((sum, [, , lookups]) => sum + lookups, 0),
      messages: reasons.map(([, message, lookups]) => ({ message, lookups })).sort((a, b) => b.lookups - a.lookups),
    }))
    .sort((a, b) => b.lookups - a.lookups);
}
