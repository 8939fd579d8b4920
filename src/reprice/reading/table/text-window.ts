import { ByteWindow } from "../byte-window.ts";
import type { InputFile } from "../input-file.ts";

/** Read ahead of pricing, and no further: memory stays flat however long the file is. Twice the longest record. */
const WINDOW_BYTES = 2 << 20;
/** Rows are gathered so far before they are encoded. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * A text between its making and its reading. Whoever makes it is held up while there is enough in the window; what has been
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

  /** Has the text made by `make`, which adds to it until it is told that it is enough. */
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

  /** Told how far the file has been read; resolves when there is room for more. */
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
