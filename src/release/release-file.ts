import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { link, lstat, open, realpath, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { OWNER_ONLY_FILE } from "../core/files/writing.ts";
import { reasonOf } from "../core/runtime/failure.ts";
import { APPLICATION_ID, FORMAT_VERSION } from "./format.ts";
import {
  type FileIdentity,
  identityAt,
  identityOf,
  isSameContent,
  isSameFile,
  isUntouched,
  ReadDescriptor,
  readFully,
} from "./open-file.ts";
import { readSeal, SEAL_BLOCK_BYTES, type Seal, sealBytes } from "./seal.ts";
import { ReleaseRefused } from "./soundness.ts";

/** Blocks that are read at once while the file is proved: fewer, larger reads, and 1 MiB is compared in half a millisecond. */
const BLOCKS_PER_READ = 4;

/** What the path of an open release leads to now. */
export type FileAtPath = "unchanged" | "replaced" | "missing";

/**
 * What became of the content of an open file: `touched` is a new name, link, permission or time, or a content that was
 * written over with as many bytes; only reading it shows which.
 */
type Content = "untouched" | "touched" | "resized";

/** A release file that proves itself: open from before the proof until its last reader is done. */
export class ReleaseFile {
  readonly path: string;
  readonly #descriptor: ReadDescriptor;
  readonly #contentBytes: number;
  readonly #seal: Seal;
  #identity: FileIdentity;

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = new ReadDescriptor(descriptor, path);
    this.#identity = identityOf(descriptor);
    const bytes = Number(this.#identity.bytes);
    const header = readFully(descriptor, Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES);
    this.#contentBytes = contentBytesOf(path, header, bytes);
    const seal = readSeal(descriptor, this.#contentBytes);
    if (seal === null) throw damagedFile(path, "the checksums at its end are not those that were built");
    this.#seal = seal;
  }

  /** Opens a file that can be a whole release of this program's format; throws `ReleaseRefused` for any other. */
  static open(path: string): ReleaseFile {
    const descriptor = descriptorOf(path);
    try {
      refuseOtherKinds(path, descriptor);
      return new ReleaseFile(path, descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error instanceof ReleaseRefused ? error : damagedFile(path, reasonOf(error));
    }
  }

  get identity(): FileIdentity {
    return this.#identity;
  }

  get blockCount(): number {
    return this.#seal.length;
  }

  /** Reads every block and refuses the file when one is not as it was built. */
  prove(): void {
    const buffer = Buffer.allocUnsafe(SEAL_BLOCK_BYTES);
    for (let block = 0; block < this.blockCount; block += 1) {
      const { at, byteCount } = this.#extent(block, 1);
      this.#refuseDamaged(block, 1, readFully(this.#descriptor.number, buffer, at, byteCount));
    }
  }

  /** The same while others have their turn: the system reads the next blocks while these are compared. */
  async proveInSlices(): Promise<void> {
    const identity = identityOf(this.#descriptor.number);
    const buffers = [0, 1].map(() => Buffer.allocUnsafe(BLOCKS_PER_READ * SEAL_BLOCK_BYTES)) as [Buffer, Buffer];
    let coming = this.#readBlocks(0, BLOCKS_PER_READ, buffers[0]);
    for (let first = 0, turn = 1; first < this.blockCount; first += BLOCKS_PER_READ, turn = 1 - turn) {
      const bytes = await coming;
      coming = this.#readBlocks(first + BLOCKS_PER_READ, BLOCKS_PER_READ, buffers[turn as 0 | 1]);
      try {
        this.#refuseDamaged(first, BLOCKS_PER_READ, bytes);
      } catch (error) {
        await coming;
        throw error;
      }
    }
    this.#identity = identity;
  }

  /** Whether one block is as it was built, without waiting for the disk. */
  async isSound(block: number): Promise<boolean> {
    const bytes = await this.#readBlocks(block, 1, Buffer.allocUnsafe(SEAL_BLOCK_BYTES));
    return this.#isSound(block, bytes);
  }

  /** Refuses the file when it was written to, or another put in its place, since it was opened here. */
  refuseChanged(): void {
    const now = identityAt(this.path);
    if (now !== null && isSameContent(this.#identity, now)) return;
    throw new ReleaseRefused(this.path, "was replaced while it was being opened. Try once more.");
  }

  /** What became of the content since it was proved, as far as that is known without reading it. */
  content(): Content {
    const now = identityOf(this.#descriptor.number);
    if (isUntouched(this.#identity, now)) return "untouched";
    return now.bytes === this.#identity.bytes ? "touched" : "resized";
  }

  /**
   * Whether the content is not the one that was proved. A file with another time of writing and the same size is read from end
   * to end, synchronously: the caller has no other proof, and runs in a thread that may wait.
   */
  isRewritten(): boolean {
    const now = identityOf(this.#descriptor.number);
    if (isSameContent(this.#identity, now)) return false;
    if (now.bytes !== this.#identity.bytes) return true;
    try {
      this.prove();
      this.#identity = now;
      return false;
    } catch {
      return true;
    }
  }

  atPath(): FileAtPath {
    const now = identityAt(this.path);
    if (now === null) return "missing";
    return isSameFile(this.#identity, now) ? "unchanged" : "replaced";
  }

  /** The bytes of a block, for the search for damage. */
  extentText(block: number): string {
    const { at, byteCount } = this.#extent(block, 1);
    return `bytes ${at} to ${at + byteCount - 1}`;
  }

  /** Fills a buffer from the open file, whatever its path leads to now; false when it ends before. */
  readNow(into: Buffer, at: number): boolean {
    return this.#descriptor.readNow(into, at);
  }

  /**
   * Makes the open file appear at another path too, as a hard link, which takes no room. False when it cannot be linked: to another file system, a file
   * of another user, or when our path leads to another file by now.
   */
  async linkAt(path: string): Promise<boolean> {
    try {
      // Linux links a symbolic link itself, and that leads nowhere once its target is deleted.
      await link(await realpath(this.path), path);
      const { dev, ino } = await lstat(path, { bigint: true });
      if (dev === this.#identity.device && ino === this.#identity.inode) return true;
    } catch {
      // The caller copies the file instead; copying throws the reason if it applies there too.
    }
    await rm(path, { force: true });
    return false;
  }

  /** Copies the open file, whatever its path leads to now. Throws when `end` is aborted. */
  async copyTo(path: string, end: AbortSignal): Promise<void> {
    const bytes = Number(this.#identity.bytes);
    const buffer = Buffer.allocUnsafe(BLOCKS_PER_READ * SEAL_BLOCK_BYTES);
    const copy = await open(path, "wx", OWNER_ONLY_FILE);
    try {
      for (let at = 0; at < bytes; ) {
        end.throwIfAborted();
        const read = await this.#descriptor.readFully(buffer, at, Math.min(buffer.length, bytes - at));
        if (read.length === 0) throw damagedFile(this.path, "its end is missing");
        await copy.writeFile(read);
        at += read.length;
      }
    } finally {
      await copy.close();
    }
  }

  close(): void {
    this.#descriptor.close();
  }

  #extent(block: number, count: number): { readonly at: number; readonly byteCount: number } {
    const at = Math.min(block * SEAL_BLOCK_BYTES, this.#contentBytes);
    return { at, byteCount: Math.min(count * SEAL_BLOCK_BYTES, this.#contentBytes - at) };
  }

  #readBlocks(block: number, count: number, buffer: Buffer): Promise<Buffer> {
    const { at, byteCount } = this.#extent(block, count);
    return this.#descriptor.readFully(buffer, at, byteCount);
  }

  #isSound(block: number, bytes: Buffer): boolean {
    return bytes.length === this.#extent(block, 1).byteCount && crc32(bytes) === this.#seal[block];
  }

  #refuseDamaged(first: number, count: number, bytes: Buffer): void {
    for (let block = first; block < Math.min(first + count, this.blockCount); block += 1) {
      const from = (block - first) * SEAL_BLOCK_BYTES;
      if (this.#isSound(block, bytes.subarray(from, from + SEAL_BLOCK_BYTES))) continue;
      throw damagedFile(this.path, `${this.extentText(block)} are not those that were built`);
    }
  }
}

/** A refusal that says what a file lacks to be the one that was built. */
export function damagedFile(path: string, what: string): ReleaseRefused {
  return new ReleaseRefused(path, `is damaged: ${what}. Copy it again, or rebuild it with "ratebook build".`);
}

function descriptorOf(path: string): number {
  try {
    // Opening a FIFO would wait for its writer.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw refuseMissing(path, error);
  }
}

function refuseOtherKinds(path: string, descriptor: number): void {
  const stats = fstatSync(descriptor);
  if (stats.isDirectory()) throw new ReleaseRefused(path, "is a folder, not a release.", "other");
  if (!stats.isFile()) throw new ReleaseRefused(path, "is not a regular file, so it is no release.", "other");
}

/*
 * The header of an SQLite file (sqlite.org/fileformat) says what the file is and how long it
 * must be, before a database library is let near it.
 */

const HEADER_BYTES = 100;
const SIGNATURE = "SQLite format 3\u0000";
const PAGE_SIZE_AT = 16;
const PAGE_COUNT_AT = 28;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/** SQLite writes its largest page size, which does not fit two bytes, as 1. */
const LARGEST_PAGE_BYTES = 65_536;

const REMEDY = 'Name another file, or make one with "ratebook build".';

const UPGRADE = "A newer Ratebook has built it: upgrade this one.";

/** How many bytes of a file are SQLite's; refuses one that cannot be a whole release of this program's format. */
function contentBytesOf(file: string, header: Buffer, bytes: number): number {
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, SIGNATURE.length) !== SIGNATURE) {
    throw new ReleaseRefused(file, `is not a Ratebook release. ${REMEDY}`, "other");
  }
  if (header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) {
    throw new ReleaseRefused(file, "is an SQLite file, but not a Ratebook release.", "other");
  }
  const version = header.readUInt32BE(USER_VERSION_AT);
  if (version !== FORMAT_VERSION) {
    const reason = `has release format ${version}; this program reads format ${FORMAT_VERSION}.`;
    if (version > FORMAT_VERSION) throw new ReleaseRefused(file, `${reason} ${UPGRADE}`, "newer");
    throw new ReleaseRefused(file, `${reason} Rebuild it with "ratebook build".`);
  }
  const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
  const contentBytes = (pageSize === 1 ? LARGEST_PAGE_BYTES : pageSize) * header.readUInt32BE(PAGE_COUNT_AT);
  const expected = contentBytes + sealBytes(contentBytes);
  if (bytes < expected) {
    throw new ReleaseRefused(file, `is incomplete: ${bytes} of ${expected} bytes are there. Copy or build it again.`);
  }
  if (bytes > expected) {
    throw new ReleaseRefused(file, `has ${bytes} bytes where ${expected} were built. Copy or build it again.`);
  }
  if (endianness() !== "LE") throw new ReleaseRefused(file, "can only be read on a little-endian machine.");
  return contentBytes;
}

/** Whether a file says that it is a release, of whatever format, sound or not. Links are followed. */
export function isReleaseFile(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const descriptor = openSync(path, "r");
  try {
    const header = readFully(descriptor, Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES);
    const isSqlite = header.toString("latin1", 0, SIGNATURE.length) === SIGNATURE;
    return header.length === HEADER_BYTES && isSqlite && header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID;
  } finally {
    closeSync(descriptor);
  }
}

/** Why a file cannot be opened at all. */
function refuseMissing(file: string, error: unknown): ReleaseRefused {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  const reason = isMissing ? `does not exist. ${REMEDY}` : `cannot be read: ${(error as Error).message}.`;
  return new ReleaseRefused(file, reason, isMissing ? "missing" : "unsound");
}
