import type { DatedCells, DeclaredFields, Field } from "../declaring/fields.ts";
import type { SourceRow } from "../sources/row.ts";
import type { DatedLayout } from "./dated-columns.ts";
import { columnLetters } from "./headings.ts";

const FIGURE = /^[($-]*\s*[0-9][0-9.,]*[)%]?$/;

/** Converts the text of a cell as its field says. */
type Convert = (field: Field<unknown>, text: string, heading: string) => string | null;
/** Makes the error that refuses a cell. */
type Refuse = (heading: string, value: string, expected: string) => Error;

/** Reads what the dated columns of a row say, date by date from the oldest on. */
export function datedCellsReader(
  parts: DeclaredFields,
  { groups, others }: DatedLayout,
  convert: Convert,
  refuse: Refuse,
): (row: SourceRow) => readonly DatedCells<string>[] {
  const known = new Set(groups.flatMap(({ columns }) => Object.values(columns)));
  return (row) => {
    for (let column = 0; column < row.width; column += 1) {
      if (known.has(column) || others.has(column) || !FIGURE.test(row.cell(column))) continue;
      throw refuse(
        `column ${columnLetters(column)}`,
        row.cell(column),
        "a date and a caption over a column with figures",
      );
    }
    return groups.map(({ period, heading, columns }) => {
      const cells = Object.entries(parts).map(([name, part]) => {
        const column = columns[name];
        return [name, column === undefined ? null : convert(part, row.cell(column), heading)];
      });
      return { period, cells: Object.fromEntries(cells) as Record<string, string | null> };
    });
  };
}
