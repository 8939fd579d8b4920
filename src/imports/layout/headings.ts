import type { Spelling } from "../declaring/fields.ts";
import { withoutEditionWords } from "./edition-words.ts";

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
  /** Headings without the words that tell their editions, once they are needed. */
  readonly #readings = new Map<number, readonly string[]>();
  /** Columns by these: a row may have thousands of columns, each of which is looked up among all others. */
  #byReading: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(row: readonly string[]) {
    this.#row = row;
    this.#folded = row.map(foldHeading);
  }

  /** The columns with the heading of one of them. */
  sameAs(column: number): readonly number[] {
    const wanted = this.#folded[column];
    return this.#columns((each) => each !== column && this.#folded[each] === wanted && wanted !== "");
  }

  /** The columns that have the heading of one of them but for the words that tell their editions. */
  otherEditionsOf(column: number): readonly number[] {
    this.#byReading ??= this.#columnsByReading();
    return this.#byReading.get(this.#folded[column] ?? "")?.filter((each) => each !== column) ?? [];
  }

  /** The columns that fit any of some spellings, as they stand or but for the words that tell their editions. */
  fitting(spellings: readonly Spelling[]): readonly number[] {
    return this.#columns((column) =>
      [this.#row[column] ?? "", ...this.#readingsOf(column)].some((reading) =>
        spellings.some((spelling) => isSpelled(reading, spelling)),
      ),
    );
  }

  #columnsByReading(): ReadonlyMap<string, readonly number[]> {
    const columns = new Map<string, number[]>();
    for (const column of this.#row.keys()) {
      for (const reading of new Set(this.#readingsOf(column).map(foldHeading))) {
        const same = columns.get(reading);
        if (same === undefined) columns.set(reading, [column]);
        else same.push(column);
      }
    }
    return columns;
  }

  #readingsOf(column: number): readonly string[] {
    const known = this.#readings.get(column);
    if (known !== undefined) return known;
    const readings = withoutEditionWords(this.#row[column] ?? "");
    this.#readings.set(column, readings);
    return readings;
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
