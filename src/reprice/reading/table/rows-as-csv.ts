import type { SourceRow } from "../../../imports/sources/row.ts";
import { csvCell } from "../../../text/csv/csv-cell.ts";
import { lineFeedsIn } from "../../../text/csv/line-feeds.ts";

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
    let record = "";
    for (let index = 0; index < width; index += 1) {
      const cell = row.cell(index);
      record += index === 0 ? "" : ",";
      if (isHeadings) record += csvCell(oneLine(cell));
      else record += !isSheet && isStrayQuote(cell) ? ` ${cell}` : csvCell(cell);
    }
    const text = `${"\n".repeat(Math.max(row.number - this.#nextLine, 0))}${record}\n`;
    this.#nextLine = row.number + 1 + (isSheet ? 0 : lineFeedsIn(record));
    return text;
  }
}

/**
 * A quote that was opened and closed lines later, with more text after it, was hardly meant: the lines between are lookups of
 * their own. The quote is left as it is, behind a space, where no record can be made of it: its line is a fault, and the next
 * ones are read by themselves.
 */
function isStrayQuote(cell: string): boolean {
  return cell.startsWith('"') && cell.includes("\n");
}

/** A heading that is broken to fit its column is the same one. */
function oneLine(heading: string): string {
  return heading.replace(/\s+/g, " ");
}
