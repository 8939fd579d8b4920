import { write } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { writeWhole } from "../../core/files/writing.ts";

/** Lines are written together, which costs little per line; this is the longest delay of a line. */
const FLUSH_MILLISECONDS = 100;
/** A slow reader costs lines, not memory. */
const PENDING_LENGTH_MAX = 8 * 1024 * 1024;
const RETRY_MILLISECONDS = 20;

/** Writes lines to standard output without making a request wait: it appends each to a text, which another thread writes. */
export class LineWriter {
  readonly #descriptor: number;
  readonly #droppedLine: (lines: number) => string;
  readonly #timer: NodeJS.Timeout;
  #pending = "";
  #writing: Promise<void> | null = null;
  #dropped = 0;
  #reported = 0;

  /** `droppedLine` makes the line that reports how many lines were lost since the start. */
  constructor(droppedLine: (lines: number) => string, descriptor: number = process.stdout.fd) {
    // Reading `process.stdout` makes Node open it so that a full pipe refuses more instead of blocking a thread: a reader that hangs would
    // otherwise keep the process from ending.
    this.#descriptor = descriptor;
    this.#droppedLine = droppedLine;
    this.#timer = setInterval(() => this.#startWriting(), FLUSH_MILLISECONDS).unref();
  }

  /** How many lines were lost since the start, lines that report lost lines included. */
  get droppedLines(): number {
    return this.#dropped;
  }

  /** One line, or several in one text. */
  write(line: string): void {
    if (this.#pending.length > PENDING_LENGTH_MAX) {
      this.#dropped += lineCount(line);
      return;
    }
    this.#reportDropped();
    this.#pending += line;
  }

  /** For the end of a process that cannot wait any more. */
  flushSync(): void {
    try {
      writeWhole(this.#descriptor, Buffer.from(this.#pending));
    } catch {
      // The reader is gone; the process ends anyway.
    }
    this.#pending = "";
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#reportDropped();
    while (this.#writing !== null || this.#pending !== "") {
      this.#startWriting();
      await this.#writing;
    }
  }

  #reportDropped(): void {
    if (this.#reported === this.#dropped) return;
    this.#pending += this.#droppedLine(this.#dropped);
    this.#reported = this.#dropped;
  }

  #startWriting(): void {
    if (this.#writing !== null || this.#pending === "") return;
    const bytes = Buffer.from(this.#pending);
    this.#pending = "";
    this.#writing = this.#writeAll(bytes).finally(() => {
      this.#writing = null;
    });
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    let offset = 0;
    try {
      while (offset < bytes.length) offset += await writeSome(this.#descriptor, bytes, offset);
    } catch {
      // The reader is gone, or the disk is full.
      this.#dropped += lineCount(bytes.toString("utf8", offset));
    }
  }
}

const writeLater = promisify(write);

/** Writes as much as is accepted; nothing when a pipe stays full. */
async function writeSome(descriptor: number, bytes: Buffer, offset: number): Promise<number> {
  try {
    return (await writeLater(descriptor, bytes, offset)).bytesWritten;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    await wait(RETRY_MILLISECONDS);
    return 0;
  }
}

function lineCount(text: string): number {
  return text.split("\n").length - 1;
}
