import type { RateLookup } from "../../pricing/lookup.ts";
import type { Result, WrittenResult } from "../../pricing/result.ts";
import type { ObjectSchema } from "../../pricing/result-fields.ts";
import { type CsvColumn, csvColumn, csvOf } from "./table.ts";

/** The fields of a declared object, in its order; empty where there is no object. */
export function fieldColumns<Row>(
  schema: ObjectSchema,
  objectOf: (row: Row) => Result | null,
): readonly CsvColumn<Row>[] {
  return Object.keys(schema.properties).map((name) => csvColumn(name, (row) => objectOf(row)?.[name]));
}

/** A lookup: one row for each result, with the fields of the result. */
export function resultsCsv({ resultSchema }: RateLookup, results: readonly WrittenResult[]): string {
  return csvOf(
    fieldColumns<WrittenResult>(resultSchema, ({ result }) => result),
    results,
  );
}
