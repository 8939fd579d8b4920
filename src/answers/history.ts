import { type Day, dayBefore, LAST_DAY } from "../core/calendar/day.ts";
import { wrapped } from "../core/text/terminal.ts";
import { valueText } from "../dataset/safe-cell.ts";
import type { LookupRequest, RateLookup } from "../pricing/lookup.ts";
import { NO_RATE_CODES, type NoRateCode } from "../pricing/no-rate.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import { type Answered, type AnswerText, answerKind } from "./answer.ts";
import { MEDICARE_TOGGLE } from "./benchmark/beside.ts";
import { AT_THE_PROVIDER, type Benchmarked, medicareRatio } from "./benchmark/compared.ts";
import type { MedicareSpan } from "./benchmark/schema.ts";
import { medicareName, shareAside } from "./benchmark/words.ts";
import { type CsvTable, csvColumn, csvTable, fieldColumns, memberColumns } from "./csv-table.ts";
import { amountText as amountWithUnit } from "./explanation/result-words.ts";
import { type HistoryRequest, historyOf, historyParameters, WatchedRates } from "./history/periods.ts";
import { type History, type HistoryPeriod, historySchema, type ResultChange } from "./history/schema.ts";
import { resultText } from "./rate.ts";

/** A lookup in every published period, with what changed from one to the next. */
export const history = answerKind({
  about: "lookup",
  name: "history",
  path: "/history",
  noun: "history",
  summary: "in every period",
  description: ({ dayParameter }) =>
    `One lookup without \`${dayParameter}\`: its price in every published period, the newest first, with the figures that changed. Days without a rate are periods too.`,
  counts: "`limit` lookups",
  // Two periods of the first example show what a history is.
  examples: ({ examples, dayParameter }) =>
    examples.slice(0, 1).map(({ title, query: { [dayParameter]: _, ...others } }) => ({
      title,
      query: { ...others, limit: "2" },
    })),
  command: {
    description: "tell the price of one lookup in every published period, and what changed",
    parameters: "the parameters of the lookup without its day, name=value; also from, to and limit",
    example: "ratebook history ca outpatient --release rates.db npi=1234567893 billing_code=99213",
    toggles: MEDICARE_TOGGLE,
  },
  rows: "One row for each result of each period, with what it was before.",
  parameters: historyParameters,
  schema: historySchema,
  answer: async (request, subject) => {
    const { limit: lookups } = request;
    if (!(await subject.admits(lookups))) return null;
    const found = await historyOf(subject.lookup, request, subject.source);
    if (!request.isBesideMedicare) return { lookups, ...found };
    return { lookups, ...found, value: withMedicare(found.value, found.results, request, subject) };
  },
  table: ({ value }, { lookup }) => historyTable(value, lookup),
  text: historyText,
});

/** A result in a period; or one of the period before that no longer exists, with only its change. */
interface PeriodResult {
  readonly period: HistoryPeriod;
  /** From 1; null for one that is gone. */
  readonly number: number | null;
  readonly result: Result | null;
  /** What is different from the period before; null when nothing is. */
  readonly change: ResultChange | null;
}

function historyTable({ periods, next_to }: History, { resultSchema }: RateLookup): CsvTable {
  return csvTable<PeriodResult>(
    [
      ...memberColumns(({ period }: PeriodResult) => period, ["start_date", "end_date", "date"]),
      csvColumn("result_number", ({ number }) => number),
      ...fieldColumns<PeriodResult>(resultSchema, ({ result }) => result),
      csvColumn("no_rate", ({ period, number }) => (number === null ? null : period.no_rate[number - 1])),
      csvColumn("change", changeWord),
      csvColumn("payment_rate_before", ({ change }) => change?.payment_rate.before),
      csvColumn("no_rate_before", ({ change }) => change?.no_rate.before),
      csvColumn("changed_inputs", ({ change }) => change?.inputs.map(changedInput)),
      csvColumn("changed_fields", ({ change }) => change?.fields.map(beforeAndAfter)),
      csvColumn("next_to", () => next_to),
      ...(periods.some(({ medicare }) => medicare !== undefined) ? [MEDICARE_COLUMN] : []),
    ],
    periods.flatMap(rowsOf),
  );
}

