import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { type Cells, lineOf } from "./cells.ts";

/** Text gathered before it is written: few system calls, little memory. */
const GATHERED_CHARACTERS = 1 << 20;

/** A canonical table on its way to the disk, row by row. */
export class TableFile {
  readonly #header: readonly string[];
  readonly #out: WriteStream;
  #text: string;

  constructor(folder: string, table: string, header: readonly string[]) {
    this.#header = header;
    this.#out = createWriteStream(join(folder, `${table}.csv`));
    this.#text = `${header.join(",")}\n`;
  }

  /** Waits when the disk is slower than the generator. */
  async add(rows: readonly Cells[]): Promise<void> {
    for (const row of rows) this.#text += lineOf(this.#header, row);
    if (this.#text.length < GATHERED_CHARACTERS) return;
    const isTaken = this.#out.write(this.#text);
    this.#text = "";
    if (!isTaken) await once(this.#out, "drain");
  }

  async close(): Promise<void> {
    this.#out.end(this.#text);
    await once(this.#out, "finish");
  }
}
