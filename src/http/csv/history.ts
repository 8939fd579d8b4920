import { valueText } from "../../dataset/value-text.ts";
import type { History, HistoryPeriod } from "../../history/history.ts";
import type { ResultChange } from "../../history/result-changes.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { fieldColumns } from "./results.ts";
import { type CsvColumn, csvColumn, csvInSlices } from "./table.ts";

/** A result in a period; or one of the period before that is gone, of which nothing but the change is known. */
interface PeriodResult {
  readonly period: HistoryPeriod;
  /** From 1; null for one that is gone. */
  readonly number: number | null;
  readonly answered: ProviderResult | null;
  /** What is different from the period before; null when nothing is. */
  readonly change: ResultChange | null;
}

/** A history: one row for each result of each period, beside it what it was before. */
export function historyCsv({ periods, nextTo }: History, { resultSchema }: RateLookup): Promise<string> {
  const columns: readonly CsvColumn<PeriodResult>[] = [
    csvColumn("start_date", ({ period }) => period.start),
    csvColumn("end_date", ({ period }) => period.end),
    csvColumn("date", ({ period }) => period.date),
    csvColumn("result_number", ({ number }) => number),
    ...fieldColumns<PeriodResult>(resultSchema, ({ answered }) => answered?.result ?? null),
    csvColumn("no_rate", ({ answered }) => answered?.outcome.noRate?.code),
    csvColumn("change", changeWord),
    csvColumn("payment_rate_before", ({ change }) => change?.payment_rate.before),
    csvColumn("no_rate_before", ({ change }) => change?.no_rate.before),
    csvColumn("changed_inputs", ({ change }) => change?.inputs.map(inputText)),
    csvColumn("changed_fields", ({ change }) => change?.fields.map(beforeAndAfter)),
    csvColumn("next_to", () => nextTo),
  ];
  return csvInSlices(columns, periods.flatMap(rowsOf));
}

function rowsOf(period: HistoryPeriod): readonly PeriodResult[] {
  const changes = period.changes ?? [];
  const there = period.results.map(
    (answered, place): PeriodResult => ({
      period,
      number: place + 1,
      answered,
      change: changes.find(({ result }) => result === place) ?? null,
    }),
  );
  const gone = changes
    .filter(({ result }) => result === null)
    .map((change): PeriodResult => ({ period, number: null, answered: null, change }));
  return [...there, ...gone];
}

/** Empty where no period before is part of the history. */
function changeWord({ period: { changes }, change }: PeriodResult): string | null {
  if (changes === null) return null;
  if (change === null) return "unchanged";
  if (change.result === null) return "gone";
  return change.previous_result === null ? "new" : "changed";
}

function inputText({ name, before, after }: ResultChange["inputs"][number]): string {
  return beforeAndAfter({ name, before: before?.value, after: after?.value });
}

/** `conversion factor: 10.00 -> 10.50`; nothing stands where there is no value. */
function beforeAndAfter(changed: { readonly name: string; readonly before: unknown; readonly after: unknown }): string {
  return `${changed.name}: ${valueText(changed.before)} -> ${valueText(changed.after)}`;
}
