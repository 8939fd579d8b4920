import { EventEmitter } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { RandomAccessReader } from "yauzl";

/** Enough to keep the disk busy; small enough that the event loop turns many times a second. */
const CHUNK_BYTES = 256 * 1024;

type OnRead = (error: Error | null, bytesRead?: number) => void;

/**
 * An open file as yauzl reads it. Its own reader asks the system for whatever place a ZIP64 record names, and a place
 * that no file can have is then thrown where nobody catches it; here it is a read that finds nothing. The handle is
 * closed by whoever opened it.
 */
export function zipFile(handle: FileHandle, bytesTotal: number): RandomAccessReader {
  const isInside = (start: number, end: number) => start >= 0 && end <= bytesTotal;
  const reader = {
    ref: () => undefined,
    unref: () => undefined,
    read(buffer: Buffer, offset: number, length: number, position: number, onRead: OnRead): void {
      if (!isInside(position, position + length)) {
        setImmediate(onRead, null, 0);
        return;
      }
      handle.read(buffer, offset, length, position).then(({ bytesRead }) => onRead(null, bytesRead), onRead);
    },
    createReadStream({ start, end }: { readonly start: number; readonly end: number }): Readable {
      const chunks = isInside(start, end) ? chunksOf(handle, start, end) : [];
      return Readable.from(chunks, { objectMode: false });
    },
  };
  return Object.assign(new EventEmitter(), reader) as unknown as RandomAccessReader;
}

async function* chunksOf(handle: FileHandle, start: number, end: number): AsyncIterable<Buffer> {
  for (let position = start; position < end; ) {
    const length = Math.min(CHUNK_BYTES, end - position);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
    // yauzl counts what came, and tells when it is too little.
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
