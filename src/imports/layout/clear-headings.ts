import { failure } from "../../runtime/failure.ts";
import { snakeCase } from "../../text/spelling.ts";
import type { Whereabouts } from "../declaring/fields.ts";
import { type Binding, columnsRead } from "./binding.ts";
import { withoutEditionWords } from "./edition-words.ts";
import { columnLetters, FoldedHeadings, isSpelled } from "./headings.ts";

/** Enough headings to see what is meant, on one line. */
const HEADINGS_SHOWN = 12;

/** Where a field stands that is found by headings. */
type HeadedPlace = Extract<Whereabouts, { readonly kind: "heading" | "numbered" | "rest" }>;

/**
 * Refuses a row of headings that can be read in two ways: a heading of a field that stands twice, or another column that fits the field as
 * well, such as `Current Rate` beside `New Rate`, or `Rate` beside `Rate Effective 1/1/2026`. A mapping file says which of them is meant.
 */
export function refuseUnclear(binding: Binding, row: readonly string[], place: string): void {
  const headings = new FoldedHeadings(row);
  const taken = new Set(Object.values(binding).flatMap(columnsRead));
  const others = row.flatMap((heading, column) =>
    taken.has(column) || heading === "" ? [] : [{ column, readings: withoutEditionWords(heading) }],
  );
  for (const [name, { field, columns }] of Object.entries(binding)) {
    const { where } = field;
    if (where.kind !== "heading" && where.kind !== "numbered" && where.kind !== "rest") continue;
    if (where.kind !== "rest") {
      for (const column of columns) {
        const again = headings.sameAs(column).find((each) => !taken.has(each));
        if (again !== undefined) throw standsTwice(name, row, [column, again], place);
      }
    }
    for (const column of columns) {
      const rivals = rivalsOf(where, column, headings, others);
      if (rivals.length > 0) throw severalFit(name, where, row, [column, ...rivals], place);
    }
  }
}

/** A column that no field is read from, and its heading without the words that tell its edition. */
interface OtherColumn {
  readonly column: number;
  readonly readings: readonly string[];
}

/** The other columns that a field could have been read from in place of this one. */
function rivalsOf(
  where: HeadedPlace,
  column: number,
  headings: FoldedHeadings,
  others: readonly OtherColumn[],
): readonly number[] {
  const isOfOtherEdition = ({ readings }: OtherColumn) => readings.some((each) => headings.isSame(each, column));
  if (where.kind !== "heading") return where.named === undefined ? others.filter(isOfOtherEdition).map(placeOf) : [];
  if (where.named !== undefined && headings.fits(where.named, column)) return [];
  const first = where.spellings.find((spelling) => headings.fits(spelling, column));
  const spellings = where.inOrder === true && first !== undefined ? [first] : where.spellings;
  const fitting = new Set(headings.fitting(spellings));
  const fits = (each: OtherColumn) =>
    fitting.has(each.column) ||
    isOfOtherEdition(each) ||
    each.readings.some((reading) => spellings.some((spelling) => isSpelled(reading, spelling)));
  return others.filter(fits).map(placeOf);
}

function placeOf({ column }: OtherColumn): number {
  return column;
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
