import { capital } from "../../../src/core/text/labels.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { JOB_VARIANCES, REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import type { Variances } from "../../../src/reprice/report/summary.ts";
import { addressText } from "../address.ts";
import { ROWS_PER_PAGE } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import { labelOf } from "../words/names.ts";
import { type ComparedWord, deniedWords, titled } from "./compared.ts";
import type { Point } from "./scatter-chart.tsx";
import type { Job, RepricingSummary } from "./use-job.ts";
import { linesWithVariance } from "./variance-chart.tsx";
import { groupName } from "./variance-layout.ts";

export type Difference = NonNullable<RepricingSummary["largest_differences"]>[number];

/** A line with a variance. The largest ones come with their defaults; the others are paged from the results without. */
export type VarianceLine = Variances["lines"][number] & Partial<Pick<Difference, "assumed">>;

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

/** In place of a grouping: every pair of paid and expected amounts. */
export const SCATTER = "scatter";

/** What totals are by, at the beginning of a line: `code` is ours, and a heading of the file stays as it is. */
export function titleOf(by: string): string {
  return isOurs(by) ? labelOf(by) : by;
}

/** What totals are by, within a sentence. */
export function nameOf(by: string): string {
  return isOurs(by) ? by.replaceAll("_", " ") : by;
}

/** Our groupings are in small letters; a heading of the file is taken for one of them if it is. */
function isOurs(by: string): boolean {
  return by === by.toLowerCase();
}

/** The lines of a group of the totals; null where the totals do not list the group. */
export function groupFilter(totals: RepricingSummary["totals"], place: number, key: string): LineFilter | null {
  const total = totals[place];
  const group = total?.groups.find((each) => each.key === key);
  if (total === undefined || group === undefined) return null;
  const name = `${titleOf(total.by)}: ${groupName(total.by, group)}`;
  return { kind: "group", place, key, name, lines: linesWithVariance(group) };
}

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

/** How many lines a filter leaves: "Only Month: Mar 2026: 2 lines." A point has lines without a variance too, which are not listed. */
export function listedText(filter: LineFilter, word: ComparedWord, found: number): string {
  const what = `Only ${filterText(filter, word)}`;
  const all = filter.kind === "group" ? filter.lines : filter.point.lines;
  if (found >= all) return `${what}: ${countText(found, "line")}.`;
  const more = filter.kind === "group" ? "The workbook has all." : "The others are within the tolerance.";
  return `${what}: ${found.toLocaleString("en-US")} of ${countText(all, "line")}. ${more}`;
}

/** Where the service lists lines with a variance, the largest first. */
export function variancesPath(
  { id }: Pick<Job, "id">,
  { totals }: Pick<RepricingSummary, "totals">,
  filter: LineFilter | null,
  page: number,
): string {
  const wanted: Readonly<Record<string, string>> =
    filter === null
      ? {}
      : filter.kind === "group"
        ? { by: totals[filter.place]?.by ?? "", key: filter.key }
        : { expected: filter.point.expected, paid: filter.point.paid };
  const offset = (page - 1) * ROWS_PER_PAGE;
  const part = { limit: String(ROWS_PER_PAGE), offset: offset === 0 ? "" : String(offset) };
  return addressText(`${REPRICE_PATH}/${encodeURIComponent(id)}/${JOB_VARIANCES}`, { ...wanted, ...part });
}

/** A limit of what is expected explains no variance: it is a note of the line. */
const IS_LIMIT = /^Billed at /;

type VarianceFacts = Pick<Difference, "paid" | "difference" | "remarks"> &
  Partial<Pick<Difference, "is_put_on_patient">>;

/** Why a line has a variance: how what was paid or allowed compares with what is expected, then the remark that may explain it. */
export function reasonText(
  { paid, difference, remarks, is_put_on_patient }: VarianceFacts,
  word: ComparedWord,
): string {
  if (is_put_on_patient) return `${titled(word)} nothing: put on the patient`;
  if (/^0*\.?0*$/.test(paid)) return capital(deniedWords(word));
  const verdict = `${titled(word)} ${difference.startsWith("-") ? "above" : "below"} the rate`;
  const remark = remarkOfReason(remarks);
  return remark === undefined ? verdict : `${verdict}. ${remark}`;
}

/** The remark that stands in the reason. The others are notes. */
function remarkOfReason(remarks: readonly string[]): string | undefined {
  return remarks.find((remark) => !IS_LIMIT.test(remark));
}

/** The remarks that the reason does not have. */
export function notesOf(row: VarianceFacts, word: ComparedWord): readonly string[] {
  const reason = reasonText(row, word);
  return row.remarks.filter((remark) => !reason.endsWith(remark));
}
