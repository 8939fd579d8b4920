import { moneyText } from "../words/amount.ts";
import { countText } from "../words/name.ts";
import type { RepricingSummary } from "./job.ts";

interface Verdict {
  readonly name: string;
  readonly kind: "under" | "over" | "plain";
  readonly figure: string;
  readonly lines: string;
}

/** What the lines were found to be, in the order in which an analyst asks. */
export function verdictsOf(summary: RepricingSummary): readonly Verdict[] {
  const { underpaid, overpaid, as_expected, not_compared, not_priced, faulty, priced, total } = summary;
  const counted = (name: string, lines: number): Verdict => ({
    name,
    kind: "plain",
    figure: lines.toLocaleString("en-US"),
    lines: lines === 1 ? "line" : "lines",
  });
  const compared: readonly Verdict[] =
    underpaid === undefined || overpaid === undefined || as_expected === undefined
      ? [{ name: "Expected in all", kind: "plain", figure: moneyText(total), lines: countText(priced, "line") }]
      : [
          {
            name: "+ Underpaid",
            kind: "under",
            figure: moneyText(underpaid.amount),
            lines: countText(underpaid.lines, "line"),
          },
          {
            name: "\u2212 Overpaid",
            kind: "over",
            figure: moneyText(overpaid.amount),
            lines: countText(overpaid.lines, "line"),
          },
          counted("As expected", as_expected.lines),
          ...(not_compared ? [counted("Not compared", not_compared)] : []),
        ];
  return [...compared, counted("Not priced", not_priced), counted("Faulty", faulty)];
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
