import { failure } from "../../core/runtime/failure.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { DeclaredFields, Whereabouts } from "../declaring/fields.ts";
import type { Section } from "../declaring/publication.ts";
import type { SourceRow } from "../sources/row.ts";
import { type Attempt, type Binding, bind, columnsRead } from "./binding.ts";
import { columnLetters, FoldedHeadings } from "./headings.ts";

/** Preambles are a few rows; a table with later headings is another table. */
const HEADER_ROWS_MAX = 50;
/** Enough headings to recognise a file in a message of one line. */
const HEADINGS_SHOWN = 30;
/** Longer texts are no headings; folding one of a megabyte would take minutes. */
const HEADING_CHARACTERS_MAX = 500;
/** Captions and the dates above them take three or four rows; those of Medicare's relative values take five. */
const ROWS_ABOVE_MAX = 4;

/** The columns of the fields, and the headings of all columns. */
interface FoundHeadings {
  readonly binding: Binding;
  readonly captions: readonly string[];
}

/** Searches the first rows of a list for the headings. */
export class HeaderSearch {
  readonly #fields: DeclaredFields;
  #best: Attempt | null = null;
  #bestRow: readonly string[] = [];
  #rowCount = 0;
  /** The rows directly above, nearest first. */
  #above: readonly (readonly string[])[] = [];
  #lastRow = 0;
  /** The most rows that captions are spread over. */
  readonly #captionRows: number;

  constructor({ fields, captionRows }: Pick<Section, "fields" | "captionRows">) {
    this.#fields = fields;
    this.#captionRows = captionRows;
  }

  /** The binding when this row has all headings; null otherwise. With a place, ambiguous headings are refused. */
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
    // Of equally good rows, the one that looks most like headings is shown.
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

  /** The score of the best row: of several sheets, the best one explains the problem. */
  get foundCount(): number {
    return this.#best?.foundCount ?? 0;
  }

  /** Missing fields in the best row. */
  get missing(): Attempt["missing"] {
    return (this.#best ?? bind(this.#fields, [])).missing;
  }

  /** The expected and the found headings. */
  explanation(): string {
    const headings = this.#bestRow.filter((cell) => cell !== "").map((cell) => JSON.stringify(cell));
    const shown = headings.slice(0, HEADINGS_SHOWN).join(", ");
    const more = headings.length > HEADINGS_SHOWN ? ` and ${headings.length - HEADINGS_SHOWN} more` : "";
    const missing = this.missing.map(({ text }) => text).join(", nor ");
    return `no column with the heading ${missing}; found ${shown === "" ? "no headings" : shown + more}`;
  }
}

/** Captions over several rows, from top to bottom, each as one text; a cell that spans several rows is read once. */
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

const FITTING_SHOWN = 12;

type HeadingPlace = Extract<Whereabouts, { readonly kind: "heading" }>;
type HeadedPlace = Extract<Whereabouts, { readonly kind: "heading" | "numbered" }>;

/**
 * Refuses ambiguous headings: a field's heading that occurs twice, or another column that fits the field, such as `Current Rate`
 * beside `New Rate`, or `Rate` beside `Rate Effective 1/1/2026`. A mapping file decides.
 */
export function refuseUnclear(binding: Binding, row: readonly string[], place: string): void {
  const headings = new FoldedHeadings(row);
  const taken = new Set(Object.values(binding).flatMap(columnsRead));
  for (const [name, { field, columns }] of Object.entries(binding)) {
    const { where } = field;
    if (where.kind !== "heading" && where.kind !== "numbered") continue;
    for (const column of columns) {
      const again = headings.sameAs(column).find((each) => !taken.has(each));
      if (again !== undefined) throw standsTwice(name, row, [column, again], place);
    }
    for (const column of columns) {
      const rivals = rivalsOf(where, column, headings, taken);
      if (rivals.length > 0) throw severalFit(name, where, row, [column, ...rivals], place);
    }
  }
}

/** Other columns that fit the field. */
function rivalsOf(
  where: HeadedPlace,
  column: number,
  headings: FoldedHeadings,
  taken: ReadonlySet<number>,
): readonly number[] {
  if (where.named !== undefined && (where.kind !== "heading" || headings.fits(where.named, column))) return [];
  const otherEditions = headings.otherEditionsOf(column);
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
    .slice(0, FITTING_SHOWN)
    .map((column) => `${JSON.stringify(row[column])} (column ${columnLetters(column)})`);
  const more = columns.length > FITTING_SHOWN ? ` and ${columns.length - FITTING_SHOWN} more` : "";
  const field = snakeCase(name);
  return failure(
    `${place}: ${columns.length} columns fit ${field}: ${shown.join(", ")}${more}. Write ${MEANT[where.kind]} as "${field}" into a mapping file: see --template and --map`,
  );
}

/** What a mapping file writes for a field, by how its columns are found. */
const MEANT: Readonly<Record<HeadedPlace["kind"], string>> = {
  heading: "the heading of the right one",
  numbered: "the heading of the right ones, with # for the number,",
};
