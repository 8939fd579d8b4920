import { failure } from "../../runtime/failure.ts";
import type { DeclaredFields } from "../declaring/fields.ts";
import type { Section } from "../declaring/publication.ts";
import type { SourceRow } from "../sources/row.ts";
import { type Attempt, type Binding, bind } from "./binding.ts";
import { refuseUnclear } from "./clear-headings.ts";

/** Preambles are a few rows; a table whose headings come later is another table. */
const HEADER_ROWS_MAX = 50;
/** Enough headings to recognise a file by, in a message of one line. */
const HEADINGS_SHOWN = 30;
/** Longer texts are no headings; folding one of a megabyte would take minutes. */
const HEADING_CHARACTERS_MAX = 500;
/** Captions and the dates above them take three or four rows at most. */
const ROWS_ABOVE_MAX = 3;

/** Where the fields stand, and the headings over all columns. */
interface FoundHeadings {
  readonly binding: Binding;
  readonly captions: readonly string[];
}

/** Looks for the row of headings among the first rows of a list. */
export class HeaderSearch {
  readonly #fields: DeclaredFields;
  #best: Attempt | null = null;
  #bestRow: readonly string[] = [];
  #rowCount = 0;
  /** The rows directly above, the nearest first. */
  #above: readonly (readonly string[])[] = [];
  #lastRow = 0;
  /** Over how many rows the captions may be spread. */
  readonly #captionRows: number;

  constructor({ fields, captionRows }: Pick<Section, "fields" | "captionRows">) {
    this.#fields = fields;
    this.#captionRows = captionRows;
  }

  /** The binding when this row has all headings; null otherwise. With a place, unclear headings are refused. */
  look(row: SourceRow, place: string | null): FoundHeadings | null {
    this.#rowCount += 1;
    const cells = Array.from({ length: row.width }, (_, index) => row.cell(index).slice(0, HEADING_CHARACTERS_MAX));
    if (row.number !== this.#lastRow + 1) this.#above = [];
    const { attempt, captions } = this.#bestOf(cells);
    this.#above = [cells, ...this.#above].slice(0, ROWS_ABOVE_MAX);
    this.#lastRow = row.number;
    if (attempt.missing.length === 0 && attempt.foundCount > 0) {
      if (place !== null) {
        if (attempt.faults.length > 0) throw failure(`${place}: ${attempt.faults.join("; ")}`);
        refuseUnclear(attempt.binding, captions, place);
      }
      return { binding: attempt.binding, captions };
    }
    const isNearer = this.#best === null || attempt.foundCount > this.#best.foundCount;
    // Of rows that are equally far off, the one that looks most like headings is shown.
    const isWider = attempt.foundCount === this.#best?.foundCount && filled(cells) > filled(this.#bestRow);
    if (isNearer || isWider) {
      this.#best = attempt;
      this.#bestRow = cells;
    }
    return null;
  }

  /** The row by itself, or with as many rows above it as find the most fields. */
  #bestOf(cells: readonly string[]): { readonly attempt: Attempt; readonly captions: readonly string[] } {
    let best = { attempt: bind(this.#fields, cells, this.#above), captions: cells };
    for (let count = 1; count < this.#captionRows && count <= this.#above.length; count += 1) {
      const captions = stacked([...this.#above.slice(0, count).reverse(), cells]);
      const attempt = bind(this.#fields, captions, this.#above.slice(count));
      const { missing, foundCount } = best.attempt;
      if (attempt.missing.length <= missing.length && attempt.foundCount > foundCount) best = { attempt, captions };
    }
    return best;
  }

  get isOver(): boolean {
    return this.#rowCount >= HEADER_ROWS_MAX;
  }

  /** How near the search came: of several sheets, the nearest one explains best what is wrong. */
  get foundCount(): number {
    return this.#best?.foundCount ?? 0;
  }

  /** What was looked for and what was found. */
  explanation(): string {
    const missing = (this.#best ?? bind(this.#fields, [])).missing;
    const headings = this.#bestRow.filter((cell) => cell !== "").map((cell) => JSON.stringify(cell));
    const shown = headings.slice(0, HEADINGS_SHOWN).join(", ");
    const more = headings.length > HEADINGS_SHOWN ? ` and ${headings.length - HEADINGS_SHOWN} more` : "";
    return `no column with the heading ${missing.join(", nor ")}; found ${shown === "" ? "no headings" : shown + more}`;
  }
}

/** Captions that are spread over rows, from top to bottom, each one text; a cell that reaches over several rows is read once. */
export function stacked(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, column) => {
    const words = rows.map((cells) => cells[column] ?? "").filter((text) => text !== "");
    return words.filter((text, index) => text !== words[index - 1]).join(" ");
  });
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== "").length;
}
