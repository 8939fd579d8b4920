import { type BigIntStats, closeSync, fstatSync, readSync, read as readWithCallback, statSync } from "node:fs";
import { promisify } from "node:util";
import { failure } from "../core/runtime/failure.ts";

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
   * requested, and the rest at the next read (short read).
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
    return readFully(this.number, into, at, into.length).length === into.length;
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
    return failure(`${this.#path} was closed while it was read. Open it again.`);
  }

  #closeWhenUnread(): void {
    if (this.#isClosed && this.#readsUnderWay === 0) closeSync(this.number);
  }
}

/** Reads until so many bytes are there or the file ends. */
export function readFully(descriptor: number, into: Buffer, at: number, byteCount: number): Buffer {
  let done = 0;
  while (done < byteCount) {
    const count = readSync(descriptor, into, done, byteCount - done, at + done);
    if (count === 0) break;
    done += count;
  }
  return into.subarray(0, done);
}

/** What shows that a file is still the same, without reading it. Plain data: a thread gives it to another. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
  readonly bytes: bigint;
  /** When the content was last written to, in nanoseconds. */
  readonly written: bigint;
  /** When anything about the file was last changed: its content, but also its name, links or permissions. */
  readonly changed: bigint;
}

export function identityOf(descriptor: number): FileIdentity {
  return identityIn(fstatSync(descriptor, { bigint: true }));
}

/** The identity of the file that a path leads to; null when it leads to none. */
export function identityAt(path: string): FileIdentity | null {
  try {
    return identityIn(statSync(path, { bigint: true }));
  } catch {
    return null;
  }
}

function identityIn({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileIdentity {
  return { device: dev, inode: ino, bytes: size, written: mtimeNs, changed: ctimeNs };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}

/** Whether the content cannot have been written to since, unless the time of the file was set back. */
export function isSameContent(one: FileIdentity, other: FileIdentity): boolean {
  return isSameFile(one, other) && one.bytes === other.bytes && one.written === other.written;
}

/** Whether nothing at all about the file was changed. */
export function isUntouched(one: FileIdentity, other: FileIdentity): boolean {
  return isSameContent(one, other) && one.changed === other.changed;
}
