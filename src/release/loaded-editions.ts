import { type Day, dayBefore, parseIsoDay } from "../calendar/day.ts";
import type { Dated } from "../calendar/period.ts";
import type { Source } from "../dataset/description.ts";
import { type Table, titleOf } from "../dataset/table.ts";

/**
 * The days that the imported editions of a table speak for. Only imports name an edition: rows written by hand have none. An edition speaks
 * until the next one begins. `endOn`: whether rows end on a day, and nothing follows them.
 */
export function loadedEditions(
  table: Table,
  sources: readonly Source[],
  endOn: (day: Day) => boolean,
): readonly Dated[] {
  const { editionDays } = table;
  if (editionDays === undefined) return [];
  const title = titleOf(table);
  const asOfs = sources.flatMap((source) => {
    const asOf = source.table === title ? parseIsoDay(source.edition ?? "") : null;
    return asOf === null ? [] : [asOf];
  });
  const starts = asOfs.map((asOf) => editionDays.atMost(asOf).start).sort();
  return asOfs.map((asOf) => {
    const { start, end } = editionDays.atMost(asOf);
    const next = starts.find((each) => each > start);
    const last = earlier(end, next === undefined ? null : dayBefore(next));
    const { end: least } = editionDays.atLeast(asOf);
    const isCut = least !== null && (last === null || least < last) && endOn(least);
    return { period: { start, end: isCut ? least : last } };
  });
}

/** Null is no end. */
function earlier(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
