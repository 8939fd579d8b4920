import { failure } from "../../core/runtime/failure.ts";
import { csvCell, lineFeedsIn } from "../../core/text/csv.ts";
import type { ByteSource } from "../../imports/sources/bytes.ts";
import type { SourceRow } from "../../imports/sources/row.ts";
import { ByteWindow, type InputFile } from "./input-file.ts";

/** Read-ahead limit: memory stays flat however long the file is. Twice the longest record. */
const WINDOW_BYTES = 2 << 20;
/** Rows are collected up to this size before they are encoded. */
const PIECE_CHARACTERS = 64 * 1024;

type MakeText = (add: (text: string) => "more" | "enough") => Promise<void>;

/**
 * A buffer between the conversion of a text and its reading. A full window holds the writer up; what has been read is dropped.
 * Nothing is on disk: a resumed run converts the file again.
 */
export class TextWindow implements InputFile {
  readonly path: string;
  readonly recordsAreLines: boolean;
  #unfinished = "";
  #window = new ByteWindow();
  #make: MakeText | null = null;
  #isOver = false;
  #error: unknown = null;
  #isClosed = false;
  #reading = { done: 0, total: 0 };
  #making: Promise<void> = Promise.resolve();
  #wake: (() => void) | null = null;
  #goOn: (() => void) | null = null;

  constructor(path: string, recordsAreLines: boolean) {
    this.path = path;
    this.recordsAreLines = recordsAreLines;
  }

  get size(): number {
    return this.#isOver ? this.#window.end : Number.POSITIVE_INFINITY;
  }

  get reading(): { readonly done: number; readonly total: number } {
    return this.#reading;
  }

  /** Fills the window with the text that `make` adds until it is enough. `isRepeatable`: it can add the same text again. */
  fill(make: MakeText, isRepeatable: boolean): void {
    this.#make = isRepeatable ? make : null;
    this.#begin(make);
  }

  get rewind(): (() => Promise<void>) | null {
    const make = this.#make;
    return make === null ? null : () => this.#beginAgain(make);
  }

  async #beginAgain(make: MakeText): Promise<void> {
    await this.close();
    this.#window = new ByteWindow();
    this.#unfinished = "";
    this.#reading = { done: 0, total: 0 };
    this.#error = null;
    this.#isOver = false;
    this.#isClosed = false;
    this.#begin(make);
  }

  #begin(make: MakeText): void {
    this.#making = make((text) => this.#add(text))
      .catch((error: unknown) => {
        this.#error = error;
      })
      .then(() => {
        this.#keepPiece();
        this.#isOver = true;
        this.#wakeUp();
      });
  }

  /** Receives how far the file has been read; resolves when there is space for more. */
  async room(done: number, total: number): Promise<void> {
    this.#reading = { done, total };
    if (this.#isClosed || this.#window.length < WINDOW_BYTES) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  async read(offset: number, length: number): Promise<Buffer> {
    this.#forgetBefore(offset);
    while (this.#window.end < offset + length && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#forgetBefore(offset);
    }
    if (this.#window.end < offset + length && this.#error !== null) throw this.#error;
    return this.#window.copied(offset, length);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#letGoOn();
    await this.#making;
  }

  #add(text: string): "more" | "enough" {
    this.#unfinished += text;
    if (this.#unfinished.length >= PIECE_CHARACTERS) this.#keepPiece();
    return this.#isClosed ? "enough" : "more";
  }

  #keepPiece(): void {
    this.#window.add(Buffer.from(this.#unfinished));
    this.#unfinished = "";
    this.#wakeUp();
  }

  #forgetBefore(offset: number): void {
    this.#window.forgetBefore(offset);
    if (this.#window.length < WINDOW_BYTES) this.#letGoOn();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = null;
  }

  #letGoOn(): void {
    this.#goOn?.();
    this.#goOn = null;
  }
}

export interface RowsForm {
  /** The heading row; rows above it are left out. */
  readonly headings: { readonly number: number; readonly width: number };
  /** A sheet has no cells where nothing was typed: its rows are filled up and counted by row. */
  readonly isSheet: boolean;
}

/** Writes rows as CSV records, each on the line number of its file: empty lines replace rows that are left out. */
export class RowsAsCsv {
  readonly #form: RowsForm;
  #nextLine = 1;

  constructor(form: RowsForm) {
    this.#form = form;
  }

  textOf(row: SourceRow): string {
    const { headings, isSheet } = this.#form;
    if (row.number < headings.number || row.isBlank) return "";
    const isHeadings = row.number === headings.number;
    const width = !isSheet ? row.width : isHeadings ? headings.width : Math.max(row.width, headings.width);
    const cells = Array.from({ length: width }, (_, index) => row.cellWithEnds?.(index) ?? row.cell(index));
    const record = isHeadings
      ? cells.map((cell) => csvCell(oneLine(cell))).join(",")
      : row.hasStrayQuote === true
        ? faultyLine(cells)
        : cells.map(csvCell).join(",");
    const text = `${"\n".repeat(Math.max(row.number - this.#nextLine, 0))}${record}\n`;
    this.#nextLine = row.number + 1 + (isSheet ? 0 : lineFeedsIn(record));
    return text;
  }
}

/**
 * A line with a stray quote, written so that it is always rejected: a quote at the beginning of a cell follows a space, where it
 * opens nothing and so cannot swallow the next lines.
 */
function faultyLine(cells: readonly string[]): string {
  return cells.join(",").replace(/(^|,)"/g, '$1 "');
}

/** A heading broken to fit its column is the same heading. */
function oneLine(heading: string): string {
  return heading.replace(/\s+/g, " ");
}

export type Utf16 = "utf-16le" | "utf-16be";

/** The byte order: a mark decides, or the position of the zero beside the first letter. */
export function utf16Of([first, second]: Buffer): Utf16 {
  const isBigEndian = first === 0 || (first === 0xfe && second === 0xff);
  return isBigEndian ? "utf-16be" : "utf-16le";
}

export function fromUtf16(source: ByteSource, encoding: Utf16): ByteSource {
  return {
    ...source,
    async *chunks() {
      const decoder = new TextDecoder(encoding, { fatal: true });
      const decoded = (chunk: Buffer, stream: boolean): Buffer => {
        try {
          return Buffer.from(decoder.decode(chunk, { stream }));
        } catch {
          throw failure("the text is UTF-16 with half a character in it: it is damaged or cut off; export it again");
        }
      };
      for await (const chunk of source.chunks()) yield decoded(chunk, true);
      yield decoded(Buffer.alloc(0), false);
    },
  };
}
