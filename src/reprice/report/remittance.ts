import { sum, ZERO } from "../../core/money/arithmetic.ts";
import { factor } from "../../core/money/factor.ts";
import { dollarsForReaders, dollarText } from "../../core/money/money.ts";
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
import { countText, plainCountText } from "../../core/text/plural.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { RemittanceFacts } from "../x12/remittance-facts.ts";
import { repeatedText } from "../x12/remittance-facts.ts";

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
  paid_in_summary: string(
    "What was paid on the lines that this summary is about, the rejected left out; a stay is one line.",
  ),
  paid_on_rejected: string("What was paid on the rejected lines."),
  lines_add_up: boolean(
    "Whether the lines that were read, the rejected among them, are those of the remittance: their number and what was paid.",
  ),
  provider_adjusted: string(
    "Adjustments of the provider that are in no claim; above zero they make the payment smaller.",
  ),
  adds_up: boolean(
    "Whether each payment is that of its claims less the provider's adjustments, and each claim and line is paid its charge less its adjustments.",
  ),
  unbalanced: object("Claims that do not balance", {
    claims: integer("How many."),
    first: stringArray("The first fifty claim numbers."),
  }),
  sentences: stringArray("Whether it adds up, and what could not be joined, in sentences for the reader."),
  payments: array(
    object("Payment", {
      trace: string("The number of the check or transfer."),
      date: string("Its day."),
      amount: string("Dollars, to the cent."),
    }),
    "The payments, 100 at most.",
  ),
  payments_left: integer("Further payments."),
  repeated_payments: array(
    object("Repeated payment", {
      trace: string("The number of the check or transfer."),
      times: integer("How often it is in the file; its lines count as often."),
    }),
    "Payments that are in the file more than once, 20 at most.",
  ),
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
      side: choice(["remittance", "claims"], "The file that has them."),
      claims: integer("How many claims the other file lacks."),
      lines: integer("How many lines it lacks, those of such claims among them."),
      first: stringArray("The first fifty claim numbers."),
    }),
    "Of a remittance that was read together with its claims.",
  ),
});

type RemittanceJson = ValueOf<typeof remittanceObject>;

/** Payers use some three hundred reasons; a file of nonsense could have more. */
const REASONS_LISTED_MAX = 500;

export function remittanceJson(facts: RemittanceFacts, read: LinesRead): RemittanceJson {
  return {
    payment: facts.payment,
    claims: facts.claims,
    claims_paid: facts.claimsPaid,
    lines: facts.lines,
    lines_paid: facts.linesPaid,
    paid_in_summary: read.paidInAll,
    paid_on_rejected: read.paidOnRejected,
    lines_add_up: linesAddUp(facts, read),
    provider_adjusted: providerAdjusted(facts),
    adds_up: facts.isReconciled,
    unbalanced: facts.unbalanced,
    sentences: remittanceSentences(facts, read),
    payments: facts.payments,
    payments_left: facts.paymentsLeft,
    repeated_payments: facts.repeated,
    provider_adjustments: facts.providerAdjustments.slice(0, REASONS_LISTED_MAX),
    adjustments: facts.adjustments.slice(0, REASONS_LISTED_MAX),
    not_joined: facts.notJoined,
  };
}

/** All that is said of a remittance, beginning with its size and whether it adds up. */
export function remittanceSentences(facts: RemittanceFacts, read: LinesRead): readonly string[] {
  const counted = `${countText(facts.claims, "claim")}, ${countText(facts.lines, "line")}`;
  return [
    `${counted}. ${reconciliationText(facts, dollarsForReaders)}`,
    paidLinesText(facts, read, dollarsForReaders),
    ...facts.repeated.map(repeatedText),
    ...notJoinedTexts(facts),
  ];
}

/** The sum of the provider's adjustments. */
export function providerAdjusted({ providerAdjustments }: Pick<RemittanceFacts, "providerAdjustments">): string {
  return dollarText(providerAdjustments.reduce((all, { amount }) => sum(all, factor(amount)), ZERO));
}

/** `Payment $45.75 = claims $45.75 - provider adjustments $0.00: adds up.` `money` writes an amount for the reader. */
export function reconciliationText(facts: RemittanceFacts, money: (amount: string) => string): string {
  const { payment, claimsPaid, linesPaid, isReconciled, unbalanced } = facts;
  const adjusted = money(providerAdjusted(facts));
  if (isReconciled) {
    return `Payment ${money(payment)} = claims ${money(claimsPaid)} - provider adjustments ${adjusted}: adds up.`;
  }
  const counted = `${countText(unbalanced.claims, "claim")}, first ${unbalanced.first[0]}`;
  const where = unbalanced.claims === 0 ? "" : ` Charge less adjustments is not the payment in ${counted}.`;
  return `Does not add up: payment ${money(payment)}, claims ${money(claimsPaid)}, provider adjustments ${adjusted}, lines ${money(linesPaid)}.${where} Ask the payer for the missing claims or adjustments.`;
}

type LinesRead = Pick<TallyRecord, "paidInAll" | "paidOnRejected" | "lookups" | "faulty">;
type LinesOfRemittance = Pick<RemittanceFacts, "claims" | "claimsPaid" | "lines" | "linesPaid">;

/**
 * Whether the lines that were read, the rejected among them, are those of the remittance, to the cent. A stay is one line with the
 * payment of its claim.
 */
function linesAddUp(
  { claims, claimsPaid, lines, linesPaid }: LinesOfRemittance,
  { paidInAll, paidOnRejected, lookups }: LinesRead,
): boolean {
  const paid = dollarText(sum(factor(paidInAll), factor(paidOnRejected)));
  return (lookups === lines && paid === linesPaid) || (lookups === claims && paid === claimsPaid);
}

export function paidLinesText(facts: LinesOfRemittance, read: LinesRead, money: (amount: string) => string): string {
  const { paidInAll, paidOnRejected, lookups, faulty } = read;
  const isWhole = linesAddUp(facts, read);
  if (isWhole && faulty === 0) return `The lines of this summary have all of it: ${money(paidInAll)}.`;
  const rejected = faulty === 0 ? "" : ` and the rejected lines ${money(paidOnRejected)}`;
  const judged = isWhole ? ": adds up" : `, in ${plainCountText(lookups, "line")}: does not add up`;
  return `The lines of this summary have ${money(paidInAll)} of it${rejected}${judged}.`;
}

/** What could not be joined, in sentences. */
export function notJoinedTexts({ notJoined }: Pick<RemittanceFacts, "notJoined">): readonly string[] {
  return notJoined
    .filter(({ lines }) => lines > 0)
    .map(({ side, lines, claims, first: [first] }) => {
      const there = side === "remittance" ? "claims" : "remittance";
      const [counted, whole] = [countText(lines, "line"), countText(claims, "whole claim")];
      const named = first === undefined ? "" : `, first ${first}`;
      return `${counted} of the ${side} ${lines === 1 ? "has" : "have"} no counterpart in the ${there} (${whole}${named}).`;
    });
}
