import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { failure, reasonOf } from "../../reading/failure.ts";

/** Enough of a file to tell it from another one, read in a moment. */
const HEAD_BYTES = 1 << 20;

/** The file of lookups, open for reading. Its size is that of the beginning: what is added later is not read. */
export interface InputFile {
  readonly path: string;
  readonly size: number;
  /** Tells whether it is the same file as in an earlier run. */
  readonly fingerprint: string;
  /** Up to `length` bytes from a place, in memory of their own. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openInput(path: string): Promise<InputFile> {
  const handle = await opened(path);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw failure(`${path} is not a file. Lookups are read from a CSV file on disk.`);
    const read = (offset: number, length: number) =>
      readBytes(path, handle, offset, Math.min(length, stats.size - offset));
    const head = createHash("sha256").update(await read(0, HEAD_BYTES));
    const fingerprint = `${stats.size} bytes, modified ${stats.mtime.toISOString()}, starting ${head.digest("hex")}`;
    return { path, size: stats.size, fingerprint, read, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw failure(isMissing ? `${path} does not exist.` : `${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function readBytes(path: string, handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  // Never from the shared pool: the bytes are handed over to another thread.
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) throw failure(`${path} has become shorter while it was read. Begin again.`);
    filled += bytesRead;
  }
  return bytes;
}
