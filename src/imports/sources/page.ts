import { Parser } from "htmlparser2";
import { failure } from "../../reading/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import { decoded } from "./decoding.ts";
import { type RowSource, rowsInMemory } from "./row.ts";

/** A page is read whole; one with rate tables has some hundred kilobytes. */
const PAGE_BYTES_MAX = 32 * 1024 * 1024;
/** What a cell may span; wider ones are mistakes of the page. */
const SPAN_MAX = 200;

interface OpenTable {
  readonly rows: string[][];
  /** By row and column: texts of cells above that reach down to here. */
  readonly reachingDown: Map<string, string>;
}

interface OpenCell {
  text: string;
  readonly columns: number;
  readonly rows: number;
}

/** The tables of a web page; a cell that spans several places stands in each of them. */
export async function pageTables(source: ByteSource): Promise<readonly RowSource[]> {
  if (source.bytes > PAGE_BYTES_MAX) throw failure(`the page has more than ${PAGE_BYTES_MAX} bytes that can be read`);
  const bytes = await allBytes(source);
  const tables = tablesIn(decoded(bytes, 0, bytes.length));
  return tables.map(({ rows }, index) => rowsInMemory(`table ${index + 1}`, rows));
}

function tablesIn(html: string): OpenTable[] {
  const finished: OpenTable[] = [];
  const open: OpenTable[] = [];
  let cell: OpenCell | null = null;

  function endCell(): void {
    const table = open.at(-1);
    if (cell !== null && table !== undefined) place(table, { ...cell, text: cell.text.replace(/\s+/g, " ").trim() });
    cell = null;
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "table") {
        open.push({ rows: [], reachingDown: new Map() });
      } else if (name === "tr") {
        endCell();
        open.at(-1)?.rows.push([]);
      } else if (name === "td" || name === "th") {
        endCell();
        cell = { text: "", columns: span(attributes.colspan), rows: span(attributes.rowspan) };
      } else if (cell !== null && (name === "br" || name === "p" || name === "div")) {
        cell.text += " ";
      }
    },
    ontext(text) {
      if (cell !== null) cell.text += text;
    },
    onclosetag(name) {
      if (name === "td" || name === "th" || name === "tr") endCell();
      if (name !== "table") return;
      endCell();
      const table = open.pop();
      if (table !== undefined) finished.push(table);
    },
  });
  parser.write(html);
  parser.end();
  return finished;
}

function span(written: string | undefined): number {
  const value = Number(written ?? 1);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, SPAN_MAX) : 1;
}

function place({ rows, reachingDown }: OpenTable, { text, columns, rows: height }: OpenCell): void {
  const row = rows.at(-1);
  if (row === undefined) return;
  const number = rows.length - 1;
  for (let above = reachingDown.get(`${number}:${row.length}`); above !== undefined; ) {
    row.push(above);
    above = reachingDown.get(`${number}:${row.length}`);
  }
  for (let column = 0; column < columns; column += 1) {
    for (let down = 1; down < height; down += 1) reachingDown.set(`${number + down}:${row.length}`, text);
    row.push(text);
  }
}
