import { moneyText } from "../words/amount.ts";
import { countText } from "../words/name.ts";
import type { RepricingSummary } from "./job.ts";

/** What the expected amounts leave out: lines whose modifier is not priced, and what was billed below the rate. */
export function LimitsOfAmounts({ summary }: { readonly summary: RepricingSummary }) {
  const sentences = limitsWords(summary);
  if (sentences.length === 0) return null;
  return (
    <section class="step" aria-labelledby="limits-title">
      <h2 id="limits-title">What expected leaves out</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

/** The same in sentences. */
export function limitsWords({
  modifier_not_priced: modifier,
  modifier_not_known: unknown,
  charge_limit: limit,
}: Pick<RepricingSummary, "modifier_not_priced" | "modifier_not_known" | "charge_limit">): readonly string[] {
  const modifierWords =
    modifier.lines === 0
      ? []
      : [
          `${countText(modifier.lines, "line")} ${modifier.lines === 1 ? "has" : "have"} a modifier that changes what is paid and that the published rate is without (${moneyText(modifier.amount)} at the rate): not compared, and in no total. The workbook lists them.`,
        ];
  const unknownWords =
    unknown.lines === 0
      ? []
      : [
          `${countText(unknown.lines, "line")} ${unknown.lines === 1 ? "has" : "have"} a modifier of no list and without a published rate, priced without it (expected ${moneyText(unknown.amount)}): compared, and it may change what is paid.`,
        ];
  const limitWords =
    limit.column === null
      ? []
      : [
          `Expected is at most what was billed (${limit.column}): ${countText(limit.lines, "line")} ${limit.lines === 1 ? "was" : "were"} billed below the rate, by ${moneyText(limit.amount)}.`,
        ];
  return [...modifierWords, ...unknownWords, ...limitWords];
}
