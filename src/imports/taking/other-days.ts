import { failure } from "../../runtime/failure.ts";
import { snakeCase } from "../../text/spelling.ts";
import type { Opening } from "../declaring/intake.ts";
import type { Section } from "../declaring/publication.ts";
import type { ReadFrom } from "../layout/binding.ts";
import { isOfOtherDays } from "../layout/dated-columns.ts";

/** Fields whose columns may be for other days: their reader sees the headings. */
const READ_BY_DATE: readonly string[] = ["dated", "rest"];

/**
 * Refuses a column whose heading names other days than the edition's: its rates would be put under days that they are not for.
 */
export function refuseOtherDays(
  { place, isByHeadings, fields }: ReadFrom,
  { fields: declared }: Section,
  { asOf, period }: Pick<Opening, "asOf" | "period">,
): void {
  if (!isByHeadings) return;
  const dated = Object.keys(declared).filter((name) => READ_BY_DATE.includes(declared[name]?.where.kind ?? ""));
  const datedFields = new Set(dated.map(snakeCase));
  for (const { field, columns } of fields) {
    if (datedFields.has(field)) continue;
    const other = columns.find(({ heading }) => heading !== null && isOfOtherDays(heading, asOf, period));
    if (other === undefined) continue;
    throw failure(
      `${place}: ${field} would be read from ${JSON.stringify(other.heading)} (column ${other.column}), but the edition is as of ${asOf}. Name the column of that day as "${field}" in a mapping file, or give the day of this column with --as-of; where the heading means something else, write "as_of_text": null into the mapping file: see --template and --map`,
    );
  }
}
