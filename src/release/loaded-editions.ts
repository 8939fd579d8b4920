import { parseIsoDay } from "../calendar/day.ts";
import type { Dated } from "../calendar/period.ts";
import type { Source } from "../dataset/description.ts";
import { type Table, titleOf } from "../dataset/table.ts";

/** The days that the imported editions of a table speak for. Only imports name an edition: rows written by hand have none. */
export function loadedEditions(table: Table, sources: readonly Source[]): readonly Dated[] {
  const { editionDays } = table;
  if (editionDays === undefined) return [];
  const title = titleOf(table);
  return sources.flatMap((source) => {
    const asOf = source.table === title ? parseIsoDay(source.edition ?? "") : null;
    return asOf === null ? [] : [{ period: editionDays(asOf) }];
  });
}
