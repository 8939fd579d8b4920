import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { APPLICATION_ID, FORMAT_VERSION } from "./format.ts";
import { ReleaseRefused } from "./refused.ts";

/*
 * The header of an SQLite file (sqlite.org/fileformat) tells what the file is and how long it
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

/** Refuses a file that cannot be a whole release of this program's format. */
export function checkFile(file: string): void {
  const { header, bytes } = readHeader(file);
  if (header.toString("latin1", 0, SIGNATURE.length) !== SIGNATURE) {
    throw new ReleaseRefused(file, `is not a Ratebook release. ${REMEDY}`);
  }
  if (header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) {
    throw new ReleaseRefused(file, "is an SQLite file, but not a Ratebook release.");
  }
  const version = header.readUInt32BE(USER_VERSION_AT);
  if (version !== FORMAT_VERSION) {
    const reason = `has release format ${version}; this program reads format ${FORMAT_VERSION}.`;
    throw new ReleaseRefused(file, `${reason} Rebuild it with "ratebook build".`);
  }
  const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
  const expected = (pageSize === 1 ? LARGEST_PAGE_BYTES : pageSize) * header.readUInt32BE(PAGE_COUNT_AT);
  if (bytes < expected) {
    throw new ReleaseRefused(file, `is incomplete: ${bytes} of ${expected} bytes are there. Copy or build it again.`);
  }
  if (endianness() !== "LE") throw new ReleaseRefused(file, "can only be read on a little-endian machine.");
}

function readHeader(file: string): { readonly header: Buffer; readonly bytes: number } {
  let descriptor: number;
  try {
    // Opening a FIFO would wait for somebody who writes to it.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new ReleaseRefused(
      file,
      isMissing ? `does not exist. ${REMEDY}` : `cannot be read: ${(error as Error).message}.`,
    );
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new ReleaseRefused(file, "is a folder, not a release.");
    if (!stats.isFile()) throw new ReleaseRefused(file, "is not a regular file, so it is no release.");
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
    return { header, bytes: stats.size };
  } finally {
    closeSync(descriptor);
  }
}
