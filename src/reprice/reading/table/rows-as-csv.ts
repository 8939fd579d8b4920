import type { SourceRow } from "../../../imports/sources/row.ts";
import { csvCell, lineFeedsIn } from "../../../text/csv.ts";

/** How rows are written. */
export interface RowsForm {
  /** The row with the headings; what stands above it is left out. */
  readonly headings: { readonly number: number; readonly width: number };
  /** A sheet has no cells where nothing was typed: its rows are filled up, and its rows are counted whatever is in them. */
  readonly isSheet: boolean;
}

/** Writes rows as records of CSV, each on the line that it has in its file: empty lines stand for what is left out. */
export class RowsAsCsv {
  readonly #form: RowsForm;
  #nextLine = 1;

  constructor(form: RowsForm) {
    this.#form = form;
  }

  textOf(row: SourceRow): string {
    const { headings, isSheet } = this.#form;
    if (row.number < headings.number || row.isBlank) return "";
    const isHeadings = row.number === headings.number;
    const width = !isSheet ? row.width : isHeadings ? headings.width : Math.max(row.width, headings.width);
    const cells = Array.from({ length: width }, (_, index) => row.cell(index));
    const record = isHeadings
      ? cells.map((cell) => csvCell(oneLine(cell))).join(",")
      : row.hasStrayQuote === true
        ? faultyLine(cells)
        : cells.map(csvCell).join(",");
    const text = `${"\n".repeat(Math.max(row.number - this.#nextLine, 0))}${record}\n`;
    this.#nextLine = row.number + 1 + (isSheet ? 0 : lineFeedsIn(record));
    return text;
  }
}

/**
 * A line with a stray quote, written so that it is a fault whatever stands in it: a quote at the beginning of a cell is put behind a
 * space, where it can open nothing. So it never takes the lines after it along.
 */
function faultyLine(cells: readonly string[]): string {
  return cells.join(",").replace(/(^|,)"/g, '$1 "');
}

/** A heading that is broken to fit its column is the same one. */
function oneLine(heading: string): string {
  return heading.replace(/\s+/g, " ");
}
