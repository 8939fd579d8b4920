import type { Spelling } from "../declaring/fields.ts";

/** A heading without what editions change at will: case, spaces, punctuation, accents. */
export function foldHeading(heading: string): string {
  return heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
}

/** A heading as patterns see it: lower case, on one line, with spaces where open data portals put underscores. */
function plainHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim();
}

/** Whether a heading is one of that spelling. */
export function isSpelled(heading: string, spelling: Spelling): boolean {
  if (heading === "") return false;
  return spelling instanceof RegExp
    ? spelling.test(plainHeading(heading))
    : foldHeading(heading) === foldHeading(spelling);
}

/** A row of headings, folded once: a layout with many fields looks through all of them for each. */
export class FoldedHeadings {
  readonly #row: readonly string[];
  readonly #folded: readonly string[];

  constructor(row: readonly string[]) {
    this.#row = row;
    this.#folded = row.map(foldHeading);
  }

  /** The columns with the heading of one of them. */
  sameAs(column: number): readonly number[] {
    const wanted = this.#folded[column];
    return this.#columns((each) => each !== column && this.#folded[each] === wanted && wanted !== "");
  }

  /** Whether a text is the heading of a column. */
  isSame(text: string, column: number): boolean {
    return this.#folded[column] !== "" && this.#folded[column] === foldHeading(text);
  }

  /** The columns that fit any of some spellings. */
  fitting(spellings: readonly Spelling[]): readonly number[] {
    return this.#columns((column) => spellings.some((spelling) => this.fits(spelling, column)));
  }

  fits(spelling: Spelling, column: number): boolean {
    return isSpelled(this.#row[column] ?? "", spelling);
  }

  #columns(isMeant: (column: number) => boolean): readonly number[] {
    return this.#row.flatMap((_, column) => (isMeant(column) ? [column] : []));
  }

  /** The first column of that heading that is not claimed yet; -1 when there is none. */
  columnOf(spelling: Spelling, claimed: ReadonlySet<number>): number {
    if (spelling instanceof RegExp) {
      return this.#row.findIndex(
        (heading, column) => heading !== "" && !claimed.has(column) && spelling.test(plainHeading(heading)),
      );
    }
    const wanted = foldHeading(spelling);
    return this.#folded.findIndex(
      (folded, column) => folded === wanted && this.#row[column] !== "" && !claimed.has(column),
    );
  }
}

const LETTER_A = 65;
const LETTERS = 26;

/** The place, from 0, of a column that spreadsheets call `B` or `AC`. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - LETTER_A + 1;
  return index - 1;
}

/** What spreadsheets call a column, by its place from 0. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(LETTER_A + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
}
