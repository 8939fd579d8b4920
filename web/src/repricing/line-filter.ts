import { capital } from "../../../src/core/text/labels.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { moneyText } from "../words/amount.ts";
import { type ComparedWord, deniedWords, titled } from "./compared.ts";
import type { Point } from "./scatter-chart.tsx";
import type { RepricingSummary } from "./use-job.ts";

export type Difference = NonNullable<RepricingSummary["largest_differences"]>[number];

/** What was clicked in a chart: the list of lines shows no others. */
export type LineFilter =
  /** `place`: of the totals; `name`: in words; `lines`: how many have a variance. */
  | {
      readonly kind: "group";
      readonly place: number;
      readonly key: string;
      readonly name: string;
      readonly lines: number;
    }
  | { readonly kind: "point"; readonly point: Point };

/** The listed lines that a filter leaves. */
export function filtered(lines: readonly Difference[], filter: LineFilter | null): readonly Difference[] {
  if (filter === null) return lines;
  if (filter.kind === "group") return lines.filter(({ groups }) => groups[filter.place] === filter.key);
  const { expected, paid } = filter.point;
  return lines.filter((line) => line.expected_amount === expected && line.paid === paid);
}

/** "Provider: Golden Poppy Medical Center", "$10.00 paid, $24.00 expected" */
export function filterText(filter: LineFilter, word: ComparedWord): string {
  if (filter.kind === "group") return filter.name;
  return `${moneyText(filter.point.paid)} ${word}, ${moneyText(filter.point.expected)} expected`;
}

/** How many of the lines of a filter are listed, of a list of so many: "Only Month: Mar 2026: 2 lines." */
export function listedText(filter: LineFilter, word: ComparedWord, shown: number, listed: number): string {
  const what = `Only ${filterText(filter, word)}`;
  const all = filter.kind === "group" ? filter.lines : filter.point.lines;
  if (shown >= all) return `${what}: ${countText(shown, "line")}.`;
  const ofAll = filter.kind === "group" ? `${countText(all, "line")} with a variance` : countText(all, "line");
  return `${what}: the ${shown.toLocaleString("en-US")} of ${ofAll} that ${shown === 1 ? "is" : "are"} among the ${listed.toLocaleString("en-US")} largest. The workbook has all.`;
}

/** A limit of what is expected explains no variance: it is a note of the line. */
const IS_LIMIT = /^Billed at /;

/** Why a line has a variance: how what was paid or allowed compares with what is expected, then the remark that may explain it. */
export function reasonText(
  { paid, difference, remarks }: Pick<Difference, "paid" | "difference" | "remarks">,
  word: ComparedWord,
): string {
  if (/^0*\.?0*$/.test(paid)) return capital(deniedWords(word));
  const verdict = `${titled(word)} ${difference.startsWith("-") ? "more" : "less"} than expected`;
  const remark = remarkOfReason(remarks);
  return remark === undefined ? verdict : `${verdict}. ${remark}`;
}

/** The remark that stands in the reason. The others are notes. */
function remarkOfReason(remarks: readonly string[]): string | undefined {
  return remarks.find((remark) => !IS_LIMIT.test(remark));
}

/** The remarks that the reason does not have. */
export function notesOf(
  row: Pick<Difference, "paid" | "difference" | "remarks">,
  word: ComparedWord,
): readonly string[] {
  const reason = reasonText(row, word);
  return row.remarks.filter((remark) => !reason.endsWith(remark));
}
