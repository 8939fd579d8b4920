import { sum, ZERO } from "../../core/money/arithmetic.ts";
import { factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import {
  array,
  boolean,
  choice,
  integer,
  object,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { RemittanceFacts } from "../x12/remittance-facts.ts";

// A remittance in a summary: its payment, and whether it adds up with its claims and lines.

const adjusted = {
  reason: string("The payer's code of the reason."),
  meaning: string("The reason in words; empty where we know none."),
  times: integer("How often."),
  amount: string("Dollars, to the cent."),
};

export const remittanceObject = object("Remittance", {
  payment: string("What was paid in all."),
  claims: integer("Claims of the remittance."),
  claims_paid: string("What the claims say was paid."),
  lines: integer("Lines of the remittance; a claim without lines counts as one."),
  lines_paid: string("What the lines say was paid."),
  provider_adjusted: string(
    "Adjustments of the provider that are in no claim; above zero they make the payment smaller.",
  ),
  adds_up: boolean(
    "Whether the payment is what the claims say less the provider's adjustments, and the claims are what their lines say.",
  ),
  payments: array(
    object("Payment", {
      trace: string("The number of the check or transfer."),
      date: string("Its day."),
      amount: string("Dollars, to the cent."),
    }),
    "The payments, 100 at most.",
  ),
  payments_left: integer("Further payments."),
  provider_adjustments: array(
    object("Adjustment of the provider", adjusted),
    "The provider's adjustments by reason, 500 at most.",
  ),
  adjustments: array(
    object("Adjustment", { group: string("The group, such as CO or PR."), ...adjusted }),
    "Adjustments of claims and lines by group and reason, 500 at most; the workbook has all.",
  ),
  not_joined: array(
    object("Lines without a counterpart", {
      of: choice(["remittance", "claims"], "The file that has them."),
      lines: integer("How many lines the other file lacks."),
      claims: stringArray("The first fifty of their claim numbers."),
    }),
    "Of a remittance that was read together with its claims.",
  ),
});

type RemittanceJson = ValueOf<typeof remittanceObject>;

/** Payers use some three hundred reasons; a file of nonsense could have more. */
const REASONS_LISTED_MAX = 500;

export function remittanceJson(facts: RemittanceFacts): RemittanceJson {
  return {
    payment: facts.payment,
    claims: facts.claims,
    claims_paid: facts.claimsPaid,
    lines: facts.lines,
    lines_paid: facts.linesPaid,
    provider_adjusted: providerAdjusted(facts),
    adds_up: facts.isReconciled,
    payments: facts.payments,
    payments_left: facts.paymentsLeft,
    provider_adjustments: facts.providerAdjustments.slice(0, REASONS_LISTED_MAX),
    adjustments: facts.adjustments.slice(0, REASONS_LISTED_MAX),
    not_joined: facts.notJoined,
  };
}

/** The sum of the provider's adjustments. */
export function providerAdjusted({ providerAdjustments }: Pick<RemittanceFacts, "providerAdjustments">): string {
  return dollarText(providerAdjustments.reduce((all, { amount }) => sum(all, factor(amount)), ZERO));
}

/** `Payment $45.75 = claims $45.75 - provider adjustments $0.00: adds up.` `money` writes an amount for the reader. */
export function reconciliationText(facts: RemittanceFacts, money: (amount: string) => string): string {
  const { payment, claimsPaid, linesPaid, isReconciled } = facts;
  const adjusted = money(providerAdjusted(facts));
  if (isReconciled) {
    return `Payment ${money(payment)} = claims ${money(claimsPaid)} - provider adjustments ${adjusted}: adds up.`;
  }
  return `Does not add up: payment ${money(payment)}, claims ${money(claimsPaid)}, provider adjustments ${adjusted}, lines ${money(linesPaid)}. Ask the payer for the missing claims or adjustments.`;
}

/** Whether every line of the remittance is in the summary. `lookups`: the lines that were priced, not priced or rejected. */
export function linesText({ lines }: Pick<RemittanceFacts, "lines">, lookups: number): string {
  return lines === lookups
    ? "All of its lines are in this summary."
    : `This summary has ${lookups} of its ${lines} lines.`;
}

/** What could not be joined, in sentences. */
export function notJoinedTexts({ notJoined }: Pick<RemittanceFacts, "notJoined">): readonly string[] {
  return notJoined
    .filter(({ lines }) => lines > 0)
    .map(({ of, lines, claims }) => {
      const [here, there] = of === "remittance" ? ["remittance", "claims"] : ["claims", "remittance"];
      const are = lines === 1 ? "line of the" : "lines of the";
      const named = claims.length === 0 ? "" : `, first of claim ${claims[0]}`;
      return `${lines} ${are} ${here} ${lines === 1 ? "has" : "have"} no counterpart in the ${there}${named}.`;
    });
}
