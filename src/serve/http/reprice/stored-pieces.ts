import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";

/** A piece of an answer: a text, or a file that is sent as it is. */
export type Piece = string | { readonly file: string };

/** An answer in pieces, as a stream of known length. */
export interface StoredAnswer {
  readonly length: number;
  readonly stream: Readable;
  /** Resolves when every file is closed, whether it was sent or not. */
  readonly closed: Promise<void>;
}

/** Opens a file that is an answer by itself; null when it is not there (any more). */
export async function openWhole(path: string): Promise<StoredAnswer | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { size: length } = await file.stat();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    return { length, stream: file.createReadStream().once("close", resolve), closed };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens every file of an answer before any of it is sent; null when one is not there (any more). */
export async function openPieces(pieces: readonly Piece[]): Promise<StoredAnswer | null> {
  const files: FileHandle[] = [];
  const closeAll = () => Promise.all(files.map((file) => file.close()));
  const opened: (Buffer | FileHandle)[] = [];
  let length = 0;
  try {
    for (const piece of pieces) {
      if (typeof piece === "string") {
        opened.push(Buffer.from(piece));
        length += Buffer.byteLength(piece);
        continue;
      }
      const file = await open(piece.file);
      files.push(file);
      opened.push(file);
      length += (await file.stat()).size;
    }
  } catch (error) {
    await closeAll();
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const stream = Readable.from(bytesOf(opened), { objectMode: false });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // Sent or not: a client may leave, or ask for the head alone.
  stream.once("close", () => {
    closeAll()
      .catch(() => {})
      .finally(resolve);
  });
  return { length, stream, closed };
}

async function* bytesOf(pieces: readonly (Buffer | FileHandle)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* piece.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
  }
}
