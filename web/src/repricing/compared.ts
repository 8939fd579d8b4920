import { capital } from "../../../src/core/text/labels.ts";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { LinesAndAmount } from "../../../src/reprice/pricing/payment-comparison.ts";
import { differenceText, moneyText } from "../words/amount.ts";
import { notOwedAndPriced } from "./not-owed.ts";
import type { RepricingSummary } from "./use-job.ts";

/** What the compared amounts are. */
export type ComparedWord = "paid" | "allowed";

/** The comparison, with everything that the service reports about it. */
export interface Compared {
  /** The heading of the column that was compared. */
  readonly column: string;
  /** What the column has. */
  readonly word: ComparedWord;
  readonly lines: number;
  readonly expected: string;
  readonly paid: string;
  readonly difference: string;
  readonly underpaid: LinesAndAmount;
  readonly paidNothing: LinesAndAmount;
  readonly overpaid: LinesAndAmount;
  readonly asExpected: LinesAndAmount;
  /** Without the lines that were not owed, and those paid at another published rate. */
  readonly notCompared: number;
  /** Paid more than expected, at another published rate: how much more. */
  readonly atAlternative: LinesAndAmount;
  readonly takenBack: LinesAndAmount;
  /** Paid lines, underpaid ones apart, whose payment may have been taken back: what was paid. */
  readonly paidAndTakenBack: LinesAndAmount;
  /** How many of these are overpaid. */
  readonly overpaidAndTakenBack: number;
}

export function comparedWord({ compared_with }: Pick<RepricingSummary, "compared_with">): ComparedWord {
  return compared_with?.meaning === "allowed_amount" ? "allowed" : "paid";
}

/** Null where no column says what was paid. */
export function comparedOf(summary: RepricingSummary): Compared | null {
  const { underpaid, paid_nothing, overpaid, as_expected, taken_back, not_compared, compared } = summary;
  const { total_expected, total_paid, total_difference, compared_with, paid_at_alternative } = summary;
  const { paid_with_takebacks: paidAndTakenBack } = summary;
  if (underpaid === undefined || paid_nothing === undefined || overpaid === undefined) return null;
  if (as_expected === undefined || taken_back === undefined || not_compared === undefined) return null;
  if (
    paid_at_alternative === undefined ||
    compared_with === undefined ||
    compared === undefined ||
    total_expected === undefined ||
    total_paid === undefined ||
    total_difference === undefined
  )
    return null;
  return {
    column: compared_with.column,
    word: comparedWord(summary),
    lines: compared,
    expected: total_expected,
    paid: total_paid,
    difference: total_difference,
    underpaid,
    paidNothing: paid_nothing,
    overpaid,
    asExpected: as_expected,
    notCompared: not_compared - notOwedAndPriced(summary) - paid_at_alternative.above.lines,
    atAlternative: paid_at_alternative.above,
    takenBack: taken_back,
    paidAndTakenBack: { lines: paidAndTakenBack?.lines ?? 0, amount: paidAndTakenBack?.dollars ?? "0.00" },
    overpaidAndTakenBack: paidAndTakenBack?.overpaid_lines ?? 0,
  };
}

/** "2 lines were paid at another published rate of the code, to the cent: $116.00 above the default rate." */
export function alternativeWords({ lines, amount }: LinesAndAmount, word: ComparedWord): string {
  const [were, they] = [plural(lines, "was", "were"), plural(lines, "It is", "They are")];
  return `${countText(lines, "line")} ${were} ${word} at another published rate of the code, to the cent: ${moneyText(amount)} above the default rate. ${they} not counted as may be asked back.`;
}

/** A row of the table of what was compared. */
export interface ComparedRow {
  readonly what: string;
  readonly lines: number;
  /** Null where lines alone are counted. */
  readonly dollars: string | null;
  readonly isDifference?: true;
}

/** In an analyst's order of questions; a row that is part of the row above says so. Rows without lines are left out. */
export function comparedRows(compared: Compared): readonly ComparedRow[] {
  const { word, lines, underpaid, paidNothing, overpaid, asExpected, atAlternative, takenBack, paidAndTakenBack } =
    compared;
  const row = (what: string, of: LinesAndAmount): ComparedRow => ({ what, lines: of.lines, dollars: of.amount });
  const rows: readonly ComparedRow[] = [
    row("Owed to us", underpaid),
    row(`${capital(deniedWords(word))}, of those owed to us`, paidNothing),
    row("May be asked back", overpaid),
    { ...row("As expected", asExpected), isDifference: true },
    { what: "Expected, of the lines compared", lines, dollars: compared.expected },
    { what: `${titled(word)} for them`, lines, dollars: compared.paid },
    { what: `Variance: expected minus ${word}`, lines, dollars: compared.difference, isDifference: true },
    { what: `${titled(word)} at another published rate`, lines: atAlternative.lines, dollars: null },
    { what: "Priced, not compared", lines: compared.notCompared, dollars: null },
    row("Takebacks, of those not compared or not priced", takenBack),
    row("Paid, and may have been taken back", paidAndTakenBack),
  ];
  return rows.filter((each) => each.lines > 0);
}

/** `Paid` or `Allowed`. */
export function titled(word: ComparedWord): string {
  return word === "paid" ? "Paid" : "Allowed";
}

/** What a line is of which nothing was paid or allowed. */
export function deniedWords(word: ComparedWord): string {
  return word === "paid" ? "denied or zero-paid" : "denied or zero-allowed";
}

/** The comparison in sentences. */
export function comparedWords(compared: Compared): readonly string[] {
  const { column, word, lines, underpaid, paidNothing, overpaid, takenBack } = compared;
  const were = (count: number) => plural(count, "was", "were");
  const verdicts = [
    ...(underpaid.lines === 0
      ? []
      : [`${moneyText(underpaid.amount)} is owed to us on ${countText(underpaid.lines, "line")}`]),
    ...(overpaid.lines === 0
      ? []
      : [`${moneyText(overpaid.amount)} may be asked back on ${countText(overpaid.lines, "line")}`]),
  ];
  return [
    `${countText(lines, "line")} ${were(lines)} compared with the column ${column}: ${moneyText(compared.paid)} was ${word} where ${moneyText(compared.expected)} is expected, a variance of ${differenceText(compared.difference)}.`,
    ...(underpaid.lines + overpaid.lines === 0 ? [] : [`${verdicts.join(", and ")}.`]),
    ...(paidNothing.lines === 0
      ? []
      : [
          `Of those owed to us, ${countText(paidNothing.lines, "line")} ${were(paidNothing.lines)} ${deniedWords(word)} (${moneyText(paidNothing.amount)}): look for the reason of the denial before the rate.`,
        ]),
    ...(takenBack.lines === 0
      ? []
      : [
          `${countText(takenBack.lines, "line")} ${plural(takenBack.lines, "is a takeback", "are takebacks")} of ${moneyText(takenBack.amount)}: not compared, since a takeback is no payment.`,
        ]),
  ];
}