/** A period may have several prices of Medicare: they stand in one cell, each with its days and the ratio. */
const MEDICARE_COLUMN = csvColumn<PeriodResult>("medicare", ({ period, number }) =>
  number === null ? null : period.medicare?.[number - 1]?.map((span) => `${spanText(span)}: ${spanCell(span)}`),
);

function spanCell({ payment_rate, ratio, medicaid_includes_facility }: MedicareSpan): string {
  if (payment_rate === null) return "no price";
  return ratio === null || medicaid_includes_facility ? payment_rate : `${payment_rate} (${ratio})`;
}

function rowsOf(period: HistoryPeriod): readonly PeriodResult[] {
  const changes = period.changes ?? [];
  const there = period.results.map(
    (result, place): PeriodResult => ({
      period,
      number: place + 1,
      result,
      change: changes.find((change) => change.result === place) ?? null,
    }),
  );
  const gone = changes
    .filter(({ result }) => result === null)
    .map((change): PeriodResult => ({ period, number: null, result: null, change }));
  return [...there, ...gone];
}

/** Empty for the first period of the history. */
function changeWord({ period: { changes }, change }: PeriodResult): string | null {
  if (changes === null) return null;
  if (change === null) return "unchanged";
  if (change.result === null) return "gone";
  return change.previous_result === null ? "new" : "changed";
}

function changedInput({ name, before, after }: ResultChange["inputs"][number]): string {
  return beforeAndAfter({ name, before: before?.value, after: after?.value });
}

/** `conversion factor: 10.00 -> 10.50`; empty without a value. */
function beforeAndAfter(changed: { readonly name: string; readonly before: unknown; readonly after: unknown }): string {
  return `${changed.name}: ${valueText(changed.before)} -> ${valueText(changed.after)}`;
}

/** The periods, newest first, each with its results and changes. */
export function historyText({ value: { periods, next_to }, results }: Answered<History>): AnswerText {
  return {
    text: periods.map((period, place) => periodText(period, results[place] ?? [])).join("\n\n"),
    remarks: next_to === null ? [] : [`There is more: ask again with to=${next_to}.`],
  };
}

function periodText(period: HistoryPeriod, results: readonly ProviderResult[]): string {
  const { changes } = period;
  const lines = [wrapped("", spanText(period)), ...results.flatMap((each) => indented(resultText(each)))];
  lines.push(...(period.medicare ?? []).flatMap((spans) => spans.map(medicareLine)));
  if (changes?.length === 0) lines.push("  Published again as in the period before.");
  else if (changes !== null) lines.push("  Changed from the period before:", ...changedLines(changes));
  return lines.join("\n");
}

function medicareLine(span: MedicareSpan): string {
  const { payment_rate, not_compared } = span;
  const days = spanText(span).toLowerCase();
  if (payment_rate === null) return wrapped("  ", `Medicare, ${days}: no price. ${not_compared ?? ""}`);
  return wrapped("  ", `${medicareName(span)}, ${days}: $${payment_rate}${shareAside(span)}`);
}

function spanText({ start_date: start, end_date: end }: Pick<HistoryPeriod, "start_date" | "end_date">): string {
  if (start === null) return end === null ? "At all times" : `Until ${end}`;
  return end === null ? `${start} onward` : `${start} to ${end}`;
}

/** Results are not wrapped: the calculation is one line, to be copied. */
function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => `  ${line}`);
}

function changedLines(changes: readonly ResultChange[]): readonly string[] {
  return changes.flatMap((change) => [
    wrapped("    ", `${placeText(change, changes)}${amountText(change)}`),
    ...change.inputs.map((input) => wrapped("      ", inputText(input))),
    ...fieldTexts(change).map((text) => wrapped("      ", text)),
  ]);
}

/** Names the result if there are several. */
function placeText({ result, previous_result }: ResultChange, changes: readonly ResultChange[]): string {
  if (result === null) return `a result that is gone (number ${(previous_result ?? 0) + 1}): `;
  return changes.length === 1 ? "" : `result ${result + 1}: `;
}

function amountText({ payment_rate, no_rate }: ResultChange): string {
  const [before, after] = [paid(payment_rate.before, no_rate.before), paid(payment_rate.after, no_rate.after)];
  return before === after ? `${after} as before` : `${before} -> ${after}`;
}

