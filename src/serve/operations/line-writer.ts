import { closeSync, constants, openSync, write } from "node:fs";
import { writeWhole } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";

/** Lines are written together: this much at a time costs little per line. */
const FLUSH_LENGTH = 32 * 1024;
/** The longest delay of a line. */
const FLUSH_MILLISECONDS = 100;
/** A slow reader costs lines, not memory. */
const PENDING_LENGTH_MAX = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;
const RETRY_MILLISECONDS = 20;

/** Writes lines to a file or to standard output without making a request wait: it appends each to a text, which another thread writes. */
export class LineWriter {
  readonly #file: string | null;
  readonly #droppedLine: (lines: number) => string;
  readonly #timer: NodeJS.Timeout;
  #descriptor: number;
  #pending = "";
  #writing: Promise<void> | null = null;
  #dropped = 0;
  /** Lost lines that pending lines report. */
  #reported = 0;
  #droppedLines = 0;
  /** Whether the log ends in the middle of a line. */
  #isTorn = false;

  /** File null: standard output. A line that reports lost lines stands in their place. */
  constructor(file: string | null, droppedLine: (lines: number) => string) {
    this.#file = file;
    this.#droppedLine = droppedLine;
    // Reading `process.stdout` makes Node open it so that a full pipe refuses more instead of blocking a thread: a reader that hangs would
    // otherwise keep the process from ending.
    this.#descriptor = file === null ? process.stdout.fd : openLog(file);
    this.#timer = setInterval(() => this.#startWriting(), FLUSH_MILLISECONDS).unref();
  }

  /** How many lines were lost since the start, lines that report lost lines included. */
  get droppedLines(): number {
    return this.#droppedLines;
  }

  /** One line, or several in one text. */
  write(line: string): void {
    if (this.#pending.length > PENDING_LENGTH_MAX) {
      this.#drop(lineCount(line));
      return;
    }
    if (this.#dropped > 0) this.#reportDropped();
    this.#pending += line;
    if (this.#pending.length >= FLUSH_LENGTH) this.#startWriting();
  }

  /** Writes the first lines before anything else happens; throws a failure when the log file accepts none. */
  begin(): void {
    if (this.#file === null) return;
    try {
      this.#writeNow();
    } catch (error) {
      throw unusableLog(this.#file, error);
    }
  }

  /** For the end of a process that cannot wait any more. */
  flushSync(): void {
    try {
      this.#writeNow();
    } catch {
      // The reader is gone; the process ends anyway.
    }
  }

  /**
   * Continues in a new file of this name, after the old one was renamed. Throws a failure, and continues in the old one, when it cannot be
   * opened. Does not wait: the old file may be a pipe without a reader.
   */
  reopen(): void {
    if (this.#file === null) return;
    const previous = this.#descriptor;
    this.#descriptor = openLog(this.#file);
    void (this.#writing ?? Promise.resolve()).then(() => closeQuietly(previous));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#dropped > 0) this.#reportDropped();
    while (this.#writing !== null || this.#pending !== "") {
      this.#startWriting();
      await this.#writing;
    }
    if (this.#file !== null) closeQuietly(this.#descriptor);
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#droppedLines += lines;
  }

  #reportDropped(): void {
    this.#pending += this.#droppedLine(this.#dropped);
    this.#reported += this.#dropped;
    this.#dropped = 0;
  }

  #writeNow(): void {
    const rest = Buffer.from(this.#pending);
    this.#pending = "";
    writeWhole(this.#descriptor, rest);
  }

  #startWriting(): void {
    if (this.#writing !== null || this.#pending === "") return;
    this.#writing = this.#writePending().finally(() => {
      this.#writing = null;
      if (this.#pending.length >= FLUSH_LENGTH) this.#startWriting();
    });
  }

  async #writePending(): Promise<void> {
    const descriptor = this.#descriptor;
    const reported = this.#reported;
    // Ends a line that a full disk cut.
    const bytes = Buffer.from(this.#isTorn ? `\n${this.#pending}` : this.#pending);
    this.#pending = "";
    this.#reported = 0;
    let offset = 0;
    try {
      while (offset < bytes.length) {
        const written = await writeSome(descriptor, bytes, offset);
        if (written === 0 && descriptor !== this.#descriptor) throw failure("the old log takes no more");
        offset += written;
      }
      this.#isTorn = false;
    } catch {
      // The reader is gone, or the disk is full. Until that is fixed, lines are lost, and the line that reported others.
      this.#drop(lineCount(bytes.toString("utf8", offset)));
      this.#dropped += reported;
      if (offset > 0) this.#isTorn = bytes[offset - 1] !== LINE_FEED;
    }
  }
}

/** Writes as much as is accepted; nothing when a pipe stays full. */
async function writeSome(descriptor: number, bytes: Buffer, offset: number): Promise<number> {
  try {
    return await writeBytes(descriptor, bytes, offset);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    await new Promise((resume) => setTimeout(resume, RETRY_MILLISECONDS));
    return 0;
  }
}

/** Closing may report lines that a network drive has lost; nothing can be done about them. */
function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {}
}

function lineCount(text: string): number {
  return text.split("\n").length - 1;
}

function writeBytes(descriptor: number, bytes: Buffer, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, offset, (error, written) => (error === null ? resolve(written) : reject(error)));
  });
}

/** Without waiting: a FIFO without a reader refuses to be opened, instead of blocking the start. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

function openLog(file: string): number {
  try {
    return openSync(file, APPEND);
  } catch (error) {
    throw unusableLog(file, error);
  }
}

function unusableLog(file: string, error: unknown): unknown {
  return failureFrom(error, `The log file ${file} cannot be used`, "Choose another with --log-file.");
}
