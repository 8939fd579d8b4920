import { Tokenizer } from "htmlparser2";
import { failure } from "../../core/runtime/failure.ts";
import { allBytes, type ByteSource, decoded } from "./bytes.ts";
import { COLUMNS_MAX, type RowInMemory, type RowSource, rowsInMemory } from "./row.ts";

/** A page is read whole; one with rate tables has some hundred kilobytes. */
const PAGE_BYTES_MAX = 32 * 1024 * 1024;

/** The tables of a web page; a cell that spans several places is repeated in each. */
export async function pageTables(source: ByteSource): Promise<readonly RowSource[]> {
  const bytes = await allBytes(source, PAGE_BYTES_MAX);
  if (bytes === null) {
    throw failure(`the page has more than ${PAGE_BYTES_MAX} bytes; save its table as CSV and use that`);
  }
  const tables = new PageTables();
  readMarkup(decoded(bytes, 0, bytes.length), tables);
  return tables.end().map(({ rows }, index) => rowsInMemory(`table ${index + 1}`, rows));
}

/** Pages with table layouts have some dozens. */
const TABLES_MAX = 10_000;
const NESTED_TABLES_MAX = 50;
/** The cells of a page are in memory, including those repeated by spans. The largest schedule has 400,000. */
const CELLS_MAX = 500_000;
/** Equal to the longest record of a text. */
const CELL_CHARACTERS_MAX = 1 << 20;
/** The largest span of a cell; wider ones are errors of the page. */
const SPAN_MAX = 200;

const REMEDY = "save its table as CSV and use that";
/** Tags that separate words. */
const PARTING = new Set(["br", "p", "div"]);
/** Closing one of these ends the open cell. */
const ENDING = new Set(["td", "th", "tr", "thead", "tbody", "tfoot", "table"]);

/** Collects the tables of a page from its tags, closed or not. */
class PageTables implements MarkupReader {
  readonly #finished: PageTable[] = [];
  readonly #open: PageTable[] = [];
  #count = 0;
  #cellCount = 0;
  #cell: (PageCell & { text: string }) | null = null;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "table") {
      this.#openTable();
    } else if (name === "tr") {
      this.#endCell();
      this.#open.at(-1)?.startRow();
    } else if (name === "td" || name === "th") {
      this.#endCell();
      this.#cell = { text: "", columns: span(attributes.get("colspan")), rows: span(attributes.get("rowspan")) };
    } else if (PARTING.has(name)) {
      this.text(" ");
    }
  }

  close(name: string): void {
    if (ENDING.has(name)) this.#endCell();
    if (name === "table") this.#closeTable();
    else if (name === "br") this.text(" ");
  }

  text(text: string): void {
    if (this.#cell === null) return;
    this.#cell.text += text;
    if (this.#cell.text.length > CELL_CHARACTERS_MAX) {
      throw failure(`a cell of the page has more than ${CELL_CHARACTERS_MAX} characters; ${REMEDY}`);
    }
  }

  /** The tables, in the order of their ends. */
  end(): readonly { readonly rows: readonly RowInMemory[] }[] {
    this.#endCell();
    while (this.#open.length > 0) this.#closeTable();
    return this.#finished;
  }

  #openTable(): void {
    this.#count += 1;
    if (this.#count > TABLES_MAX) throw failure(`the page has more than ${TABLES_MAX} tables; ${REMEDY}`);
    if (this.#open.length >= NESTED_TABLES_MAX) {
      throw failure(`the page has tables within tables, more than ${NESTED_TABLES_MAX} deep; ${REMEDY}`);
    }
    this.#open.push(new PageTable());
  }

  #closeTable(): void {
    const table = this.#open.pop();
    if (table !== undefined) this.#finished.push(table);
  }

  #endCell(): void {
    const table = this.#open.at(-1);
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null || table === undefined) return;
    this.#cellCount += table.place({ ...cell, text: cell.text.replace(/\s+/g, " ").trim() });
    if (this.#cellCount > CELLS_MAX) {
      throw failure(`the page has more than ${CELLS_MAX} cells, with those that span others; ${REMEDY}`);
    }
  }
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

interface MarkupReader {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Reports the tags and texts of a page in order. A parser would also keep the open elements and search all of them at every closing
 * tag: a page that closes nothing would take hours.
 */
function readMarkup(html: string, reader: MarkupReader): void {
  let name = "";
  let attributes: Map<string, string> | null = null;
  let attribute = "";
  let value = "";
  const slice = (start: number, end: number) => html.slice(start, end);
  const endTag = () => reader.open(name, attributes ?? NO_ATTRIBUTES);
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        name = slice(start, end).toLowerCase();
        attributes = null;
      },
      onattribname(start, end) {
        attribute = slice(start, end).toLowerCase();
        value = "";
      },
      onattribdata(start, end) {
        value += slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        attributes ??= new Map();
        // Of two attributes with one name the first counts.
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (start, end) => reader.close(slice(start, end).toLowerCase()),
      ontext: (start, end) => reader.text(slice(start, end)),
      ontextentity: (codePoint) => reader.text(String.fromCodePoint(codePoint)),
      isInForeignContext: () => false,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