function paid(amount: string | null, noRate: NoRateCode | null): string {
  if (amount !== null) return `$${amount}`;
  return noRate === null ? "no amount" : `no rate (${NO_RATE_CODES[noRate].replace(/\.$/, "")})`;
}

/** A figure that only one of the periods has is no change of a figure. */
function inputText({ name, unit, before, after }: ResultChange["inputs"][number]): string {
  const where = [before, after].map(sourceText).filter((each) => each !== null);
  const source = where.length === 0 ? "" : ` (${where.join(" -> ")})`;
  const [was, is] = [before, after].map((figure) => (figure === null ? null : amountWithUnit(figure.value, unit)));
  const values = was === null ? is : is === null ? `no longer used, was ${was}` : `${was} -> ${is}`;
  return `${words(name)}: ${values}${source}`;
}

function sourceText(figure: ResultChange["inputs"][number]["after"]): string | null {
  if (figure === null || !("table" in figure.from)) return null;
  const { table, line, column } = figure.from;
  return `${table} line ${line}, ${column}`;
}

type ChangedField = ResultChange["fields"][number];

/**
 * The fields that differ, for people; JSON has all of them. Left out: fields that repeat a figure, and fields that are
 * empty because one side has no rate.
 */
export function fieldTexts(change: ResultChange): readonly string[] {
  const { no_rate, fields } = change;
  const hasRateOnce = (no_rate.before === null) !== (no_rate.after === null);
  return fields
    .filter((field) => !repeatsFigure(field, change))
    .filter(({ before, after }) => !hasRateOnce || (before !== null && after !== null))
    .map(fieldText);
}

/** `cutback_reduction` as words: `cutback reduction`. */
function words(name: string): string {
  return name.replaceAll("_", " ");
}

function repeatsFigure({ before, after }: ChangedField, { inputs }: ResultChange): boolean {
  return inputs.some((input) => same(input.before?.value, before) && same(input.after?.value, after));
}

function same(figure: string | undefined, value: unknown): boolean {
  return (figure ?? null) === (value === null ? null : String(value));
}

function fieldText({ name, before, after }: ChangedField): string {
  return `${words(name)}: ${shownValue(before)} -> ${shownValue(after)}`;
}

function shownValue(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(shownValue).join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Adds what Medicare pays on the days of each period. Its schedules change on other days than Medicaid's rates, so a period has
 * one span for each of Medicare's prices.
 */
function withMedicare(
  { periods, next_to }: History,
  results: readonly (readonly ProviderResult[])[],
  { on }: HistoryRequest,
  subject: Benchmarked,
): History {
  return {
    periods: periods.map((period, place) => ({
      ...period,
      medicare: (results[place] ?? []).map((result) => spansOf(result, on(period.date as Day), period, subject)),
    })),
    next_to,
  };
}

/** Medicare's prices beside a result from the last day of its period back to the first. */
function spansOf(
  result: ProviderResult,
  request: LookupRequest,
  { start_date: first, end_date }: HistoryPeriod,
  { release, ...subject }: Benchmarked,
): readonly MedicareSpan[] {
  const rates = new WatchedRates(release.rates);
  const watched = { ...subject, release: { rates: rates.data, origins: release.origins } };
  const priceOn = (on: Day) => medicareRatio(result, request, { ...AT_THE_PROVIDER, on }, watched);
  const spans: MedicareSpan[] = [];
  let end = end_date as Day | null;
  for (;;) {
    const last = end ?? LAST_DAY;
    priceOn(last);
    const change = rates.lastChangeUpTo(last);
    const start = first !== null && (change === null || change < first) ? (first as Day) : change;
    // Nothing changes within the span; a reason names its first day.
    const { locality: _, ...price } = priceOn(start ?? last);
    const newer = spans.at(-1);
    if (newer !== undefined && newer.payment_rate === price.payment_rate) {
      spans[spans.length - 1] = { ...newer, start_date: start, not_compared: price.not_compared };
    } else spans.push({ start_date: start, end_date: end, ...price });
    if (start === null || start === first) return spans;
    end = dayBefore(start);
  }
}
