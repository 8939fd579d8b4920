import type { RateLookup } from "../pricing/lookup.ts";
import type { History } from "./history.ts";

/** A history as JSON; its results are written as the lookup writes them. */
export function historyJson({ periods, nextTo }: History, { resultsJson }: RateLookup): string {
  const written = periods.map(({ start, end, date, results, changes }) => {
    const codes = results.map(({ outcome }) => outcome.noRate?.code ?? null);
    const head = `"start_date":${JSON.stringify(start)},"end_date":${JSON.stringify(end)},"date":${JSON.stringify(date)}`;
    const tail = `"no_rate":${JSON.stringify(codes)},"changes":${JSON.stringify(changes)}`;
    return `{${head},"results":${resultsJson(results)},${tail}}`;
  });
  return `{"periods":[${written.join(",")}],"next_to":${JSON.stringify(nextTo)}}`;
}
