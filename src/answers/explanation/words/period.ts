import type { Day } from "../../../core/calendar/day.ts";
import { periodText } from "../../../core/calendar/period.ts";
import type { ExplainedRow } from "../explanation.ts";

/** A period of the record, whose days are plain text. */
export function periodOf(start: string, end: string | null): string {
  return periodText({ start: start as Day, end: end as Day | null });
}

/** The period of a row; null for one that holds at every date. */
export function rowPeriod({ effective_start_date: start, effective_end_date: end }: ExplainedRow): string | null {
  return start === null ? null : periodOf(start, end);
}

/** The columns that a row was found by: `drg 720, soi 4`. */
export function keyText(key: ExplainedRow["key"]): string {
  return Object.entries(key)
    .map(([column, value]) => `${column} ${value ?? "(empty)"}`)
    .join(", ");
}
