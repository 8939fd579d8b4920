import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { FileToRead } from "../../core/files/file-to-read.ts";

/** Bytes that can be read from the start repeatedly: a file, or a member of a ZIP. */
export interface ByteSource {
  readonly name: string;
  readonly bytes: number;
  chunks(): AsyncIterable<Buffer>;
}

/** Enough to keep the disk busy; small enough that the event loop turns many times a second. */
const CHUNK_BYTES = 256 * 1024;

export async function fileBytes(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    bytes: size,
    chunks: () => chunksOf(path),
  };
}

async function* chunksOf(path: string): AsyncIterable<Buffer> {
  const file = new FileToRead(path);
  try {
    yield* file.chunks(CHUNK_BYTES);
  } finally {
    file.close();
  }
}

export async function firstBytes(source: ByteSource, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source.chunks()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= count) break;
  }
  return Buffer.concat(chunks).subarray(0, count);
}

/** All bytes in memory; null when there are more than `bytesMax`, whatever length the source declares. */
export async function allBytes(source: ByteSource, bytesMax: number): Promise<Buffer | null> {
  let bytes: Buffer = Buffer.allocUnsafeSlow(Math.min(source.bytes, bytesMax));
  let length = 0;
  for await (const chunk of source.chunks()) {
    const needed = length + chunk.length;
    if (needed > bytesMax) return null;
    if (needed > bytes.length) bytes = grown(bytes, Math.min(Math.max(needed, bytes.length * 2), bytesMax));
    length += chunk.copy(bytes, length);
  }
  return bytes.subarray(0, length);
}

function grown(bytes: Buffer, length: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(length);
  bytes.copy(larger);
  return larger;
}

/** Reports how many bytes of a source have been read; a returned promise delays the reading. */
export function counting(source: ByteSource, onBytes: (done: number) => unknown): ByteSource {
  async function* counted(): AsyncIterable<Buffer> {
    let done = 0;
    for await (const chunk of source.chunks()) {
      done += chunk.length;
      await onBytes(done);
      yield chunk;
    }
  }
  return { ...source, chunks: counted };
}

const ASCII_END = 128;
const SPACE = 32;
const WINDOWS = new TextDecoder("windows-1252");

/** The text of some bytes in UTF-8 or Windows-1252. */
export function decoded(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at += 1) {
    if ((bytes[at] as number) >= ASCII_END) return decodedBeyondAscii(bytes.subarray(start, end));
  }
  // Codes of one or two characters, the cells that decide about most rows, are texts that Node has already.
  if (end - start === 1) return String.fromCharCode(bytes[start] as number);
  if (end - start === 2) return String.fromCharCode(bytes[start] as number, bytes[start + 1] as number);
  return bytes.toString("latin1", start, end);
}

function decodedBeyondAscii(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : WINDOWS.decode(bytes);
}

/** The text of some bytes without surrounding white space. */
export function decodedTrimmed(bytes: Buffer, start: number, end: number): string {
  let first = start;
  let last = end;
  while (first < last && (bytes[first] as number) <= SPACE) first += 1;
  while (last > first && (bytes[last - 1] as number) <= SPACE) last -= 1;
  // White space beyond ASCII, such as a no-break space, is trimmed from the text.
  return decoded(bytes, first, last).trim();
}
