import { createHash } from "node:crypto";
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { writeWhole } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { csvCell } from "../../core/text/csv.ts";
import { CsvReader } from "../../dataset/csv.ts";
import { unprepared } from "./staging.ts";

/** Large enough to be worth a system call. */
const BUFFER_LENGTH = 1 << 18;

/** A CSV file being written (conventions 7), and the hash of its content. */
export class CsvFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #hash = createHash("sha256");
  #text = "";
  #nextLine = 1;
  rowCount = 0;
  /** The line on which the last row starts: a cell may contain line feeds. */
  line = 0;

  constructor(path: string, header: readonly string[]) {
    this.#path = path;
    this.#descriptor = opened(path);
    this.#write(header);
  }

  row(cells: readonly (string | null)[]): void {
    this.rowCount += 1;
    this.#write(cells);
  }

  /** Completes the file; returns the hash of its bytes. */
  close(): string {
    try {
      this.#flush();
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw unprepared(this.#path, error);
    } finally {
      closeSync(this.#descriptor);
    }
    return this.#hash.digest("hex");
  }

  #write(cells: readonly (string | null)[]): void {
    let line = "";
    for (let index = 0; index < cells.length; index += 1) {
      if (index > 0) line += ",";
      line += csvCell(cells[index] ?? "");
    }
    this.line = this.#nextLine;
    this.#nextLine += line.includes("\n") ? line.split("\n").length : 1;
    // A row of one empty cell would be a blank line, which readers skip.
    this.#text += line === "" ? '""\n' : `${line}\n`;
    if (this.#text.length >= BUFFER_LENGTH) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text, "utf8");
    this.#hash.update(bytes);
    this.#text = "";
    try {
      writeWhole(this.#descriptor, bytes);
    } catch (error) {
      throw unprepared(this.#path, error);
    }
  }
}

function opened(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, "w");
  } catch (error) {
    throw unprepared(path, error);
  }
}

/** Reads a CSV file of a dataset: the cells of the requested columns, empty when the file lacks a column. */
export async function readCsvRows(
  path: string,
  wanted: readonly string[],
  onRow: (cells: readonly string[]) => void,
): Promise<void> {
  let places: readonly number[] | null = null;
  const reader = new CsvReader({
    record(cells) {
      if (places === null) places = wanted.map((name) => cells.indexOf(name));
      else onRow(places.map((place) => cells[place] ?? ""));
    },
    fault(line, reason) {
      throw failure(`${path}, line ${line}: ${reason}. Import that edition again.`);
    },
  });
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) reader.read(chunk);
  reader.end();
}
