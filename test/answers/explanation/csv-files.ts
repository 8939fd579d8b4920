import { readFileSync } from "node:fs";
import { join } from "node:path";

/* The CSV files of a dataset, read in the plainest way: cells by line and column. */

type Cells = ReadonlyMap<string, string>;

/** The cells of a dataset's files by table and line; the header is line 1. */
export class CsvFiles {
  readonly #dataset: string;
  readonly #tables = new Map<string, ReadonlyMap<number, Cells>>();

  constructor(dataset: string) {
    this.#dataset = dataset;
  }

  /** The trimmed cells of a line by their headers; a column that the file leaves out is empty. */
  line(table: string, line: number): Cells {
    const cells = this.#read(table).get(line);
    if (cells === undefined) throw new Error(`${table}.csv has no line ${line}`);
    return cells;
  }

  lines(table: string): readonly Cells[] {
    return [...this.#read(table).values()];
  }

  #read(table: string): ReadonlyMap<number, Cells> {
    let lines = this.#tables.get(table);
    if (lines === undefined) {
      lines = linesOf(contentOf(join(this.#dataset, `${table}.csv`)));
      this.#tables.set(table, lines);
    }
    return lines;
  }
}

/** An optional file may be missing. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function linesOf(content: string): ReadonlyMap<number, Cells> {
  const lines = new Map<number, Cells>();
  let headers: readonly string[] | null = null;
  for (const { number, cells } of records(content.replace(/^\ufeff/, ""))) {
    if (headers === null) headers = cells.map((cell) => cell.trim());
    else lines.set(number, new Map(headers.map((header, place) => [header, (cells[place] ?? "").trim()])));
  }
  return lines;
}

interface Line {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Records of quoted and bare cells, each with the number of its first line. */
function* records(content: string): Generator<Line> {
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let first = 1;
  for (let place = 0; place < content.length; place += 1) {
    const character = content[place] as string;
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content[place + 1] === '"') {
        cell += '"';
        place += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ",") {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") {
      if (cells.length > 0 || cell.trim() !== "") yield { number: first, cells: [...cells, cell] };
      cells = [];
      cell = "";
      first = line;
    } else if (character !== "\r") cell += character;
  }
  if (cells.length > 0 || cell.trim() !== "") yield { number: first, cells: [...cells, cell] };
}
