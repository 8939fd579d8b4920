import { endianness } from "node:os";
import { APPLICATION_ID, FORMAT_VERSION } from "./format.ts";
import { ReleaseRefused } from "./refused.ts";
import { sealBytes } from "./seal.ts";

/*
 * The header of an SQLite file (sqlite.org/fileformat) tells what the file is and how long it
 * must be, before a database library is let near it.
 */

export const HEADER_BYTES = 100;
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
export function contentBytesOf(file: string, header: Buffer, bytes: number): number {
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

/** Why a file cannot be opened at all. */
export function refuseMissing(file: string, error: unknown): ReleaseRefused {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  const reason = isMissing ? `does not exist. ${REMEDY}` : `cannot be read: ${(error as Error).message}.`;
  return new ReleaseRefused(file, reason, isMissing ? "missing" : "unsound");
}
