/*
 * Reads rows of a table straight from the pages of the file (sqlite.org/fileformat, "B-tree Pages"). SQLite takes twice as
 * long, most of it to find the page, which a list of some thousand numbers has at once. For tables whose rows are
 * numbered by their rowid without a gap and have one column besides. Nothing here is trusted: the caller compares each row
 * with its checksum, and what is not found in the expected place is left to SQLite.
 */

/** A file that is read a page at a time: whether all bytes were there. */
export interface PageSource {
  readonly readNow: (into: Buffer, at: number) => boolean;
}

const INTERIOR = 5;
const LEAF = 13;
const CELL_COUNT_AT = 3;
const LAST_CHILD_AT = 8;
const INTERIOR_CELLS_AT = 12;
const LEAF_CELLS_AT = 8;
const POINTER_BYTES = 2;
const CHILD_BYTES = 4;
/** A row that leaves less of its page than this goes on in other pages. */
const OVERFLOW_MARGIN_BYTES = 35;
/** More levels than the b-tree of any file that fits a disk has: a damaged one may lead in a circle. */
const LEVELS_MAX = 10;
const ROWID_MAX = 0xffff_ffff;

/** The pages of one level of a b-tree, in the order of their rows, and the last row of each. */
interface Level {
  readonly pages: readonly number[];
  readonly lastRows: readonly number[];
}

/** Where a table begins, from `sqlite_master`, and how many pages of what size the file has. */
export interface TablePlace {
  readonly pageBytes: number;
  readonly pageCount: number;
  readonly rootPage: number;
}

export class TablePages {
  readonly #source: PageSource;
  readonly #page: Buffer;
  readonly #pages: Uint32Array;
  readonly #lastRows: Uint32Array;
  /** The page that is in `#page`: rows that are read together often stand together. */
  #pageHeld = 0;

  constructor(source: PageSource, { pageBytes, pageCount, rootPage }: TablePlace) {
    this.#source = source;
    this.#page = Buffer.allocUnsafeSlow(pageBytes);
    const { pages, lastRows } = this.#leaves(rootPage, pageCount);
    this.#pages = Uint32Array.from(pages);
    this.#lastRows = Uint32Array.from(lastRows);
  }

  /** The bytes of a row's column, valid until the next row is read; null when they are not where they should be. */
  find(row: number): Buffer | null {
    const leaf = this.#leafOf(row);
    const number = this.#pages[leaf];
    if (number === undefined || !this.#hold(number)) return null;
    const page = this.#page;
    const place = row - 1 - (leaf === 0 ? 0 : (this.#lastRows[leaf - 1] as number));
    if (page[0] !== LEAF || place >= numberAt(page, CELL_COUNT_AT, 2)) return null;
    const record = recordAt(page, numberAt(page, LEAF_CELLS_AT + place * POINTER_BYTES, POINTER_BYTES), row);
    return record === null ? null : page.subarray(record.from, record.to);
  }

  /** The place of the first page whose last row is not before this one. */
  #leafOf(row: number): number {
    let from = 0;
    let to = this.#lastRows.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#lastRows[middle] as number) < row) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #hold(number: number): boolean {
    if (this.#pageHeld === number) return true;
    this.#pageHeld = 0;
    if (!this.#read(number)) return false;
    this.#pageHeld = number;
    return true;
  }

  /** What cannot be read here cannot be read by SQLite either, whose error has the reason. */
  #read(number: number): boolean {
    try {
      return this.#source.readNow(this.#page, (number - 1) * this.#page.length);
    } catch {
      return false;
    }
  }

  /** Goes down the b-tree, a level at a time; no pages when it is not as it should be. */
  #leaves(rootPage: number, pageCount: number): Level {
    const none: Level = { pages: [], lastRows: [] };
    let level: Level = { pages: [rootPage], lastRows: [ROWID_MAX] };
    for (let depth = 0; depth < LEVELS_MAX; depth += 1) {
      if (!this.#read(level.pages[0] as number)) return none;
      if (this.#page[0] === LEAF) return level;
      const next = this.#children(level);
      if (next === null || next.pages.length > pageCount) return none;
      level = next;
    }
    return none;
  }

  #children({ pages, lastRows }: Level): Level | null {
    const children: { readonly pages: number[]; readonly lastRows: number[] } = { pages: [], lastRows: [] };
    const page = this.#page;
    for (const [place, number] of pages.entries()) {
      if (!this.#read(number) || page[0] !== INTERIOR) return null;
      const count = numberAt(page, CELL_COUNT_AT, 2);
      for (let cell = 0; cell < count; cell += 1) {
        const at = numberAt(page, INTERIOR_CELLS_AT + cell * POINTER_BYTES, POINTER_BYTES);
        children.pages.push(numberAt(page, at, CHILD_BYTES));
        children.lastRows.push(varint(page, at + CHILD_BYTES).value);
      }
      children.pages.push(numberAt(page, LAST_CHILD_AT, CHILD_BYTES));
      children.lastRows.push(lastRows[place] as number);
    }
    return children;
  }
}

/** A number of so many bytes, the highest first. What a damaged page leads to may lie behind its end. */
function numberAt(page: Buffer, at: number, byteCount: number): number {
  let number = 0;
  for (let place = at; place < at + byteCount; place += 1) number = number * 256 + (page[place] ?? 0);
  return number;
}

interface Varint {
  readonly value: number;
  readonly end: number;
}

/** A number in groups of seven bits, the highest first, of which all but the last have the eighth bit. */
function varint(page: Buffer, at: number): Varint {
  let end = at;
  let value = 0;
  let byte: number;
  do {
    byte = page[end] ?? 0;
    value = value * 128 + (byte & 127);
    end += 1;
  } while (byte >= 128);
  return { value, end };
}

/** Where the only stored column of a row lies in its page: behind the lengths of row and header, of which it is the rest. */
function recordAt(page: Buffer, at: number, row: number): { readonly from: number; readonly to: number } | null {
  const length = varint(page, at);
  const rowid = varint(page, length.end);
  const header = varint(page, rowid.end);
  const from = rowid.end + header.value;
  const to = rowid.end + length.value;
  const isWhole = length.value <= page.length - OVERFLOW_MARGIN_BYTES && to <= page.length && from <= to;
  return isWhole && rowid.value === row ? { from, to } : null;
}
