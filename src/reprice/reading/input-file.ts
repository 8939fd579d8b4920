import { type FileHandle, open } from "node:fs/promises";
import { failure, reasonOf } from "../../runtime/failure.ts";

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

export async function openedFile(path: string, name: string): Promise<FileHandle> {
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
