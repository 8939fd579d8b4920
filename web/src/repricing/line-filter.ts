import { moneyText } from "../words/amount.ts";
import type { Point } from "./scatter-chart.tsx";
import type { RepricingSummary } from "./use-job.ts";

export type Difference = NonNullable<RepricingSummary["largest_differences"]>[number];

/** What was clicked in a chart: the list of lines shows no others. */
export type LineFilter =
  /** `place`: of the totals; `name`: in words. */
  | { readonly kind: "group"; readonly place: number; readonly key: string; readonly name: string }
  | { readonly kind: "point"; readonly point: Point };

/** The listed lines that a filter leaves. */
export function filtered(lines: readonly Difference[], filter: LineFilter | null): readonly Difference[] {
  if (filter === null) return lines;
  if (filter.kind === "group") return lines.filter(({ groups }) => groups[filter.place] === filter.key);
  const { expected, paid } = filter.point;
  return lines.filter((line) => line.expected_amount === expected && line.paid === paid);
}

/** "Provider: Golden Poppy Medical Center", "$10.00 paid, $24.00 expected" */
export function filterText(filter: LineFilter): string {
  if (filter.kind === "group") return filter.name;
  return `${moneyText(filter.point.paid)} paid, ${moneyText(filter.point.expected)} expected`;
}

/** Why a line has a variance, as far as its amounts and remarks say. */
export function reasonText({ paid, difference, remarks }: Pick<Difference, "paid" | "difference" | "remarks">): string {
  if (/^0*\.?0*$/.test(paid)) return "Denied or zero-paid";
  const [first] = remarks;
  if (first !== undefined) return first;
  return difference.startsWith("-") ? "Paid more than the rate" : "Paid less than the rate";
}
