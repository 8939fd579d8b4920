import { countText, plural } from "../../../src/core/text/plural.ts";
import type { RepricingSummary } from "./use-job.ts";

type NotOwedReason = NonNullable<RepricingSummary["not_owed"]>[number];

/** A claim of another setting may well be owed: it is among the lines that are not priced. */
export function reasonsNotOwed({ not_owed = [] }: Pick<RepricingSummary, "not_owed">): readonly NotOwedReason[] {
  return not_owed.filter(({ code }) => code !== "other_setting");
}

export function notOwedLines(summary: Pick<RepricingSummary, "not_owed">): number {
  return reasonsNotOwed(summary).reduce((lines, each) => lines + each.lines, 0);
}

/** Those of them with a price, which the service counts as not compared. */
export function notOwedAndPriced(summary: Pick<RepricingSummary, "not_owed">): number {
  return reasonsNotOwed(summary).reduce((lines, each) => lines + each.priced, 0);
}

/** Lines without a price that may be owed: the service counts those that were not owed among them too. */
export function notPricedAndOwed(summary: Pick<RepricingSummary, "not_owed" | "not_priced">): number {
  return summary.not_priced - (notOwedLines(summary) - notOwedAndPriced(summary));
}

/** "31 lines were not owed by Medicaid: covered by a plan (24), other payer paid (7)." Null where all lines are owed. */
export function notOwedWords(summary: Pick<RepricingSummary, "not_owed">): string | null {
  const reasons = reasonsNotOwed(summary);
  if (reasons.length === 0) return null;
  const lines = notOwedLines(summary);
  const named = reasons.map((each) => `${each.words} (${each.lines.toLocaleString("en-US")})`);
  return `${countText(lines, "line")} ${plural(lines, "was", "were")} not owed by Medicaid: ${named.join(", ")}. ${plural(lines, "It is", "They are")} not compared, and in no other amount.`;
}
