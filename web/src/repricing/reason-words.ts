import type { NotComparedCode } from "../../../src/reprice/pricing/reason.ts";
import type { NotOwedCode } from "../../../src/reprice/values/not-owed.ts";
import { labelOf, listText, messageWords, plainWords } from "../words/names.ts";
import type { RepricingSummary } from "./use-job.ts";

type NotPricedReason = RepricingSummary["not_priced_by_reason"][number];
type NotComparedReason = NonNullable<RepricingSummary["not_compared_by_reason"]>[number];

/** A reason in the reader's words: what it is, and what to add or check. */
export interface ReasonWords {
  readonly what: string;
  readonly remedy: string;
}

/** By the code of the API, so that a code that this page does not know is shown as the API says it. */
const NOT_PRICED: Readonly<Record<Exclude<NotPricedReason["code"], NotOwedCode>, ReasonWords>> = {
  unreadable_units: {
    what: "the units cannot be read",
    remedy: "Correct the units in the rejected lines, and reprice that file by itself.",
  },
  no_such_provider: {
    what: "the provider is not in these rates",
    remedy: "Check the NPI, and the state that was chosen for the file. Otherwise load a provider list that has it.",
  },
  none_can_be_priced: {
    what: "providers match the name, and none of them can be priced",
    remedy: "Add a column with the NPI or the Medicaid provider ID.",
  },
  code_not_listed: {
    what: "the code is not on the fee schedule for this type of provider",
    remedy: "Check the code. It may be paid under the other setting, or under another schedule.",
  },
  not_in_force: {
    what: "no rate is effective on the date of service",
    remedy: "Check the date of service, or load the rates that were effective on that day.",
  },
  not_for_provider_type: {
    what: "the code is not paid to this type of provider",
    remedy: "Check the type of the provider, and whether it may bill the code.",
  },
  not_for_request: {
    what: "the code has rates, and none of them fits the line",
    remedy: "Check the modifier, procedure type, service type, place of service and rate code of the line.",
  },
  no_provider_rate: {
    what: "the price needs a rate for this very provider, and none is loaded",
    remedy: "Load the rates of the provider, or see its rate letter.",
  },
  by_report: {
    what: "by report: the state sets the payment claim by claim",
    remedy: "Compare with the state's decision on the claim.",
  },
  missing_information: {
    what: "the calculation needs something that the line does not have",
    remedy: "Open a line to see what is missing, and add a column for it.",
  },
  not_payable: {
    what: "the program pays nothing for it",
    remedy: "Look for another payer, or for a coding error.",
  },
  not_loaded: {
    what: "the rates that this price needs are not loaded",
    remedy: "Load the publication with these rates.",
  },
};

/** `add`: the parameters that the lines lack. "lack anesthesia minutes", "Add a column Anesthesia minutes." */
export function wordsOfNotPriced(reason: NotPricedReason, add: readonly string[]): ReasonWords {
  const known = Object.hasOwn(NOT_PRICED, reason.code) ? NOT_PRICED[reason.code as keyof typeof NOT_PRICED] : undefined;
  const words = known ?? { what: plainWords(reason.meaning), remedy: plainWords(reason.remedy) };
  if (add.length === 0) return words;
  const labels = add.map(labelOf);
  const lacking = listText(add.map((name) => plainWords(name)));
  return {
    what: `no ${lacking}`,
    remedy: `Add a column ${listText(labels.map((label) => `"${label}"`))} to the file, and reprice it.`,
  };
}

/** What differs from line to line is left out of a message, with the identifier that it was. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/\b(npi|state_provider_id|provider_name) \.\.\./g, "the $1"],
  [/(?<=^|[\s("])\.\.\./g, "[\u2026]"],
];

/** The service's message about lines without a price, in the page's words. */
export function linesMessage(message: string): string {
  return messageWords(
    LEFT_OUT.reduce((text, [what, words]) => text.replaceAll(what, words), message),
    "column",
  );
}

type ComparableCode = Exclude<NotComparedCode, NotOwedCode>;

/** Reasons of lines that may be owed; what was not owed is in a section of its own. */
const NOT_COMPARED: Readonly<Record<ComparableCode, (column: string) => ReasonWords>> = {
  nothing_paid: (column) => ({
    what: `nothing in the column ${column}`,
    remedy: "Fill in the amount, or 0.00 where the line was denied.",
  }),
  several_amounts: () => ({
    what: "several rates fit the line",
    remedy:
      "Open a line to see how its rates differ, and add a column for that. Where one NPI has several enrollments, add the Medicaid provider ID.",
  }),
  modifier_not_priced: () => ({
    what: "a modifier changes what is paid, and the published rate is without it",
    remedy: "Compare these lines with the state's rule for the modifier.",
  }),
  modifier_assumed: () => ({
    what: "the rate is that of a modifier which the line does not have",
    remedy: "Check whether the modifier is missing on the line.",
  }),
  money_taken_back: () => ({
    what: "takeback",
    remedy: "Compare the line together with the payment that it takes back.",
  }),
  paid_at_alternative: () => ({
    what: "another published rate of the code",
    remedy: "Check which of the two rates applies to the service, and ask the payer where it is not clear.",
  }),
  allowed_amount_empty: (column) => ({
    what: `nothing in the column ${column}, and something was paid`,
    remedy: "Fill in the allowed amount, or compare with what was paid.",
  }),
  unknown_denial_code: () => ({
    what: "nothing was paid, and the denial code is not known",
    remedy:
      "Look up what the payer means. Write denied into the cell, or empty it where the line is owed, and reprice the rejected lines.",
  }),
  unreadable_amount: () => ({
    what: "an amount cannot be read",
    remedy: "Correct it in the rejected lines, and reprice that file by itself.",
  }),
};

/** `column`: the heading of the column that was compared. */
export function wordsOfNotCompared(reason: NotComparedReason, column: string): ReasonWords {
  const known = Object.hasOwn(NOT_COMPARED, reason.code) ? NOT_COMPARED[reason.code as ComparableCode] : undefined;
  return known?.(column) ?? { what: plainWords(reason.meaning), remedy: plainWords(reason.remedy) };
}
