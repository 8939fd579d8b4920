import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { failure, reasonOf } from "../../core/runtime/failure.ts";

/** The lookups as UTF-8 with commas, read from their beginning to their end: a file that is so, or one that is converted. */
export interface InputFile {
  /** As messages name it. */
  readonly path: string;
  /** Infinite until the end of what is converted has been seen. What is added to a file later is not read. */
  readonly size: number;
  /** How far the reading of what is converted has come, in bytes of the file; null where places in the file tell. */
  readonly reading: { readonly done: number; readonly total: number } | null;
  /** Whether a record is a line, however many line ends are in its cells: so the rows of a sheet are counted. */
  readonly recordsAreLines: boolean;
  /** Up to `length` bytes from a place, in memory of their own; fewer at the end alone. What comes before is not asked for again. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** A file that is read as it is. */
export async function openInput(path: string, name = path): Promise<InputFile> {
  const handle = await openedFile(path, name);
  const { size } = await handle.stat();
  return {
    path: name,
    size,
    reading: null,
    recordsAreLines: false,
    read: (offset, length) => readBytes(name, handle, offset, Math.min(length, size - offset)),
    close: () => handle.close(),
  };
}

async function openedFile(path: string, name: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw failure(isMissing ? `${name} does not exist.` : `${name} cannot be read: ${reasonOf(error)}.`);
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw failure(`${name} is not a file. Name a file on disk, or - to read standard input.`);
}

async function readBytes(name: string, handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  // Never from the shared pool: the bytes are handed over to another thread.
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) throw failure(`${name} has become shorter while it was read. Begin again.`);
    filled += bytesRead;
  }
  return bytes;
}

/** A part of a long run of bytes: pieces come in at its end, and what is no longer needed goes from its beginning. */
export class ByteWindow {
  readonly #pieces: Buffer[] = [];
  #start = 0;
  #end = 0;

  /** Where the last piece ends. */
  get end(): number {
    return this.#end;
  }

  /** How many bytes are kept. */
  get length(): number {
    return this.#end - this.#start;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#end += piece.length;
  }

  forgetBefore(offset: number): void {
    let forgotten = 0;
    for (const { length } of this.#pieces) {
      if (this.#start + length > offset) break;
      this.#start += length;
      forgotten += 1;
    }
    this.#pieces.splice(0, forgotten);
  }

  /** The bytes from an offset, as many as there are up to a length. Never from the shared pool: they are moved to another thread. */
  copied(offset: number, lengthMax: number): Buffer {
    const length = Math.max(Math.min(offset + lengthMax, this.#end) - offset, 0);
    const bytes = Buffer.allocUnsafeSlow(length);
    let pieceStart = this.#start;
    for (const piece of this.#pieces) {
      const from = Math.max(offset - pieceStart, 0);
      const to = Math.min(offset + length - pieceStart, piece.length);
      if (from < to) piece.copy(bytes, pieceStart + from - offset, from, to);
      pieceStart += piece.length;
    }
    return bytes;
  }
}

/** What is known of a file once all its bytes have been looked at. */
export interface FileScan {
  readonly size: number;
  /** Says whether it is the same file as in an earlier run, wherever it was edited. */
  readonly sha256: string;
  readonly isUtf8: boolean;
  /** Bytes of value 0, which no text has that is not UTF-16 or UTF-32. */
  readonly hasNul: boolean;
  /** Its first bytes. */
  readonly head: Buffer;
}

const HEAD_BYTES = 64 * 1024;
const CHUNK_BYTES = 1 << 20;

/** Reads a file once: some three seconds for a gigabyte, beside minutes of pricing what is in it. */
export async function scanFile(path: string, name: string): Promise<FileScan> {
  const handle = await openedFile(path, name);
  const hash = createHash("sha256");
  const sample = Buffer.alloc(HEAD_BYTES);
  const encoding = new Utf8Check();
  let size = 0;
  let hasNul = false;
  try {
    const chunks = handle.createReadStream({ highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) {
      if (size < HEAD_BYTES) chunk.copy(sample, size);
      size += chunk.length;
      hash.update(chunk);
      encoding.add(chunk);
      hasNul ||= chunk.includes(0);
    }
  } catch (error) {
    throw failure(`${name} cannot be read: ${reasonOf(error)}.`);
  }
  const head = sample.subarray(0, Math.min(size, HEAD_BYTES));
  return { size, sha256: hash.digest("hex"), isUtf8: encoding.end(), hasNul, head };
}

/** The longest character of UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/** Whether bytes that come in pieces are UTF-8; a piece may end inside a character. */
export class Utf8Check {
  #isUtf8 = true;
  #unfinished: Buffer = Buffer.alloc(0);

  /** Whether all that has come is UTF-8 so far. */
  get isUtf8(): boolean {
    return this.#isUtf8;
  }

  add(chunk: Buffer): void {
    if (!this.#isUtf8) return;
    const bytes = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    const end = bytes.length - unfinishedBytes(bytes);
    this.#isUtf8 = isUtf8(bytes.subarray(0, end));
    this.#unfinished = Buffer.from(bytes.subarray(end));
  }

  end(): boolean {
    return this.#isUtf8 && this.#unfinished.length === 0;
  }
}

/** How many bytes at the end are the beginning of a character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let count = 1; count < CHARACTER_BYTES_MAX && count <= bytes.length; count += 1) {
    const byte = bytes[bytes.length - count] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return count < characterBytes(byte) ? count : 0;
  }
  return 0;
}

function characterBytes(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}
