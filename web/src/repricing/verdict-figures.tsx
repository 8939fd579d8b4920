import type { LinesAndAmount } from "../../../src/reprice/pricing/payment-comparison.ts";
import { moneyText } from "../words/amount.ts";
import { countText } from "../words/name.ts";
import { type Compared, comparedOf } from "./compared.ts";
import type { RepricingSummary } from "./job.ts";

interface Verdict {
  readonly name: string;
  readonly kind: "under" | "over" | "plain";
  readonly figure: string;
  readonly lines: string;
}

/** What the lines were found to be, in the order in which an analyst asks. */
function verdictsOf(summary: RepricingSummary): readonly Verdict[] {
  const { not_priced, faulty, priced, total, modifier_not_priced: modifierNotPriced } = summary;
  const found = comparedOf(summary);
  const counted = (name: string, lines: number): Verdict => ({
    name,
    kind: "plain",
    figure: lines.toLocaleString("en-US"),
    lines: lines === 1 ? "line" : "lines",
  });
  const dollars = (name: string, { lines, amount }: LinesAndAmount): Verdict => ({
    name,
    kind: "plain",
    figure: moneyText(amount),
    lines: countText(lines, "line"),
  });
  const compared: readonly Verdict[] =
    found === null
      ? [{ name: "Expected in all", kind: "plain", figure: moneyText(total), lines: countText(priced, "line") }]
      : [
          {
            name: "+ Underpaid",
            kind: "under",
            figure: moneyText(found.underpaid.amount),
            lines: withPaidNothing(found),
          },
          {
            name: "\u2212 Overpaid",
            kind: "over",
            figure: moneyText(found.overpaid.amount),
            lines: countText(found.overpaid.lines, "line"),
          },
          counted("As expected", found.asExpected.lines),
          ...(found.takenBack.lines === 0 ? [] : [dollars("Taken back", found.takenBack)]),
          ...(found.notCompared === 0 ? [] : [counted("Not compared", found.notCompared)]),
        ];
  const unpriced = modifierNotPriced.lines === 0 ? [] : [dollars("Modifier not priced", modifierNotPriced)];
  return [...compared, ...unpriced, counted("Not priced", not_priced), counted("Faulty", faulty)];
}

/** A denial is another matter than a wrong rate. */
function withPaidNothing({ underpaid, paidNothing, word }: Compared): string {
  const lines = countText(underpaid.lines, "line");
  return paidNothing.lines === 0 ? lines : `${lines}, ${paidNothing.lines.toLocaleString("en-US")} ${word} nothing`;
}

/** Large, with words and signs: the colours say it once more. */
export function VerdictFigures({ summary }: { readonly summary: RepricingSummary }) {
  return (
    <dl class="verdicts">
      {verdictsOf(summary).map(({ name, kind, figure, lines }) => (
        <div key={name} class={`verdict verdict-${kind}`}>
          <dt>{name}</dt>
          <dd>
            <span class="verdict-figure">{figure}</span> <span class="hint">{lines}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
