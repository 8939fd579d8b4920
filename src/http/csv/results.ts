import { csvOf, fieldColumns } from "../../answers/csv-table.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { WrittenResult } from "../../pricing/result.ts";

/** A lookup: one row for each result, with the fields of the result. */
export function resultsCsv({ resultSchema }: RateLookup, results: readonly WrittenResult[]): string {
  return csvOf(
    fieldColumns<WrittenResult>(resultSchema, ({ result }) => result),
    results,
  );
}
