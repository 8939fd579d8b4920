import { countText, plural } from "../../../src/core/text/plural.ts";
import type { LinesAndAmount } from "../../../src/reprice/pricing/payment-comparison.ts";
import { differenceText, moneyText } from "../words/amount.ts";
import { type Compared, type ComparedWord, comparedOf, comparedWord, deniedWords, titled } from "./compared.ts";
import { notOwedLines, notPricedAndOwed } from "./not-owed.ts";
import type { RepricingSummary } from "./use-job.ts";

interface Figure {
  readonly name: string;
  readonly kind: "owed" | "asked-back" | "plain";
  readonly figure: string;
  readonly detail: string;
}

/** The figures of a file in an analyst's order of questions. What is zero is not shown. */
export function figuresOf(summary: RepricingSummary): readonly Figure[] {
  const { faulty, priced, total } = summary;
  const notPriced = notPricedAndOwed(summary);
  const found = comparedOf(summary);
  const counted = (name: string, lines: number): readonly Figure[] =>
    lines === 0
      ? []
      : [{ name, kind: "plain", figure: lines.toLocaleString("en-US"), detail: plural(lines, "line", "lines") }];
  const money = (
    name: string,
    kind: Figure["kind"],
    lines: number,
    figure: string,
    detail = countText(lines, "line"),
  ): readonly Figure[] => (lines === 0 ? [] : [{ name, kind, figure, detail }]);
  const compared =
    found === null
      ? money("Expected", "plain", priced, moneyText(total))
      : [
          ...money("+ Owed to us", "owed", found.underpaid.lines, moneyText(found.underpaid.amount), withDenied(found)),
          ...money(
            "\u2212 May be asked back",
            "asked-back",
            found.overpaid.lines,
            moneyText(found.overpaid.amount),
            withTakenBack(found),
          ),
          ...money(
            "Variance",
            "plain",
            found.lines,
            differenceText(found.difference),
            `of ${countText(found.lines, "line")} compared`,
          ),
          ...counted("As expected", found.asExpected.lines),
          ...counted(`${titled(found.word)} at another rate`, found.atAlternative.lines),
          ...counted("Not compared", found.notCompared),
        ];
  return [
    ...compared,
    ...counted("Not owed", notOwedLines(summary)),
    ...counted("Not priced", notPriced),
    ...counted("Rejected", faulty),
    ...(found === null ? [] : takebacks(found, notPriced)),
  ];
}

/** Lines that are counted before: together, the figures above are all lines of the file. */
function takebacks({ takenBack, paidAndTakenBack }: Compared, notPriced: number): readonly Figure[] {
  const among = `among those not compared${notPriced === 0 ? "" : " or not priced"}`;
  const figure = (name: string, { lines, amount }: LinesAndAmount, where: string): readonly Figure[] =>
    lines === 0
      ? []
      : [{ name, kind: "plain", figure: moneyText(amount), detail: `${countText(lines, "line")} ${where}` }];
  return [
    ...figure("Takebacks", takenBack, among),
    ...figure("Paid, may have been taken back", paidAndTakenBack, "with a takeback, not underpaid"),
  ];
}

/** A denial is another matter than a wrong rate. */
function withDenied({ word, underpaid, paidNothing }: Compared): string {
  const lines = countText(underpaid.lines, "line");
  return paidNothing.lines === 0
    ? lines
    : `${lines}, ${paidNothing.lines.toLocaleString("en-US")} ${deniedWords(word)}`;
}

/** A takeback in the file may have asked the money back already. */
function withTakenBack({ overpaid, overpaidAndTakenBack }: Compared): string {
  const lines = countText(overpaid.lines, "line");
  if (overpaidAndTakenBack === 0) return lines;
  return `${lines}, ${overpaidAndTakenBack.toLocaleString("en-US")} with a takeback in this file`;
}

/** What the signs mean, once for all figures and charts below. */
function legendOf(word: ComparedWord): string {
  return `+ owed to us: ${word} below the rate. \u2212 may be asked back: ${word} above the rate. Variance is expected minus ${word}.`;
}

/** The figures in one line, with words and signs: the colors repeat them. */
export function VerdictFigures({ summary }: { readonly summary: RepricingSummary }) {
  const figures = figuresOf(summary);
  if (figures.length === 0) return null;
  return (
    <div class="figures">
      <dl class="verdicts">
        {figures.map(({ name, kind, figure, detail }) => (
          <div key={name} class={`verdict ${kind}`}>
            <dt>{name}</dt>
            <dd>
              <span class="verdict-figure">{figure}</span> <span class="hint">{detail}</span>
            </dd>
          </div>
        ))}
      </dl>
      {(comparedOf(summary)?.lines ?? 0) === 0 ? null : <p class="hint legend">{legendOf(comparedWord(summary))}</p>}
    </div>
  );
}

/** What the expected amounts leave out: lines whose modifier is not priced, and what was billed below the rate. */
export function LimitsOfAmounts({ summary }: { readonly summary: RepricingSummary }) {
  const sentences = limitsWords(summary);
  if (sentences.length === 0) return null;
  return (
    <section class="step" aria-labelledby="limits-title">
      <h2 id="limits-title">Limits of these figures</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

/** The limits in sentences. */
export function limitsWords({
  modifier_not_priced: modifier,
  modifier_not_known: unknown,
  charge_limit: limit,
}: Pick<RepricingSummary, "modifier_not_priced" | "modifier_not_known" | "charge_limit">): readonly string[] {
  const modifierWords =
    modifier.lines === 0
      ? []
      : [
          `${countText(modifier.lines, "line")} ${plural(modifier.lines, "has", "have")} a modifier that changes what is paid and that the published rate is without (${moneyText(modifier.amount)} at the rate): not compared, and in no total. The workbook lists them.`,
        ];
  const unknownWords =
    unknown.lines === 0
      ? []
      : [
          `${countText(unknown.lines, "line")} ${plural(unknown.lines, "has", "have")} a modifier of no list and without a published rate, priced without it (expected ${moneyText(unknown.amount)}): compared, and it may change what is paid.`,
        ];
  const limitWords =
    limit.column === null || limit.lines === 0
      ? []
      : [
          `Expected is at most what was billed (${limit.column}): ${countText(limit.lines, "line")} ${plural(limit.lines, "was", "were")} billed below the rate, by ${moneyText(limit.amount)}.`,
        ];
  return [...modifierWords, ...unknownWords, ...limitWords];
}
