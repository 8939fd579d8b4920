import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { addressText, namesIn, quotedPart, repeatedParts } from "../address.ts";
import { columnName, FIRST_VIEW, ROWS_PER_PAGE, type TableView } from "../parts/data-table.tsx";
import { comparedWord } from "./compared.ts";
import { titlesOfList } from "./largest-differences.tsx";
import { filtered, groupFilter, type LineFilter, SCATTER, titleOf } from "./line-filter.ts";
import { isSame } from "./scatter-chart.tsx";
import type { RepricingSummary } from "./use-job.ts";
import { linesWithVariance } from "./variance-chart.tsx";

/* The address holds what is shown of a repriced file: the chart, what was clicked in it, and order and page of the list. */

export interface ShownResult {
  /** What the chart is by. */
  readonly chart: string;
  readonly filter: LineFilter | null;
  readonly list: TableView;
}

/** What an address shows of a file, and what of the address is no part of it. */
interface AddressResult {
  readonly shown: ShownResult;
  /** Each as a sentence without its full stop. What they are about is not shown. */
  readonly notUnderstood: readonly string[];
}

/** The parts of the address. A group has what it is by beside its key, since the chart may be by something else meanwhile. */
const [JOB, CHART, GROUPED_BY, GROUP, PAID, EXPECTED, SORT, PAGE] = [
  "job",
  "by",
  "only_by",
  "only",
  "paid",
  "expected",
  "sort",
  "page",
] as const;

/** What the reader knows them as. */
const PARTS: Readonly<Record<string, string>> = {
  [JOB]: "File",
  [CHART]: "Chart",
  [GROUPED_BY]: "Chart of the group",
  [GROUP]: "Group",
  [PAID]: "Compared amount",
  [EXPECTED]: "Expected amount",
  [SORT]: "Order of the list",
  [PAGE]: "Page",
};

/** Before a column: the largest first. */
const DESCENDING = "-";

type Summary = Pick<
  RepricingSummary,
  "totals" | "points" | "largest_differences" | "underpaid" | "overpaid" | "compared_with"
>;

/** A part of an address as it was understood, or why it was not. */
type Read<Value> = { readonly value: Value; readonly fault?: string };

export function resultIn(query: URLSearchParams, summary: Summary): AddressResult {
  const given = (name: string) => query.get(name) ?? "";
  const chart = chartIn(given(CHART), summary);
  const filter = filterIn(given, summary);
  const sort = sortIn(given(SORT), summary);
  const page = pageIn(given(PAGE), summary, filter.value);
  const unknown = namesIn(query).filter((name) => !Object.hasOwn(PARTS, name));
  const faults = [chart, filter, sort, page].flatMap(({ fault }) => fault ?? []);
  return {
    shown: { chart: chart.value, filter: filter.value, list: { sort: sort.value, page: page.value } },
    notUnderstood: [
      ...unknown.map((name) => `${quotedPart(name)} is not a part of this view`),
      ...repeatedParts(query, PARTS),
      ...faults,
    ],
  };
}

/** Where the page shows it. What is usual has no part in the address. */
export function addressOfResult(job: string, { chart, filter, list }: ShownResult, { totals }: Summary): string {
  const { sort, page } = list;
  const only: Readonly<Record<string, string>> =
    filter === null
      ? {}
      : filter.kind === "group"
        ? { [GROUPED_BY]: totals[filter.place]?.by ?? "", [GROUP]: filter.key }
        : { [PAID]: filter.point.paid, [EXPECTED]: filter.point.expected };
  return addressText("/reprice", {
    [JOB]: job,
    [CHART]: chart === firstChart(totals) ? "" : chart,
    ...only,
    [SORT]: sort === null ? "" : `${sort.isDescending ? DESCENDING : ""}${sort.column}`,
    [PAGE]: page === 1 ? "" : String(page),
  });
}

function firstChart(totals: Summary["totals"]): string {
  return totals[0]?.by ?? SCATTER;
}

