import { type Cell, type CellStyle, cell, type Row } from "../../core/workbook/cell.ts";

/** The grid of the page: a label, a count, amounts, and words in what is left. */
export class SummaryPage {
  readonly #columns: number;

  constructor(amounts: number) {
    this.#columns = 3 + amounts;
  }

  /** A text over all columns from a place on. */
  wide(style: CellStyle, text: string, from = 0): Cell {
    const span = this.#columns - from;
    return span > 1 ? { style, text, span } : { style, text };
  }

  headings(...texts: readonly string[]): Row {
    const last = texts.length - 1;
    return texts.map((text, place) => (place === last ? this.wide("heading", text, last) : { style: "heading", text }));
  }

  /** A label, lines, dollars and words. */
  counted(what: string, lines: number, amount: string | null, words: string): Row {
    return [
      cell("wrapped", what),
      cell("count", String(lines)),
      cell("money", amount),
      words === "" ? null : this.wide("wrapped", words, 3),
    ];
  }

  fact(what: string, text: string): Row {
    return [cell("strong", what), this.wide("wrapped", text, 1)];
  }
}
