import { dollarsForReaders } from "../../core/money/money.ts";
import { countText, grouped, plural } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/refusal.ts";
import { type LinesAndAmount, LinesAndSum } from "../pricing/payment-comparison.ts";
import { TAKEBACKS_MAX, type TakebacksOfFile } from "../pricing/takebacks.ts";
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
  return `${grouped(rows)} further ${are} not compared with them, since ${plural(rows, "a part of it", "parts of them")} cannot be read: see the rejected lines.`;
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
  /** Overpaid lines among them: the payer may have asked the money back already. */
  readonly overpaidLines: number;
  /** Whether all takebacks of the file were looked for. */
  readonly isComplete: boolean;
  readonly inWords: string;
}

/** Null for files in which no underpaid lines with takebacks are looked for either. */
export function paidWithTakebacks(facts: Pick<RunFacts, "tally" | "output">): PaidWithTakebacks | null {
  const { tally, output } = facts;
  const underpaid = underpaidWithTakebacks(facts);
  if (underpaid === null) return null;
  const { asExpectedWithTakeback, overpaidWithTakeback, uncomparedWithTakeback } = tally;
  const outcomes = [
    { ...asExpectedWithTakeback, words: "as expected" },
    { ...overpaidWithTakeback, words: "overpaid" },
    { ...uncomparedWithTakeback, words: "not compared or not priced" },
  ].filter(({ lines }) => lines > 0);
  const all = new LinesAndSum();
  for (const each of outcomes) all.addRecord(each);
  const found = { ...all.record(), overpaidLines: overpaidWithTakeback.lines, isComplete: underpaid.isComplete };
  if (output.takebacks === null) return { ...found, inWords: NOT_LOOKED_FOR };
  if (found.lines === 0) return { ...found, inWords: noneOf(output.takebacks) };
  const byOutcome = outcomes.map((each) => `${grouped(each.lines)} ${each.words}`).join(", ");
  return { ...found, inWords: `${foundOfPaid(tally, found, byOutcome)} ${allOf(output.takebacks, found.lines)}` };
}

function foundOfPaid(
  { paidTakebackOfService: byService }: RunFacts["tally"],
  { lines, amount }: LinesAndAmount,
  byOutcome: string,
): string {
  const have = plural(lines, "line has a payment", "lines have a payment");
  const found = `${grouped(lines)} ${have} that may have been taken back in this file (${dollarsForReaders(amount)}): ${byOutcome}.`;
  if (byService.lines === 0) return found;
  const ofThem = byService.lines === lines ? plural(lines, "It", "All of them") : `${grouped(byService.lines)} of them`;
  const were = plural(byService.lines, "was", "were");
  return `${found} ${ofThem} (${dollarsForReaders(byService.amount)}) ${were} found by ${SERVICE} alone: the takeback may be of another patient.`;
}

function noneOf({ isAmountWhole }: Pick<TakebacksOfFile, "isAmountWhole">): string {
  return `No other line with a payment has a takeback in this file${isAmountWhole ? "" : " that can be read"}.`;
}

/** Of equal visits of a day one takeback marks each, though it takes back one payment: the sum shows that. */
function allOf({ amount, isAmountWhole }: Pick<TakebacksOfFile, "amount" | "isAmountWhole">, lines: number): string {
  const all = isAmountWhole ? "All takebacks of this file" : "The takebacks of this file that can be read";
  const check = `Check whether ${plural(lines, "this line was", "these lines were")} paid again.`;
  return `${check} ${all} come to ${dollarsForReaders(amount)}, rejected lines included.`;
}
