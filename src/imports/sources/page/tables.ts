import { failure } from "../../../runtime/failure.ts";
import type { RowInMemory } from "../row.ts";
import type { MarkupReader } from "./markup.ts";
import { type PageCell, PageTable } from "./table.ts";

/** Pages that lay themselves out by tables have some dozens. */
const TABLES_MAX = 10_000;
const NESTED_TABLES_MAX = 50;
/** A page is read whole: its cells are in memory, those that it makes by spanning included. The largest schedule has 400,000. */
const CELLS_MAX = 500_000;
/** As the longest record of a text. */
const CELL_CHARACTERS_MAX = 1 << 20;
/** What a cell may span; wider ones are mistakes of the page. */
const SPAN_MAX = 200;

const REMEDY = "save its table as CSV and use that";
/** Tags that part words. */
const PARTING = new Set(["br", "p", "div"]);
/** Closing one of these ends the cell that is open. */
const ENDING = new Set(["td", "th", "tr", "thead", "tbody", "tfoot", "table"]);

/** Gathers the tables of a page from its tags, closed or not. */
export class PageTables implements MarkupReader {
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

  /** The tables, in the order in which they end. */
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
