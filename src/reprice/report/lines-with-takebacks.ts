import { size, sum } from "../../core/money/arithmetic.ts";
import { factor } from "../../core/money/factor.ts";
import { dollarsForReaders, dollarText } from "../../core/money/money.ts";
import { countText, grouped, plural } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/refusal.ts";
import { type LinesAndAmount, LinesAndSum } from "../pricing/payment-comparison.ts";
import { TAKEBACKS_MAX } from "../pricing/takebacks.ts";
import { REVERSAL } from "../values/not-owed.ts";
import type { RunFacts } from "./report.ts";

/** Underpaid lines that a takeback of the file may belong to, in words for every reader. */
interface UnderpaidWithTakebacks extends LinesAndAmount {
  /** Whether all takebacks of the file were looked for. */
  readonly isComplete: boolean;
  readonly inWords: string;
}

/** Null for a file without payments, and for a remittance, whose reversals are matched with their payments. */
export function underpaidWithTakebacks({
  tally,
  output: { names, form, remittance, takebacks },
}: Pick<RunFacts, "tally" | "output">): UnderpaidWithTakebacks | null {
  if (!form.isCompared || remittance !== null) return null;
  const found = tally.underpaidWithTakeback;
  if (takebacks === null) return { ...found, isComplete: false, inWords: NOT_LOOKED_FOR };
  const { claimColumn, repeatedColumn, areAllKept, unreadRows } = takebacks;
  const claims = claimColumn === null ? null : quoted(names[claimColumn]);
  const sentences = [
    claims === null ? foundByService(found) : foundByClaims(tally, claims),
    ...(repeatedColumn === null
      ? []
      : [`${quoted(names[repeatedColumn])} has one value on most lines: it is no claim number.`]),
    ...(found.lines === 0 ? [] : [checkText(found.lines)]),
    ...(areAllKept ? [] : [NOT_ALL]),
    ...(unreadRows === 0 ? [] : [unreadText(unreadRows)]),
  ];
  return { ...found, isComplete: areAllKept && unreadRows === 0, inWords: sentences.join(" ") };
}

const NOT_LOOKED_FOR =
  "Takebacks were not looked for: the file was read as a stream. Check that no underpaid line was reversed and paid again, and that no payment was taken back.";
const NOT_ALL = `The file has more than ${countText(TAKEBACKS_MAX, "takeback")}: lines of the others are not marked.`;
const SERVICE = "the same provider, code, day and amount";

function unreadText(rows: number): string {
  const are = plural(rows, "row may be a takeback and is", "rows may be takebacks and are");
  return `${grouped(rows)} further ${are} not compared with them, since not all of it can be read: see the rejected lines.`;
}

function foundByService({ lines, amount }: LinesAndAmount): string {
  if (lines === 0) return `No underpaid line has a takeback with ${SERVICE} in this file.`;
  return `${haveTakeback(lines)} with ${SERVICE} in this file (${dollarsForReaders(amount)}). The file has no claim numbers: a takeback may be of another patient.`;
}

function foundByClaims(tally: RunFacts["tally"], heading: string): string {
  const { underpaidWithTakeback: all, takebackOfService, takebackOneNumbered, takebackOfOtherClaim } = tally;
  const same = `the same ${heading}`;
  if (all.lines === 0) return `No underpaid line has a takeback with ${same}, or with ${SERVICE}, in this file.`;
  const dollars = dollarsForReaders(all.amount);
  const byService = takebackOfService.lines + takebackOneNumbered.lines + takebackOfOtherClaim.lines;
  if (byService === 0) return `${haveTakeback(all.lines)} with ${same} in this file (${dollars}).`;
  const ways = [
    { lines: takebackOfService.lines, where: "neither line has a number" },
    { lines: takebackOneNumbered.lines, where: "one of the two lines has no number" },
    { lines: takebackOfOtherClaim.lines, where: `${heading} is another one` },
  ].flatMap(({ lines, where }) => (lines === 0 ? [] : [`${grouped(lines)} where ${where}`]));
  const byClaim = all.lines === byService ? "" : `${grouped(all.lines - byService)} with ${same}, and `;
  return `${haveTakeback(all.lines)} in this file (${dollars}): ${byClaim}${grouped(byService)} with ${SERVICE} (${ways.join(", ")}). Without the same number a takeback may be of another patient.`;
}

function haveTakeback(lines: number): string {
  return `${grouped(lines)} underpaid ${plural(lines, "line has", "lines have")} a takeback`;
}

function checkText(lines: number): string {
  return `Check whether ${plural(lines, "it was", "they were")} paid again before you ask for the money.`;
}

/** Lines with a payment that a takeback of the file may have taken back, underpaid lines apart. */
interface PaidWithTakebacks extends LinesAndAmount {
  readonly inWords: string;
}

/** Null where there are none, or takebacks were not looked for. */
export function paidWithTakebacks({ tally }: Pick<RunFacts, "tally">): PaidWithTakebacks | null {
  const { asExpectedWithTakeback, overpaidWithTakeback, uncomparedWithTakeback, paidTakebackOfService } = tally;
  const outcomes = [
    { ...asExpectedWithTakeback, words: "as expected" },
    { ...overpaidWithTakeback, words: "overpaid" },
    { ...uncomparedWithTakeback, words: "not compared or not priced" },
  ].filter(({ lines }) => lines > 0);
  if (outcomes.length === 0) return null;
  const all = new LinesAndSum();
  for (const each of outcomes) all.addRecord(each);
  const { lines, amount } = all.record();
  const have = plural(lines, "line has a payment", "lines have a payment");
  const byOutcome = outcomes.map((each) => `${grouped(each.lines)} ${each.words}`).join(", ");
  const sentences = [
    `${grouped(lines)} ${have} that may have been taken back in this file (${dollarsForReaders(amount)}): ${byOutcome}.`,
    ...(paidTakebackOfService.lines === 0 ? [] : [foundOfPaid(paidTakebackOfService)]),
    `All takebacks of this file come to ${dollarsForReaders(takebacksTotal(tally))}.`,
    `Check whether ${plural(lines, "it was", "they were")} paid again.`,
  ];
  return { lines, amount, inWords: sentences.join(" ") };
}

function foundOfPaid({ lines, amount }: LinesAndAmount): string {
  const were = plural(lines, "was", "were");
  return `${grouped(lines)} of them (${dollarsForReaders(amount)}) ${were} found by ${SERVICE} alone: the takeback may be of another patient.`;
}

/** What the file takes back in all: of equal visits of a day one takeback marks each, though it takes back one payment. */
function takebacksTotal({ takenBack, notOwed }: RunFacts["tally"]): string {
  const reversals = notOwed.find(({ code }) => code === REVERSAL)?.paid ?? "0.00";
  return dollarText(sum(factor(takenBack.amount), size(factor(reversals))));
}
