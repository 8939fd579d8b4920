import { detached } from "../text/tables/detached.ts";

/** Texts of a column that are numbered: every open release keeps them in memory, for each thread. */
const NUMBERED_MAX = 2_048;

/** By so many texts a column shows whether they come again; one of NPIs or street addresses is given up here. */
const TRIED_MAX = 512;

/**
 * Numbers the texts of a column as they first come (a dictionary), so that rows hold a number for a city or a type. Where
 * there are more texts than may be numbered, those that come first are: the common ones come early.
 */
export class RepeatedCells {
  readonly texts: string[] = [];
  #numbers: Map<string, number> | null = new Map();
  #repetitions = 0;

  /** The number that stands for a cell, or the cell itself when it has none. */
  numbered(cell: string): number | string {
    const known = this.#numbers?.get(cell);
    if (known !== undefined) {
      this.#repetitions += 1;
      return known;
    }
    if (this.#numbers === null || this.texts.length >= NUMBERED_MAX) return cell;
    if (this.texts.length >= TRIED_MAX && this.#repetitions < this.texts.length) {
      this.#numbers = null;
      return cell;
    }
    const text = detached(cell);
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
