import type { Fields } from "../declaring/fields.ts";
import type { SourceRow } from "../sources/row.ts";
import { type Attempt, bind } from "./binding.ts";

/** Preambles are a few rows; a table whose headings come later is another table. */
export const HEADER_ROWS_MAX = 50;
/** Enough headings to recognise a file by, in a message of one line. */
const HEADINGS_SHOWN = 30;
/** Longer texts are no headings; folding one of a megabyte would take minutes. */
const HEADING_CHARACTERS_MAX = 500;

/** Looks for the row of headings among the first rows of a list. */
export class HeaderSearch {
  readonly #fields: Fields;
  #best: Attempt | null = null;
  #bestRow: readonly string[] = [];
  #rowCount = 0;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** The binding when this row has all headings; null otherwise. */
  look(row: SourceRow): Attempt | null {
    this.#rowCount += 1;
    const cells = Array.from({ length: row.width }, (_, index) => row.cell(index).slice(0, HEADING_CHARACTERS_MAX));
    const attempt = bind(this.#fields, cells);
    if (attempt.missing.length === 0 && attempt.foundCount > 0) return attempt;
    const isNearer = this.#best === null || attempt.foundCount > this.#best.foundCount;
    // Of rows that are equally far off, the one that looks most like headings is shown.
    const isWider = attempt.foundCount === this.#best?.foundCount && filled(cells) > filled(this.#bestRow);
    if (isNearer || isWider) {
      this.#best = attempt;
      this.#bestRow = cells;
    }
    return null;
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

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== "").length;
}
