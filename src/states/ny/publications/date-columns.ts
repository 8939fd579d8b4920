import { type Day, dayBefore } from "../../../calendar/day.ts";
import { date } from "../../../imports/declaring/conversions.ts";
import type { HeadedCell } from "../../../imports/declaring/fields.ts";

const DAY =
  /[0-9]{1,2}\/[0-9]{1,2}\/(?:[0-9]{4}|[0-9]{2})|[0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z]{3,9}\.? [0-9]{1,2}, ?[0-9]{4}/i;

/** The headings of columns that hold from a day on, such as `Effective 4/1/2022`. */
export const DATE_COLUMN = DAY;

export interface DatedValue {
  readonly start: Day;
  /** Null for the newest column. */
  readonly end: Day | null;
  readonly value: string;
}

/**
 * What the columns of a row say, each until the day before the next one begins, whatever their order. An empty cell says
 * that there is nothing, so it ends the column before it all the same.
 */
export function datedValues(cells: readonly HeadedCell[]): readonly DatedValue[] {
  const columns = cells
    .map(({ heading, value }) => ({ start: startOf(heading), value }))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  return columns.flatMap(({ start, value }, index) => {
    const next = columns[index + 1];
    return value === null ? [] : [{ start, value, end: next === undefined ? null : dayBefore(next.start) }];
  });
}

/** Footnote marks after the date are not part of it. */
function startOf(heading: string): Day {
  const written = DAY.exec(heading.replace(/\s+/g, " "))?.[0] ?? heading;
  const day = date(written);
  if (typeof day === "string") return day as Day;
  throw new Error(`The heading ${JSON.stringify(heading)} names no day.`);
}
