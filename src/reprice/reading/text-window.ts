import { failure } from "../../core/runtime/failure.ts";
import { csvCell, lineFeedsIn } from "../../core/text/csv.ts";
import type { ByteSource } from "../../imports/sources/bytes.ts";
import type { SourceRow } from "../../imports/sources/row.ts";
import { ByteWindow, type InputFile } from "./input-file.ts";

/** Read ahead of pricing, and no further: memory stays flat however long the file is. Twice the longest record. */
const WINDOW_BYTES = 2 << 20;
/** Rows are gathered so far before they are encoded. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * A text between its making and its reading. The writer is held up while there is enough in the window; what has been
 * read is forgotten. Nothing of it is on disk: a run that is resumed has it made again from the file.
 */
export class TextWindow implements InputFile {
  readonly path: string;
  readonly recordsAreLines: boolean;
  #unfinished = "";
  readonly #window = new ByteWindow();
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

  /** Has the text made by `make`, which adds to it until it is enough. */
  fill(make: (add: (text: string) => "more" | "enough") => Promise<void>): void {
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

  /** Called with how far the file has been read; resolves when there is room for more. */
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

/** How rows are written. */
export interface RowsForm {
  /** The row with the headings; what stands above it is left out. */
  readonly headings: { readonly number: number; readonly width: number };
  /** A sheet has no cells where nothing was typed: its rows are filled up, and its rows are counted whatever is in them. */
  readonly isSheet: boolean;
}

/** Writes rows as records of CSV, each on the line that it has in its file: empty lines stand for what is left out. */
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
    const cells = Array.from({ length: width }, (_, index) => row.cell(index));
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
 * A line with a stray quote, written so that it is a fault whatever stands in it: a quote at the beginning of a cell is put behind a
 * space, where it can open nothing. So it never takes the lines after it along.
 */
function faultyLine(cells: readonly string[]): string {
  return cells.join(",").replace(/(^|,)"/g, '$1 "');
}

/** A heading that is broken to fit its column is the same one. */
function oneLine(heading: string): string {
  return heading.replace(/\s+/g, " ");
}

export type Utf16 = "utf-16le" | "utf-16be";

/** Which half of a character comes first: a mark decides, or where the zero beside the first letter stands. */
export function utf16Of([first, second]: Buffer): Utf16 {
  const isBigEndian = first === 0 || (first === 0xfe && second === 0xff);
  return isBigEndian ? "utf-16be" : "utf-16le";
}

/** A text in UTF-16, read as UTF-8. */
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
