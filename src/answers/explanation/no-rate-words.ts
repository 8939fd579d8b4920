import type { NoRateCode } from "../../pricing/no-rate.ts";

/** Why a lookup has no price, and what would help, for the reader of the page and of the print. */
interface NoRateWords {
  readonly meaning: string;
  readonly remedy: string;
}

export const NO_RATE_WORDS: Readonly<Record<NoRateCode, NoRateWords>> = {
  no_such_provider: {
    meaning: "No provider of these rates matches what was entered.",
    remedy:
      "Check the NPI, the Medicaid provider ID and the state. Otherwise load a provider list that has the provider.",
  },
  none_can_be_priced: {
    meaning: "Providers match the name, but none of them can be priced.",
    remedy: "Enter the NPI or the Medicaid provider ID in place of the name.",
  },
  code_not_listed: {
    meaning: "The code is on no fee schedule for this type of provider.",
    remedy: "Check the code. It may be paid under the other setting, or under another schedule.",
  },
  not_in_force: {
    meaning: "Rates are published for the code or the provider, but none is effective on this day.",
    remedy: "Check the day, or load the rates that were effective then.",
  },
  not_for_provider_type: {
    meaning: "The code, or this kind of rate, is not paid to this type of provider.",
    remedy: "Check the type that the provider has in these rates, and whether it may bill the code.",
  },
  not_for_request: {
    meaning: "The code has rates, but none fits what was entered.",
    remedy: "Check the modifier, procedure type, service type, place of service and rate code.",
  },
  no_provider_rate: {
    meaning: "The price needs a rate of this very provider, and none is published.",
    remedy: "Load the rates of the provider, or ask the state for its rate letter.",
  },
  by_report: {
    meaning: "By report: no amount is published, and the state sets the payment claim by claim.",
    remedy: "Compare with the state's decision on the claim.",
  },
  missing_information: {
    meaning: "The calculation needs something that was not entered or is not published.",
    remedy: "Enter what the calculation lacks, such as charges, minutes or the length of stay.",
  },
  not_payable: {
    meaning: "The program pays nothing for it.",
    remedy: "Look for another payer, or for a coding error.",
  },
  not_loaded: {
    meaning: "The rates that this price needs are not loaded.",
    remedy: "Load the publication with these rates. Coverage shows what is loaded.",
  },
};
