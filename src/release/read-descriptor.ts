import { closeSync, readSync, read as readWithCallback } from "node:fs";
import { promisify } from "node:util";
import { failure } from "../runtime/failure.ts";

const readOnce = promisify(readWithCallback);

/** Reads once: as many bytes as the file system gives. */
export type ReadBytes = (
  number: number,
  into: Buffer,
  offset: number,
  byteCount: number,
  at: number,
) => Promise<{ readonly bytesRead: number }>;

/**
 * The descriptor of an open file. The number of one that is closed is given to the next file that is opened: so it is closed
 * when no read is under way, and not read from after that.
 */
export class ReadDescriptor {
  readonly number: number;
  readonly #path: string;
  readonly #readOnce: ReadBytes;
  #readsUnderWay = 0;
  #isClosed = false;

  constructor(number: number, path: string, read: ReadBytes = readOnce) {
    this.number = number;
    this.#path = path;
    this.#readOnce = read;
  }

  /**
   * Reads until so many bytes are there or the file ends, without waiting for the disk. A file on a network may give less than
   * it was asked for, and the rest when it is asked again (short read).
   */
  async readFully(into: Buffer, at: number, byteCount: number): Promise<Buffer> {
    let done = 0;
    while (done < byteCount) {
      const count = await this.#read(into, done, byteCount - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return into.subarray(0, done);
  }

  /** Fills a buffer here and now, waiting for the disk; false when the file ends before. */
  readNow(into: Buffer, at: number): boolean {
    if (this.#isClosed) throw this.#closedFailure();
    let done = 0;
    while (done < into.length) {
      const count = readSync(this.number, into, done, into.length - done, at + done);
      if (count === 0) return false;
      done += count;
    }
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#closeWhenUnread();
  }

  async #read(into: Buffer, offset: number, byteCount: number, at: number): Promise<number> {
    if (this.#isClosed) throw this.#closedFailure();
    this.#readsUnderWay += 1;
    try {
      return (await this.#readOnce(this.number, into, offset, byteCount, at)).bytesRead;
    } finally {
      this.#readsUnderWay -= 1;
      this.#closeWhenUnread();
    }
  }

  #closedFailure(): Error {
    return failure(`${this.#path} was closed while it was read. Open it anew.`);
  }

  #closeWhenUnread(): void {
    if (this.#isClosed && this.#readsUnderWay === 0) closeSync(this.number);
  }
}
