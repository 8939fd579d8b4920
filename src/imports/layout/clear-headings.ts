import { failure } from "../../runtime/failure.ts";
import { snakeCase } from "../../text/spelling.ts";
import type { Whereabouts } from "../declaring/fields.ts";
import { type Binding, columnsRead } from "./binding.ts";
import { columnLetters, FoldedHeadings } from "./headings.ts";

/** Enough headings to see what is meant, on one line. */
const HEADINGS_SHOWN = 12;

type HeadingPlace = Extract<Whereabouts, { readonly kind: "heading" }>;
/** Where a field stands that is found by headings. */
type HeadedPlace = Extract<Whereabouts, { readonly kind: "heading" | "numbered" | "rest" }>;

/**
 * Refuses a row of headings that can be read in two ways: a heading of a field that stands twice, or another column that fits the field as
 * well, such as `Current Rate` beside `New Rate`, or `Rate` beside `Rate Effective 1/1/2026`. A mapping file says which of them is meant.
 */
export function refuseUnclear(binding: Binding, row: readonly string[], place: string): void {
  const headings = new FoldedHeadings(row);
  const taken = new Set(Object.values(binding).flatMap(columnsRead));
  for (const [name, { field, columns }] of Object.entries(binding)) {
    const { where } = field;
    if (where.kind !== "heading" && where.kind !== "numbered" && where.kind !== "rest") continue;
    for (const column of where.kind === "rest" ? [] : columns) {
      const again = headings.sameAs(column).find((each) => !taken.has(each));
      if (again !== undefined) throw standsTwice(name, row, [column, again], place);
    }
    for (const column of columns) {
      const rivals = rivalsOf(where, column, headings, taken);
      if (rivals.length > 0) throw severalFit(name, where, row, [column, ...rivals], place);
    }
  }
}

/** The other columns that a field could have been read from in place of this one. */
function rivalsOf(
  where: HeadedPlace,
  column: number,
  headings: FoldedHeadings,
  taken: ReadonlySet<number>,
): readonly number[] {
  if (where.named !== undefined && (where.kind !== "heading" || headings.fits(where.named, column))) return [];
  const otherEditions = headings.otherEditionsOf(column);
  // A list of columns may have taken both: that is no less unclear.
  if (where.kind === "rest") return otherEditions;
  const rivals = where.kind === "numbered" ? [] : fittingAsWell(where, column, headings);
  return [...new Set([...rivals, ...otherEditions])].filter((each) => !taken.has(each));
}

function fittingAsWell(where: HeadingPlace, column: number, headings: FoldedHeadings): readonly number[] {
  const first = where.spellings.find((spelling) => headings.fits(spelling, column));
  const spellings = where.inOrder === true && first !== undefined ? [first] : where.spellings;
  return headings.fitting(spellings).filter((each) => each !== column);
}

function standsTwice(name: string, row: readonly string[], columns: readonly number[], place: string): Error {
  const [first, second] = [...columns].sort((a, b) => a - b) as [number, number];
  const [heading, letters] = [JSON.stringify(row[first]), columnLetters(first)];
  return failure(
    `${place}: the heading ${heading} stands twice, over columns ${letters} and ${columnLetters(second)}; say which of them ${snakeCase(name)} is in a mapping file, as "column ${letters}": see --template and --map`,
  );
}

function severalFit(
  name: string,
  where: HeadedPlace,
  row: readonly string[],
  columns: readonly number[],
  place: string,
): Error {
  const shown = [...columns]
    .sort((a, b) => a - b)
    .slice(0, HEADINGS_SHOWN)
    .map((column) => `${JSON.stringify(row[column])} (column ${columnLetters(column)})`);
  const more = columns.length > HEADINGS_SHOWN ? ` and ${columns.length - HEADINGS_SHOWN} more` : "";
  const field = snakeCase(name);
  return failure(
    `${place}: ${columns.length} columns fit ${field}: ${shown.join(", ")}${more}. Write ${MEANT[where.kind]} as "${field}" into a mapping file: see --template and --map`,
  );
}

/** What a mapping file says of a field, by how its columns are found. */
const MEANT: Readonly<Record<HeadedPlace["kind"], string>> = {
  heading: "the heading of the right one",
  numbered: "the heading of the right ones, with # for the number,",
  rest: 'a pattern of all the right ones, such as "/^fee/i",',
};
