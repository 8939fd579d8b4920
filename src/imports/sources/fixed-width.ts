import { failure } from "../../runtime/failure.ts";
import { decoded } from "./decoding.ts";
import type { SourceRow } from "./row.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Fixed-width lines are a few hundred characters; a file without line ends is something else. */
const LINE_BYTES_MAX = 1 << 16;

/** Reads lines of fixed-width text: a row is one cell, its blanks kept, since they hold the others in place. */
export class FixedWidthReader implements SourceRow {
  readonly width = 1;
  readonly #onRow: (row: SourceRow) => "more" | "enough";
  #unfinished: Buffer = Buffer.alloc(0);
  #text = "";
  #line = 0;
  #hasEnough = false;

  constructor(onRow: (row: SourceRow) => "more" | "enough") {
    this.#onRow = onRow;
  }

  get number(): number {
    return this.#line;
  }

  /** The line that the next bytes belong to. */
  get unfinishedLine(): number {
    return this.#line + 1;
  }

  cell(index: number): string {
    return index === 0 ? this.#text : "";
  }

  get isBlank(): boolean {
    return this.#text.trim() === "";
  }

  read(chunk: Buffer): "more" | "enough" {
    const bytes = Buffer.concat([this.#unfinished, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0 && !this.#hasEnough; end = bytes.indexOf(LINE_FEED, start)) {
      this.#readLine(bytes, start, end);
      start = end + 1;
    }
    this.#unfinished = bytes.subarray(start);
    if (this.#unfinished.length > LINE_BYTES_MAX) {
      throw failure(
        `line ${this.#line + 1} is longer than ${LINE_BYTES_MAX} bytes: this is no fixed-width text; download the file again`,
      );
    }
    return this.#hasEnough ? "enough" : "more";
  }

  end(): void {
    if (!this.#hasEnough && this.#unfinished.length > 0) this.#readLine(this.#unfinished, 0, this.#unfinished.length);
  }

  #readLine(bytes: Buffer, start: number, end: number): void {
    this.#line += 1;
    this.#text = decoded(bytes, start, bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
    if (this.#text.trim() !== "") this.#hasEnough = this.#onRow(this) === "enough";
  }
}