function chartIn(given: string, { totals, points = [] }: Summary): Read<string> {
  const isKnown = totals.some(({ by }) => by === given) || (given === SCATTER && points.length > 0);
  if (isKnown) return { value: given };
  const usual = { value: firstChart(totals) };
  return given === "" ? usual : { ...usual, fault: `${quotedPart(given)} is not one of the charts` };
}

function filterIn(given: (name: string) => string, summary: Summary): Read<LineFilter | null> {
  const { totals, points = [] } = summary;
  const [by, key, paid, expected] = [given(GROUPED_BY), given(GROUP), given(PAID), given(EXPECTED)];
  const isGroup = by !== "" || key !== "";
  const isPoint = paid !== "" || expected !== "";
  const nothing = (fault: string) => ({ value: null, fault });
  if (isGroup && isPoint) return nothing("Lines are chosen by a group or by their amounts, not by both");
  if (isGroup) {
    const place = totals.findIndex((each) => each.by === by);
    if (by === "") return nothing(`Group ${quotedPart(key)} is given without its chart`);
    if (place < 0) return nothing(`${quotedPart(by)} is not one of the charts`);
    if (key === "") return nothing(`Chart ${quotedPart(titleOf(by))} is given without a group`);
    const value = groupFilter(totals, place, key);
    return value === null ? nothing(`${titleOf(by)} ${quotedPart(key)} is not in the chart`) : { value };
  }
  if (!isPoint) return { value: null };
  if (paid === "" || expected === "") {
    return nothing(`Lines are chosen by two amounts, and ${quotedPart(paid || expected)} is given alone`);
  }
  const point = points.find((each) => isSame(each, { paid, expected, lines: 0 }));
  if (point !== undefined) return { value: { kind: "point", point } };
  return nothing(`No line has the amounts ${quotedPart(paid)} and ${quotedPart(expected)}`);
}

/** The columns that the list has. Each page of a long list has those that its lines fill: any of them. */
export function sortableColumns(
  summary: Pick<Summary, "largest_differences" | "underpaid" | "overpaid" | "compared_with">,
): readonly string[] {
  const lines = isWhole(summary) ? (summary.largest_differences ?? []) : null;
  return titlesOfList(lines, comparedWord(summary)).map(columnName);
}

function sortIn(given: string, summary: Summary): Read<TableView["sort"]> {
  if (given === "") return { value: null };
  const isDescending = given.startsWith(DESCENDING);
  const column = isDescending ? given.slice(DESCENDING.length) : given;
  if (sortableColumns(summary).includes(column)) return { value: { column, isDescending } };
  return { value: null, fault: `${quotedPart(given)} is not a column of the list` };
}

/** A list of a million lines has fewer pages than this can write. */
const PAGE_NUMBER = /^[1-9][0-9]{0,5}$/;

function pageIn(given: string, summary: Summary, filter: LineFilter | null): Read<number> {
  if (given === "") return { value: FIRST_VIEW.page };
  const pages = Math.max(1, Math.ceil(linesOf(summary, filter) / ROWS_PER_PAGE));
  if (!PAGE_NUMBER.test(given)) return { value: 1, fault: `${quotedPart(given)} is not a page of the list` };
  if (Number(given) <= pages) return { value: Number(given) };
  const has = pages === 1 ? "one page" : `${pages.toLocaleString("en-US")} pages`;
  return { value: 1, fault: `Page ${given} is beyond the list, which has ${has}` };
}

/** Whether the summary has all lines of the list: a longer one is paged from the service. */
function isWhole(summary: Pick<Summary, "largest_differences" | "underpaid" | "overpaid">): boolean {
  return linesWithVariance(summary) <= (summary.largest_differences ?? []).length;
}

/** How many lines a list can have at most: the service lists no more, whatever a group has. */
function linesOf(summary: Summary, filter: LineFilter | null): number {
  if (isWhole(summary)) return filtered(summary.largest_differences ?? [], filter).length;
  const all =
    filter === null ? linesWithVariance(summary) : filter.kind === "group" ? filter.lines : filter.point.lines;
  return Math.min(all, JOB_LIMITS.variancesMax);
}
