import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { FileToRead } from "../../core/files/file-to-read.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";

/** Claims as UTF-8 with commas, read from beginning to end: the file itself, or its conversion. */
export interface InputFile {
  readonly path: string;
  /** Infinite until the end of a converted file has been read. What is appended to a file later is not read. */
  readonly size: number;
  /** Progress of a conversion, in bytes of the file; null when positions in the file show it. */
  readonly reading: { readonly done: number; readonly total: number } | null;
  /** Whether a record is a line, however many line ends its cells have: rows of a sheet are counted so. */
  readonly recordsAreLines: boolean;
  /** Up to `length` bytes from an offset, in separate memory; fewer only at the end. Earlier bytes are not requested again without `rewind`. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Makes earlier bytes readable again; null where they pass by once. */
  readonly rewind: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export async function openInput(path: string, name = path): Promise<InputFile> {
  const file = openedFile(path, name);
  const { size } = file.stats();
  return {
    path: name,
    size,
    reading: null,
    recordsAreLines: false,
    read: (offset, length) => readBytes(name, file, offset, Math.min(length, size - offset)),
    rewind: async () => undefined,
    close: async () => file.close(),
  };
}

function openedFile(path: string, name: string): FileToRead {
  const file = opened(path, name);
  if (file.stats().isFile()) return file;
  file.close();
  throw failure(`${name} is not a file. Name a file on disk, or - to read standard input.`);
}

function opened(path: string, name: string): FileToRead {
  try {
    return new FileToRead(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw failure(isMissing ? `${name} does not exist.` : `${name} cannot be read: ${reasonOf(error)}.`);
  }
}

async function readBytes(name: string, file: FileToRead, offset: number, length: number): Promise<Buffer> {
  // Never from the shared pool: the bytes are moved to another thread.
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let filled = 0; filled < length; ) {
    const bytesRead = await file.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) throw failure(`${name} has become shorter while it was read. Begin again.`);
    filled += bytesRead;
  }
  return bytes;
}

/** A window on a long stream of bytes: pieces are added at its end and dropped from its beginning. */
export class ByteWindow {
  readonly #pieces: Buffer[] = [];
  #start = 0;
  #end = 0;

  get end(): number {
    return this.#end;
  }

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

  /** Bytes from an offset, up to a length. Never from the shared pool: they are moved to another thread. */
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

/** What one pass over all bytes of a file shows. */
export interface FileScan {
  readonly size: number;
  /** Identifies the file of an earlier run, wherever it was edited. */
  readonly sha256: string;
  readonly isUtf8: boolean;
  /** Bytes of value 0, which only text in UTF-16 or UTF-32 has. */
  readonly hasNul: boolean;
  readonly head: Buffer;
}

const HEAD_BYTES = 64 * 1024;
const CHUNK_BYTES = 1 << 20;

/** Reads a file once: some three seconds for a gigabyte, beside minutes of pricing it. */
export async function scanFile(path: string, name: string): Promise<FileScan> {
  const file = openedFile(path, name);
  const hash = createHash("sha256");
  const sample = Buffer.alloc(HEAD_BYTES);
  const encoding = new Utf8Check();
  let size = 0;
  let hasNul = false;
  try {
    for await (const chunk of file.chunks(CHUNK_BYTES)) {
      if (size < HEAD_BYTES) chunk.copy(sample, size);
      size += chunk.length;
      hash.update(chunk);
      encoding.add(chunk);
      hasNul ||= chunk.includes(0);
    }
  } catch (error) {
    throw failure(`${name} cannot be read: ${reasonOf(error)}.`);
  } finally {
    file.close();
  }
  const head = sample.subarray(0, Math.min(size, HEAD_BYTES));
  return { size, sha256: hash.digest("hex"), isUtf8: encoding.end(), hasNul, head };
}

const CHARACTER_BYTES_MAX = 4;

/** Whether bytes that arrive in pieces are UTF-8; a piece may end inside a character. */
export class Utf8Check {
  #isUtf8 = true;
  #unfinished: Buffer = Buffer.alloc(0);

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

/** The number of bytes at the end that begin a character. */
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
