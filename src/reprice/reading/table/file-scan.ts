import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { failure, reasonOf } from "../../../runtime/failure.ts";
import { openedFile } from "../input-file.ts";

/** What is known of a file once all its bytes have been looked at. */
export interface FileScan {
  readonly size: number;
  /** Tells whether it is the same file as in an earlier run, wherever it was edited. */
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
