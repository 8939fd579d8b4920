import { snakeCase } from "../../names/spelling.ts";
import { failure } from "../../reading/failure.ts";
import type { Fields } from "../declaring/fields.ts";
import type { Binding } from "./binding.ts";
import { columnLetters, foldHeading } from "./headings.ts";

/** Dates as publications print them over columns, whether or not they can be read as one. */
const LOOKS_LIKE_DATE =
  /^\W*(?:eff(?:ective)?\.?(?: date)?:?\s*)?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[\s,-]*[0-9]{1,2}(?:[\s,-]+[0-9]{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[\s,-]*[0-9]{4}|[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}|[0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])/i;
/** How such columns are headed where a layout has columns by date. */
const DATES = ["4/1/2022", "2022-04-01", "April 1, 2022"];

/**
 * Refuses a row of headings that can be understood in two ways, or in which something would be passed over without a word:
 * a heading that a field looks for and that stands twice, a date over a column that the layout cannot read as one.
 */
export function refuseUnclear(fields: Fields, binding: Binding, row: readonly string[], place: string): void {
  const taken = new Set(Object.values(binding).flatMap(({ columns }) => columns));
  refuseRepeated(binding, row, taken, place);
  refuseUnreadDates(fields, row, taken, place);
}

function refuseRepeated(binding: Binding, row: readonly string[], taken: ReadonlySet<number>, place: string): void {
  const folded = row.map(foldHeading);
  for (const [name, { field, columns }] of Object.entries(binding)) {
    if (field.where.kind !== "heading" && field.where.kind !== "numbered") continue;
    for (const column of columns) {
      const wanted = folded[column];
      const again = folded.findIndex((each, at) => each !== "" && each === wanted && !taken.has(at));
      if (again < 0) continue;
      const both = [column, again].sort((a, b) => a - b).map(columnLetters);
      throw failure(
        `${place}: the heading ${JSON.stringify(row[column])} stands twice, over columns ${both.join(" and ")}; say which of them ${snakeCase(name)} is in a mapping file, as "column ${both[0]}": see --template and --map`,
      );
    }
  }
}

function refuseUnreadDates(fields: Fields, row: readonly string[], taken: ReadonlySet<number>, place: string): void {
  const isByDate = Object.values(fields).some(
    ({ where }) => where.kind === "rest" && DATES.some((date) => where.matching.test(date)),
  );
  if (!isByDate) return;
  const unread = row.findIndex((heading, at) => !taken.has(at) && LOOKS_LIKE_DATE.test(heading));
  if (unread < 0) return;
  throw failure(
    `${place}: column ${columnLetters(unread)} is headed ${JSON.stringify(row[unread])}, which looks like a date and cannot be read as one; expected one such as ${DATES.join(", ")}`,
  );
}
