import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { failure } from "../../core/runtime/failure.ts";

/**
 * What a release is sent in. Whoever sends or takes one has one chunk in memory, and its hexadecimal digits on the way to PostgreSQL; larger
 * ones measured no quicker.
 */
export const CHUNK_BYTES = 1 << 20;

/** The chunks of a file, all of full size but the last. Each is good until the next is asked for. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const bytes = await filled(file, buffer);
      if (bytes > 0) yield buffer.subarray(0, bytes);
      if (bytes < CHUNK_BYTES) return;
    }
  } finally {
    await file.close();
  }
}

/** A read may give less than was asked for before the end. */
async function filled(file: Awaited<ReturnType<typeof open>>, buffer: Buffer): Promise<number> {
  let bytes = 0;
  while (bytes < buffer.length) {
    const { bytesRead } = await file.read(buffer, bytes, buffer.length - bytes);
    if (bytesRead === 0) break;
    bytes += bytesRead;
  }
  return bytes;
}

/** Passes chunks on, and throws at their end unless together they are the file that was meant. */
export async function* wholeOf(
  chunks: AsyncIterable<Buffer>,
  expected: { readonly bytes: number; readonly sha256: string },
  otherwise: string,
): AsyncGenerator<Buffer> {
  const hash: Hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    // A file that grows while it is read would have no end.
    if (bytes > expected.bytes) throw failure(otherwise);
    hash.update(chunk);
    yield chunk;
  }
  if (bytes !== expected.bytes || hash.digest("hex") !== expected.sha256) throw failure(otherwise);
}
