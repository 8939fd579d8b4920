import { type Day, dayBefore, LAST_DAY } from "../../core/calendar/day.ts";
import type { LookupRequest } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { AT_THE_PROVIDER, type Benchmarked, medicareRatio } from "../benchmark/compared.ts";
import type { MedicareSpan } from "../benchmark/schema.ts";
import { type HistoryRequest, WatchedRates } from "./periods.ts";
import type { History, HistoryPeriod } from "./schema.ts";

/**
 * Adds what Medicare pays on the days of each period. Its schedules change on other days than Medicaid's rates, so a period has
 * one span for each of Medicare's prices.
 */
export function withMedicare(
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
