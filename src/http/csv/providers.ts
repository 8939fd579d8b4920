import { csvColumn, csvInSlices, fieldColumns } from "../../answers/csv-table.ts";
import type { ProviderSearch, SearchAnswer } from "../../pricing/provider-search.ts";
import type { Result } from "../../pricing/result.ts";

/** A provider search: one row for each record, and in each how many there are in all, so that a list that was cut shows it. */
export function providersCsv({ recordSchema }: ProviderSearch, answer: SearchAnswer): Promise<string> {
  return csvInSlices(
    [
      ...fieldColumns<Result>(recordSchema, (record) => record),
      csvColumn("total_results", () => answer.total_results),
      csvColumn("limit_applied", () => answer.limit_applied),
    ],
    answer.providers,
  );
}
