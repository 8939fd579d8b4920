import { readFile } from "node:fs/promises";
import { readHeader } from "../reading/header.ts";
import { type InputFile, openInput } from "../reading/input-file.ts";
import { type PlacedRecord, recordsIn } from "./records.ts";

// Rows of finished results by the lines of the file. An index has the place of every few hundredth row, so that a row is found
// without reading what is before it.

/** A row's line and its place in the results. */
type IndexedRow = readonly [line: number, offset: number];

/** A block of rows between two entries is read at once: some hundred kilobytes. */
const ROWS_PER_ENTRY = 500;

/** The index, gathered while the results are read. */
export class RowIndex {
  readonly #rows: IndexedRow[] = [];
  #count = 0;

  add(line: number, offset: number): void {
    if (this.#count % ROWS_PER_ENTRY === 0) this.#rows.push([line, offset]);
    this.#count += 1;
  }

  get rows(): readonly IndexedRow[] {
    return this.#rows;
  }
}

/** One line of the file with its result. */
export interface ResultRow {
  readonly line: number;
  /** The place of the result that the row shows. */
  readonly shown: number;
  /** The columns of the file, each with its heading. */
  readonly sent: readonly (readonly [heading: string, value: string])[];
  /** A column of ours by its name; empty when there is none. */
  readonly ours: (name: string) => string;
}

/** The first of our columns, whatever prefix it has beside the file's own. */
const FIRST_OF_OURS = /^(?:result_)*input_line$/;
const PREFIX = "result_";
/** Names of ours that begin like the prefix. */
const NOT_PREFIXED: readonly string[] = ["result_number", "result_count"];

/** The rows of lines, in the order of the file; a line that has none is left out. Throws when a file is missing. */
export async function resultRows(
  results: string,
  index: string,
  lines: ReadonlySet<number>,
): Promise<readonly ResultRow[]> {
  const entries = JSON.parse(await readFile(index, "utf8")) as readonly IndexedRow[];
  const file = await openInput(results);
  try {
    const { names } = await readHeader(file, () => 0);
    const found: ResultRow[] = [];
    for (const [place, [first, offset]] of entries.entries()) {
      const [after, end] = entries[place + 1] ?? [Number.POSITIVE_INFINITY, file.size];
      const wanted = new Set([...lines].filter((line) => line >= first && line < after));
      if (wanted.size > 0) found.push(...(await rowsIn(file, offset, end, names, wanted)));
    }
    return found;
  } finally {
    await file.close();
  }
}

async function rowsIn(
  file: InputFile,
  offset: number,
  end: number,
  names: readonly string[],
  wanted: ReadonlySet<number>,
): Promise<readonly ResultRow[]> {
  const start = names.findLastIndex((name) => FIRST_OF_OURS.test(name));
  const bytes = await file.read(offset, end - offset);
  const rows: ResultRow[] = [];
  for (const { cells } of recordsIn(bytes, offset)) {
    if (wanted.has(Number(cells[start]))) rows.push(rowOf(cells, names, start));
  }
  return rows;
}

function rowOf(cells: PlacedRecord["cells"], names: readonly string[], start: number): ResultRow {
  const places = new Map(names.slice(start).map((name, place) => [withoutPrefix(name), start + place]));
  const ours = (name: string) => cells[places.get(name) ?? -1] ?? "";
  return {
    line: Number(cells[start]),
    shown: Math.max(Number(ours("result_number")) - 1, 0),
    sent: names.slice(0, start).map((name, place) => [name, cells[place] ?? ""] as const),
    ours,
  };
}

/** A column of ours has a prefix where the file has its name already. */
function withoutPrefix(name: string): string {
  if (NOT_PREFIXED.includes(name) || !name.startsWith(PREFIX)) return name;
  return withoutPrefix(name.slice(PREFIX.length));
}
