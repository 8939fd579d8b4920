import { Parser } from "htmlparser2";
import { failure } from "../../core/runtime/failure.ts";
import { allBytes, type ByteSource, decoded } from "./bytes.ts";
import { COLUMNS_MAX, type RowInMemory, type RowSource, rowsInMemory } from "./row.ts";

/** A page is read whole; one with rate tables has some hundred kilobytes. */
const PAGE_BYTES_MAX = 32 * 1024 * 1024;
/** The cells of a page are in memory, including those repeated by spans. The largest schedule has 400,000. */
const CELLS_MAX = 500_000;
/** The largest span of a cell; wider ones are errors of the page. */
const SPAN_MAX = 200;

const REMEDY = "save its table as CSV and use that";
/** Tags that separate words. */
const PARTING = new Set(["br", "p", "div"]);
/** Closing one of these ends the open cell. */
const ENDING = new Set(["td", "th", "tr", "thead", "tbody", "tfoot", "table"]);

/** The tables of a web page, in the order of their ends; a cell that spans several places is repeated in each. */
export async function pageTables(source: ByteSource): Promise<readonly RowSource[]> {
  const bytes = await allBytes(source, PAGE_BYTES_MAX);
  if (bytes === null) throw failure(`the page has more than ${PAGE_BYTES_MAX} bytes; ${REMEDY}`);
  const finished: PageTable[] = [];
  const open: PageTable[] = [];
  let cell: (PageCell & { text: string }) | null = null;
  let cellCount = 0;

  const endCell = () => {
    if (cell !== null) cellCount += open.at(-1)?.place({ ...cell, text: cell.text.replace(/\s+/g, " ").trim() }) ?? 0;
    if (cellCount > CELLS_MAX) {
      throw failure(`the page has more than ${CELLS_MAX} cells, with those that span others; ${REMEDY}`);
    }
    cell = null;
  };
  const addText = (text: string) => {
    if (cell !== null) cell.text += text;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (PARTING.has(name)) addText(" ");
      if (name === "table") open.push(new PageTable());
      if (name === "tr" || name === "td" || name === "th") endCell();
      if (name === "tr") open.at(-1)?.startRow();
      else if (name === "td" || name === "th") {
        cell = { text: "", columns: span(attributes.colspan), rows: span(attributes.rowspan) };
      }
    },
    // A closed form that was opened before a table does not end the table.
    onclosetag(name, isImplied) {
      if (isImplied || !ENDING.has(name)) return;
      endCell();
      if (name === "table") finished.push(...open.splice(-1));
    },
    ontext: addText,
  });
  parser.end(decoded(bytes, 0, bytes.length));
  endCell();
  return [...finished, ...open.reverse()].map(({ rows }, index) => rowsInMemory(`table ${index + 1}`, rows));
}

function span(written: string | undefined): number {
  const value = Number(written ?? 1);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, SPAN_MAX) : 1;
}

interface PageCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

interface Reach {
  readonly text: string;
  readonly lastRow: number;
}

/** A table of a page; only rows with cells are kept. */
class PageTable {
  readonly #rows: RowInMemory[] = [];
  /** The current row. */
  readonly #cells: string[] = [];
  /** By column: the cell above that reaches down furthest. */
  readonly #reachingDown = new Map<number, Reach>();
  #rowNumber = 0;

  get rows(): readonly RowInMemory[] {
    this.#keepRow();
    return this.#rows;
  }

  startRow(): void {
    this.#keepRow();
    this.#rowNumber += 1;
  }

  /** Adds a cell to the current row; returns how many places it fills. */
  place({ text, columns, rows }: PageCell): number {
    const number = this.#rowNumber;
    if (number === 0) return 0;
    const cells = this.#cells;
    const before = cells.length;
    for (let above = this.#above(cells.length); above !== null; above = this.#above(cells.length)) cells.push(above);
    for (let column = 0; column < columns; column += 1) {
      if (rows > 1) this.#reachingDown.set(cells.length, { text, lastRow: number + rows - 1 });
      cells.push(text);
    }
    if (cells.length > COLUMNS_MAX) {
      throw failure(`row ${number} of a table of the page has more than ${COLUMNS_MAX} cells; save the table as CSV`);
    }
    return cells.length - before;
  }

  /** A copy has the exact length: a grown array has spare capacity. */
  #keepRow(): void {
    if (this.#cells.length > 0) this.#rows.push({ number: this.#rowNumber, cells: this.#cells.slice() });
    this.#cells.length = 0;
  }

  #above(column: number): string | null {
    const reach = this.#reachingDown.get(column);
    return reach !== undefined && reach.lastRow >= this.#rowNumber ? reach.text : null;
  }
}
