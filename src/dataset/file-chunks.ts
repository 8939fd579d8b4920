import { type FileHandle, open } from "node:fs/promises";
import { unreadable } from "../files/readable.ts";

/** Enough to keep the disk busy; small enough that the event loop turns many times a second. */
const CHUNK_BYTES = 256 * 1024;

/** Reads a file of a dataset from end to end; a chunk is overwritten by the next one. */
export async function readChunks(path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path);
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      onChunk(buffer.subarray(0, bytesRead));
    }
  } catch (error) {
    // The system names no file when it cannot read one that is open.
    throw unreadable(path, error);
  } finally {
    await handle?.close();
  }
}
