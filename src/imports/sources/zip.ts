import { EventEmitter } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  type RandomAccessReader,
  type ZipFile,
} from "yauzl";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import type { ByteSource } from "./bytes.ts";

/** A ZIP that is open; its members are read as streams. */
interface ZipArchive {
  readonly members: readonly ByteSource[];
  close(): void;
}

/** Far more than any publication has; a ZIP with more is not one of them. */
const MEMBERS_MAX = 10_000;
/** What stands before the name of a member and its bytes. */
const LOCAL_HEADER_BYTES = 30;

export async function openZipArchive(path: string): Promise<ZipArchive> {
  const handle = await open(path);
  // What was only read loses nothing when it cannot be closed.
  const close = () => void handle.close().catch(() => undefined);
  try {
    const { size } = await handle.stat();
    const zip = await readable("ZIP", fromRandomAccessReaderPromise(zipFile(handle, size), size, { autoClose: false }));
    return { members: await membersOf("ZIP", zip), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The members of a workbook, which is a ZIP too; its bytes are in memory. */
export async function workbookMembers(bytes: Buffer): Promise<readonly ByteSource[]> {
  return await membersOf("workbook", await readable("workbook", fromBufferPromise(bytes)));
}

async function readable(what: string, zip: Promise<ZipFile>): Promise<ZipFile> {
  try {
    return await zip;
  } catch (error) {
    throw damaged(what, error);
  }
}

async function membersOf(what: string, zip: ZipFile): Promise<ByteSource[]> {
  if (zip.entryCount > MEMBERS_MAX) {
    throw failure(`the ${what} has more than ${MEMBERS_MAX} members, which no publication has; is it the right file?`);
  }
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw damaged(what, error);
  }
  refuseDishonest(what, entries);
  const files = entries.filter(({ fileName }) => !fileName.endsWith("/") && !isBesidesTheFiles(fileName));
  return files.map((entry) => memberOf(what, zip, entry));
}

/** What a Mac adds to a ZIP. */
function isBesidesTheFiles(name: string): boolean {
  return name.startsWith("__MACOSX/") || name.endsWith(".DS_Store");
}

/** Members of one name, or that share their bytes, are how a ZIP shows different things to different programs. */
function refuseDishonest(what: string, entries: readonly Entry[]): void {
  const names = new Set<string>();
  for (const { fileName } of entries) {
    if (/\p{Control}/u.test(fileName)) throw damaged(what, "a member's name has control characters in it");
    if (names.has(fileName)) throw damaged(what, `${fileName} is in it twice`);
    names.add(fileName);
  }
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw damaged(what, `${entry.fileName} shares its bytes with another member`);
    }
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

function memberOf(what: string, zip: ZipFile, entry: Entry): ByteSource {
  return {
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    async *chunks() {
      if (entry.isEncrypted()) {
        throw failure(`${entry.fileName} is encrypted; unpack the ${what} with its password and import what is in it`);
      }
      let checksum = 0;
      try {
        // More bytes than the ZIP tells end the reading: yauzl counts them.
        for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
          checksum = crc32(chunk, checksum);
          yield chunk;
        }
      } catch (error) {
        throw damaged(what, error);
      }
      // A flipped bit in packed bytes often unpacks to other figures without any error.
      if (checksum !== entry.crc32) throw damaged(what, `the checksum of ${entry.fileName} is wrong`);
    },
  };
}

function damaged(what: string, reason: unknown): Error {
  return failure(`the ${what} is damaged or cut off (${reasonOf(reason)}); download it again`);
}

/** Enough to keep the disk busy; small enough that the event loop turns many times a second. */
const CHUNK_BYTES = 256 * 1024;

type OnRead = (error: Error | null, bytesRead?: number) => void;

/**
 * An open file as yauzl reads it. Its own reader asks the system for whatever place a ZIP64 record names, and a place
 * that no file can have is then thrown where it cannot be caught; here it is a read that finds nothing. The handle is
 * closed by the caller that opened it.
 */
function zipFile(handle: FileHandle, bytesTotal: number): RandomAccessReader {
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
    // yauzl counts what came, and reports when it is too little.
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
