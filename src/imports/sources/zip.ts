import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  type RandomAccessReader,
  type ZipFile,
} from "yauzl";
import { FileToRead } from "../../core/files/file-to-read.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import type { ByteSource } from "./bytes.ts";

interface ZipArchive {
  readonly members: readonly ByteSource[];
  close(): void;
}

/** Far more than any publication has. */
const MEMBERS_MAX = 10_000;
/** Size of the header before a member's name and bytes. */
const LOCAL_HEADER_BYTES = 30;

export async function openZipArchive(path: string): Promise<ZipArchive> {
  const file = new FileToRead(path);
  try {
    const { size } = file.stats();
    const zip = await readable("ZIP", fromRandomAccessReaderPromise(zipFile(file, size), size, { autoClose: false }));
    return { members: await membersOf("ZIP", zip), close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The members of a workbook, which is a ZIP in memory. */
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

/** Files that a Mac adds to a ZIP. */
function isBesidesTheFiles(name: string): boolean {
  return name.startsWith("__MACOSX/") || name.endsWith(".DS_Store");
}

/** Members with one name, or with shared bytes, can show different content to different programs. */
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
        // yauzl counts the bytes and ends the reading when there are more than declared.
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
 * An open file for yauzl. Its own reader passes any offset of a ZIP64 record to the system, and an impossible offset is thrown where
 * it cannot be caught; here such a read finds nothing. The caller closes the file.
 */
function zipFile(file: FileToRead, bytesTotal: number): RandomAccessReader {
  const isInside = (start: number, end: number) => start >= 0 && end <= bytesTotal;
  const reader = {
    ref: () => undefined,
    unref: () => undefined,
    read(buffer: Buffer, offset: number, length: number, position: number, onRead: OnRead): void {
      if (!isInside(position, position + length)) {
        setImmediate(onRead, null, 0);
        return;
      }
      file.read(buffer, offset, length, position).then((bytesRead) => onRead(null, bytesRead), onRead);
    },
    createReadStream({ start, end }: { readonly start: number; readonly end: number }): Readable {
      // yauzl counts the bytes, and reports when there are too few.
      const chunks = isInside(start, end) ? file.chunks(CHUNK_BYTES, start, end) : [];
      return Readable.from(chunks, { objectMode: false });
    },
  };
  return Object.assign(new EventEmitter(), reader) as unknown as RandomAccessReader;
}
