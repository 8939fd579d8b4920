import { closeSync, constants, fstatSync, openSync, read, type Stats } from "node:fs";
import { promisify } from "node:util";

const readInto = promisify(read);

/** Opening a named pipe would wait for its other end. Windows has no such flag. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * A file that is open for reading, in a thread that may be terminated. Node forgets a `FileHandle` when a thread ends while the file is being
 * opened: its descriptor stays open, and the disk space of a deleted file stays taken. A file that is opened synchronously is closed with its thread.
 */
export class FileToRead {
  readonly #descriptor: number;
  #reads = 0;
  #isClosed = false;

  /** Throws what the system says, such as ENOENT. */
  constructor(path: string) {
    this.#descriptor = openSync(path, READ_WITHOUT_WAITING);
  }

  stats(): Stats {
    return fstatSync(this.#descriptor);
  }

  /** Reads up to `length` bytes at a position of the file into a buffer, and returns how many there were: 0 at the end. */
  async read(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (this.#isClosed) throw new Error("the file is closed");
    this.#reads += 1;
    try {
      return (await readInto(this.#descriptor, buffer, offset, length, position)).bytesRead;
    } finally {
      this.#reads -= 1;
      this.#closeWhenUnused();
    }
  }

  /** The bytes from a position, to the end of the file or another position. */
  async *chunks(bytesMax: number, start = 0, end = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> {
    for (let position = start; position < end; ) {
      const length = Math.min(bytesMax, end - position);
      const buffer = Buffer.allocUnsafe(length);
      const count = await this.read(buffer, 0, length, position);
      if (count === 0) return;
      yield buffer.subarray(0, count);
      position += count;
    }
  }

  /** Reads that are under way end first: the system may give the descriptor to another file at once. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeWhenUnused();
  }

  #closeWhenUnused(): void {
    if (this.#isClosed && this.#reads === 0) closeSync(this.#descriptor);
  }
}
